import type { Chime } from '../../app/voices';

/** Small bells. */
export const chime: Chime = {
  root: 440,
  of: 'brass',
  win: [
    [0, 1],
    [0, 1],
    [7, 1],
    [5, 1],
    [9, 1],
    [12, 4],
  ],
};
