/** The desk as a guest's page is told of it: plain data, all of it read at once. */
import { settings } from '../../app/settings.svelte';
import type { Told } from '../guests.svelte';
import type { Desk } from '../kinds';

export const toldOf = (desk: Desk): Told => ({
  view: desk.view,
  effect: desk.effect,
  me: desk.me,
  seats: desk.seats,
  moves: desk.moves,
  sending: desk.sending,
  calm: desk.calm,
  said: desk.said,
  refused: desk.refused,
  options: desk.options,
  over: desk.over,
  lines: desk.lines,
  hints: desk.hints,
  shared: desk.shared,
  at: desk.at,
  info: desk.info,
  act: (move) => desk.act(move),
  ask: (move) => desk.ask(move),
  forgive: () => desk.forgive(),
  openRule: (id) => desk.openRule(id),
  name: (seat) => desk.name(seat),
  language: settings.language,
});
