import type { Look } from '../kinds';
import Box from './Box.svelte';

export const look: Look = {
  place: 2,
  promise: { name: 'DOCE', seats: '2', minutes: 20 },
  awning: 'light-dark(#B9814E,#6B4528)',
  box: '#8A5A35',
  ink: '#FFF8EC',
  cloth: `repeating-linear-gradient(92deg, rgb(0 0 0 / 0.05) 0 3px, transparent 3px 38px, rgb(255 255 255 / 0.03) 38px 41px, transparent 41px 97px),
    repeating-linear-gradient(89deg, rgb(0 0 0 / 0.06) 0 1px, transparent 1px 13px), light-dark(#8a5a35, #3d2619)`,
  open: true,
  Box,
};
