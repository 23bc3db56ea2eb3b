/** ION's cards by id (d13a, PUN24, JOK5, DJK1), and by the number that events give them. */
import { maybe, oneOf, t } from './words';
import { FACTS, type Aimed } from './messages';

/** The colours of a card's back. */
export const BACK = ['#173F3C', '#F0B23E'] as const;

/** All 98 cards in the order of their numbers, as the rules know them. */
export const DECK: string[] = FACTS.cards.map(([id]) => id);
const BY_ID = new Map<string, readonly [string, number, number, number]>(FACTS.cards.map((card) => [card[0], card]));

/** The drawing of an action, by its number in events and by its name in views. */
const TYPES: string[] = FACTS.actions.map((word) => word.replaceAll('_', '').replace('previous', 'prev'));
/** Every action that a card can have. */
export const ACTS: readonly string[] = TYPES.filter(Boolean);
export const actOf = (action: string): string => TYPES[(FACTS.names as readonly string[]).indexOf(action)] ?? '';
export const actionOf = (type: number): string => FACTS.names[type] ?? '';

export interface Dots {
  a: number;
  b: number;
  act: string;
}
export function dots(id: string): Dots {
  const [, type, a, b] = BY_ID.get(id) ?? ['', 0, 0, 0];
  // A Joker shows its number on the first half, the wild half beside it.
  return a ? { a, b, act: TYPES[type] ?? '' } : { a: b, b: 0, act: TYPES[type] ?? '' };
}
/** The numbers that a card shows. */
export const shows = (id: string): number[] => [...new Set([dots(id).a, dots(id).b])].filter((n) => n > 0).sort();

export const actName = (act: string): string => maybe(`ion.act.${act}`) ?? '';
/** What a card shows, read aloud half by half. */
export const faceWords = ({ a, b, act }: Dots): string =>
  `${act ? actName(act) : t('ion.dots')} ${a || t('ion.wild')}|${b || t('ion.wild')}`;
/** A card in words: 3|6, Punish 2|4, Joker 3. */
export function cardWords(id: string): string {
  const { a, b, act } = dots(id);
  const pair = act === 'doublejoker' ? '' : act === 'joker' ? String(a) : `${a}|${b}`;
  return [actName(act), pair].filter(Boolean).join(' ');
}

/** What an action will cost whom it hits. */
export const costs = ({ action, cards }: Aimed): string => oneOf('ion.costs', actOf(action) || 'punish', { n: cards ?? 0 });
