import type { Look } from '../kinds';
import Box from './Box.svelte';

const LIGHT = 'light-dark(rgb(255 255 255 / 0.5), rgb(255 255 255 / 0.045)) 0 30px, transparent 30px 60px';

export const look: Look = {
  place: 4,
  promise: { name: 'West Van Soft', seats: '2–6', minutes: 30 },
  awning: 'light-dark(#7FCBAE,#2F6B58)',
  box: '#A5DCC5',
  ink: '#36202B',
  cloth: `repeating-linear-gradient(0deg, ${LIGHT}), repeating-linear-gradient(90deg, ${LIGHT}), light-dark(#cfe9dc, #1d3a33)`,
  Box,
};
