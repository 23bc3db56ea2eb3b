/** Opening tables: the one-click game against bots, and what the create page puts together. */
import { settings } from '../app/settings.svelte';
import { signName } from '../kit/seats';
import type { GameInfo, SeatWish } from '../lib/messages';
import { api } from './api';
import { fitting } from './form';
import type { Level } from './kinds';

export const seatsText = (game: GameInfo): string => {
  const [least, most] = [Math.min(...game.seats), Math.max(...game.seats)];
  return least === most ? String(least) : `${least}–${most}`;
};

/** Whoever has not told a name is called by the sign they sit under. */
export const myName = (): string => settings.name || signName(settings.sign);

/** A seat for me, under my sign and colour. */
export const mySeat = (name = myName()): SeatWish => ({ kind: 'mine', name, sign: settings.sign, colour: settings.colour });

/** A comfortable number of players for a first game. */
export function usual(game: GameInfo): number {
  return game.seats.includes(4) ? 4 : game.seats.includes(3) ? 3 : Math.max(...game.seats);
}

/** The options that were chosen, without those that are as they usually are. */
export const chosen = (game: GameInfo, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    game.options
      .filter((one) => JSON.stringify(values[one.name]) !== JSON.stringify(one.default))
      .map((one) => [one.name, values[one.name]]),
  );

/** The middle one of the strengths that a game's bots have. */
export const middling = (game: GameInfo): Level => game.levels[Math.floor((game.levels.length - 1) / 2)] ?? 'medium';

export async function playNow(game: GameInfo, level: Level = fitting(game).level, players = usual(game)): Promise<string> {
  const seats: SeatWish[] = Array.from({ length: players }, (_, i) => (i === 0 ? mySeat() : { kind: 'bot', level }));
  const { bond } = await import('./deals'); // The first page need not load what shuffles.
  return (await api.create({ game: game.key, seats, commit: bond(), start: true })).table;
}
