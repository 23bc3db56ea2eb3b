import type { Look } from '../kinds';
import Box from './Box.svelte';

export const look: Look = {
  place: 3,
  promise: { name: 'ION', seats: '2–10', minutes: 15 },
  awning: 'light-dark(#2F7D75,#1F5C57)',
  box: '#1F5C57',
  ink: '#FFF8EC',
  cloth: `radial-gradient(circle at 50% 44%, rgb(255 255 255 / 0.12), transparent 60%),
    repeating-linear-gradient(45deg, rgb(0 0 0 / 0.045) 0 1px, transparent 1px 4px),
    repeating-linear-gradient(-45deg, rgb(255 255 255 / 0.03) 0 1px, transparent 1px 4px), light-dark(#1f5c57, #123b39)`,
  Box,
};
