/** West Van Soft's cards by word and by the number that events give them; the characters and their tastes. */
import { maybe, t } from '../../app/words.svelte';
import type { MeltView, Tastes } from '../../lib/games/westvan';

export const KINDS = [
  'sugar', 'waffle', 'wafer', 'pretzel', 'dipped', 'cup',
  'vanilla', 'chocolate', 'strawberry', 'mint', 'mango', 'maple', 'tiger', 'bubblegum', 'lemon',
  'sprinkles', 'fudge', 'whip', 'cherry', 'peanuts', 'gummies',
  'burn', 'budge', 'tastes', 'insist', 'dog', 'mouldy',
] as const;

export type Kind = 'cone' | 'scoop' | 'top' | 'special';
export function kindOf(word: string): Kind {
  const n = KINDS.indexOf(word as never);
  return n < 6 ? 'cone' : n < 15 ? 'scoop' : n < 21 ? 'top' : 'special';
}
export const wordOf = (kind: unknown): string | null => (typeof kind === 'number' ? (KINDS[kind] ?? null) : null);
export const nameOf = (word: string): string => maybe(`wvs.name.${word}`) ?? word;

const SCOOPS: Record<string, string> = { chocolate: 'choc', strawberry: 'straw', bubblegum: 'bubble' };
export const scoopKey = (word: string): string => SCOOPS[word] ?? word;
export const topKey = (word: string): string => (word === 'gummies' ? 'gummy' : word);

/** The eighteen, in the order of their numbers: drawing, name, likes, dislikes. Everybody may know the list. */
const ROWS: [string, string, string, string][] = [
  ['toddler', 'The Toddler', 'wafer bubblegum vanilla sprinkles', 'pretzel lemon maple peanuts'],
  ['dentist', 'The Dentist', 'cup mint lemon cherry', 'dipped bubblegum tiger gummies'],
  ['lifeguard', 'The Lifeguard', 'cup mango lemon cherry', 'dipped chocolate maple fudge'],
  ['grandmother', 'The Grandmother', 'sugar maple vanilla whip', 'cup bubblegum mango gummies'],
  ['hiker', 'The Hiker', 'pretzel maple chocolate peanuts', 'cup strawberry bubblegum whip'],
  ['tourist', 'The Tourist', 'waffle tiger maple sprinkles', 'cup vanilla chocolate peanuts'],
  ['critic', 'The Food Critic', 'sugar lemon vanilla fudge', 'wafer bubblegum maple sprinkles'],
  ['busker', 'The Busker', 'wafer tiger strawberry gummies', 'waffle vanilla mango whip'],
  ['captain', 'The Ferry Captain', 'sugar mint tiger cherry', 'wafer mango strawberry sprinkles'],
  ['teenager', 'The Teenager', 'dipped bubblegum chocolate gummies', 'sugar vanilla maple cherry'],
  ['yoga', 'The Yoga Teacher', 'cup mango strawberry peanuts', 'pretzel chocolate tiger fudge'],
  ['goalie', 'The Goalie', 'pretzel chocolate tiger fudge', 'sugar mango lemon cherry'],
  ['nurse', 'The Night Nurse', 'waffle mint chocolate whip', 'pretzel lemon tiger gummies'],
  ['walker', 'The Dog Walker', 'pretzel vanilla mango peanuts', 'dipped mint chocolate whip'],
  ['barista', 'The Barista', 'dipped maple mint fudge', 'waffle lemon strawberry cherry'],
  ['agent', 'The House Agent', 'waffle lemon strawberry whip', 'wafer mint tiger peanuts'],
  ['science', 'The Science Teacher', 'wafer bubblegum mango gummies', 'waffle strawberry mint sprinkles'],
  ['wedding', 'The Wedding Planner', 'dipped strawberry bubblegum sprinkles', 'sugar vanilla mint fudge'],
];
export const PEOPLE: Tastes[] = ROWS.map(([, name, likes, dislikes]) => ({ name, likes: likes.split(' '), dislikes: dislikes.split(' ') }));
export const personKey = (name: string): string => ROWS.find((row) => row[1] === name)?.[0] ?? 'toddler';
export const personName = (name: string): string => maybe(`wvs.person.${personKey(name)}`) ?? name;

export type Taste = '' | 'like' | 'no';
export const tasteOf = (who: Tastes | null | undefined, word: string): Taste => (who?.likes.includes(word) ? 'like' : who?.dislikes.includes(word) ? 'no' : '');
export const cardsIn = (melt: Pick<MeltView, 'cone' | 'scoops' | 'topping'>): string[] => [melt.cone, ...melt.scoops, ...(melt.topping ? [melt.topping] : [])];
export const meltWords = (melt: MeltView): string => `${cardsIn(melt).map(nameOf).join(', ')}, ${t(melt.topping ? 'wvs.done' : 'wvs.open')}`;
