import type { Look } from '../kinds';
import Box from './Box.svelte';

export const ICE = 'light-dark(#cfe6f1, #183344)';

export const look: Look = {
  place: 5,
  promise: { name: 'ICECOOL2', seats: '2–4', minutes: 30 },
  awning: 'light-dark(#6FB3D2,#2F6480)',
  box: '#6FB3D2',
  ink: '#36202B',
  cloth: ICE,
  open: true,
  practice: '/practice/icecool',
  routes: {
    '/practice/icecool': () => import('./Practice.svelte'),
    '/t/:id/flick/:match/:move': () => import('./Watch.svelte'),
  },
  Box,
};
