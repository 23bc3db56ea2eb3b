/** ION's cards by id (d13a, PUN24, JOK5, DJK1), and by the number that events give them. */
import { maybe, t } from '../../app/words.svelte';
import type { IonView } from '../../lib/games/ion';

const ACTS: Record<string, string> = {
  BLK: 'block', CHL: 'challenge', GFT: 'gift', NGF: 'newgame5', NOP: 'noplay', PLA: 'playagain', PUN: 'punish',
  PPP: 'punishprev', PWH: 'punishwho', SHF: 'shift', TIC: 'ticktack', BOM: 'bomb', JOK: 'joker', DJK: 'doublejoker',
};
const ZONES: [string, string][] = [
  ['BLK', '12 15 34 45 66'], ['CHL', '13 15 25 36 44'], ['GFT', '13 14 23 25 66'], ['NGF', '12 45'], ['NOP', '13 22 35 46 56'],
  ['PLA', '14 16 23 26 55'], ['PUN', '11 16 23 24 34 55 56'], ['PPP', '15 16 24 26 33 35 44'], ['PWH', '11 24 25 35 36 46'],
  ['SHF', '12 26 33 45 46'], ['TIC', '14 22 34 36 56'], ['BOM', '66'], ['JOK', '1 2 3 4 5'], ['DJK', '1 2 3 4 5'],
];
const SIX = [1, 2, 3, 4, 5, 6];
/** All 98 cards in the order of their numbers. */
export const DECK: string[] = [
  ...SIX.flatMap((a) => SIX.filter((b) => b > a).flatMap((b) => [`d${a}${b}a`, `d${a}${b}b`])),
  ...ZONES.flatMap(([code, dots]) => dots.split(' ').map((pair) => code + pair)),
];

/** The drawing of an action, by its number in events and by its name in views. */
const TYPES = ['', 'block', 'challenge', 'gift', 'newgame5', 'noplay', 'playagain', 'punish', 'punishprev', 'punishwho', 'shift', 'ticktack', 'bomb', 'joker', 'doublejoker'];
const NAMES = ['Dots', 'Block', 'Challenge', 'Gift', 'New Game +5', 'No Play', 'Play Again', 'Punish', 'Punish Previous', 'Punish Who?', 'Shift', 'Tick-Tack', 'Bomb', 'Joker', 'Double Joker'];
export const actOf = (action: string): string => TYPES[NAMES.indexOf(action)] ?? '';
export const actionOf = (type: number): string => NAMES[type] ?? '';

export interface Dots {
  a: number;
  b: number;
  act: string;
}
export function dots(id: string): Dots {
  if (id.startsWith('d')) return { a: Number(id[1]), b: Number(id[2]), act: '' };
  const act = ACTS[id.slice(0, 3)] ?? '';
  if (act === 'doublejoker') return { a: 0, b: 0, act };
  if (act === 'joker') return { a: Number(id[3]), b: 0, act };
  return { a: Number(id[3]), b: Number(id[4]), act };
}
/** The numbers that a card shows. */
export const shows = (id: string): number[] => [...new Set([dots(id).a, dots(id).b])].filter((n) => n > 0).sort();

export const actName = (act: string): string => maybe(`ion.act.${act}`) ?? '';
/** A card in words: 3|6, Punish 2|4, Joker 3. */
export function cardWords(id: string): string {
  const { a, b, act } = dots(id);
  const pair = act === 'doublejoker' ? '' : act === 'joker' ? String(a) : `${a}|${b}`;
  return [actName(act), pair].filter(Boolean).join(' ');
}

/** The nearest seats to the right and to the left that have not exploded. */
export function beside(view: IonView, seat: number, step: 1 | -1): number {
  let at = seat;
  do at = (at + step + view.players) % view.players;
  while (!view.alive[at] && at !== seat);
  return at;
}

/** How many cards an action will cost whom it hits. */
export const costs = (view: IonView, action: string, target: number): string =>
  t(`ion.costs.${actOf(action) || 'punish'}` as never, { n: (view.hand_sizes[target] ?? 0) + 5 });
