import type { Look } from '../kinds';
import Box from './Box.svelte';

export const look: Look = {
  place: 1,
  promise: { name: 'Dokitto! Ice', seats: '2–5', minutes: 20 },
  awning: 'light-dark(#F59CAA,#A84A5C)',
  box: '#F59CAA',
  ink: '#36202B',
  cloth: 'light-dark(#f6cdd0, #4b2631)',
  /** A music box. */
  chime: {
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
  },
  Box,
};
