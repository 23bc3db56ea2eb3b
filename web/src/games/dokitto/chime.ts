import type { Chime } from '../../app/voices';

/** A music box. */
export const chime: Chime = {
  root: 523.25,
  of: 'box',
  win: [
    [0, 1],
    [4, 1],
    [7, 1],
    [12, 2],
    [9, 1],
    [12, 4],
  ],
};
