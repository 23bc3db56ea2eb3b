import type { Chime } from '../../app/voices';

/** A glockenspiel. */
export const chime: Chime = {
  root: 466.16,
  of: 'box',
  win: [
    [7, 1],
    [9, 1],
    [12, 1],
    [7, 1],
    [4, 1],
    [0, 1],
    [12, 4],
  ],
};
