import type { Look } from '../kinds';
import Box from './Box.svelte';

export const look: Look = {
  place: 1,
  promise: { name: 'Dokitto! Ice', seats: '2–5', minutes: 20 },
  awning: 'light-dark(#F59CAA,#A84A5C)',
  box: '#F59CAA',
  ink: '#36202B',
  cloth: 'light-dark(#f6cdd0, #4b2631)',
  Box,
};
