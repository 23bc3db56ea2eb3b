import type { Chime } from '../../app/voices';

/** Ice. */
export const chime: Chime = {
  root: 587.33,
  of: 'glass',
  win: [
    [0, 1],
    [2, 1],
    [7, 1],
    [14, 2],
    [12, 4],
  ],
};
