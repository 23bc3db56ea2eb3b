import type { Chime } from '../../app/voices';

/** A marimba. */
export const chime: Chime = {
  root: 392,
  of: 'wood',
  win: [
    [0, 1],
    [7, 1],
    [4, 1],
    [12, 2],
    [7, 1],
    [12, 1],
    [16, 4],
  ],
};
