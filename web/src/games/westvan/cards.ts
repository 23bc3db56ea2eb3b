/** West Van Soft's cards by word and by the number that events give them; the characters and their tastes. */
import { maybe, t } from './words';
import { FACTS, type MeltView, type Tastes } from './messages';

/** The colours of a card's back. */
export const BACK = ['#F08CA4', '#FFE0E4'] as const;

export const KINDS: readonly string[] = FACTS.cards;

export type Kind = 'cone' | 'scoop' | 'top' | 'special';
const SORTS: readonly Kind[] = FACTS.sorts;
export const kindOf = (word: string): Kind => SORTS[KINDS.indexOf(word)] ?? 'special';
export const wordOf = (kind: number | null | undefined): string | null => KINDS[kind ?? -1] ?? null;
export const nameOf = (word: string): string => maybe(`wvs.name.${word}`) ?? word;

const SCOOPS: Record<string, string> = { chocolate: 'choc', strawberry: 'straw', bubblegum: 'bubble' };
export const scoopKey = (word: string): string => SCOOPS[word] ?? word;
export const topKey = (word: string): string => (word === 'gummies' ? 'gummy' : word);

/** The eighteen, in the order of their numbers; everybody may know the list. */
export const PEOPLE: Tastes[] = FACTS.characters.map(({ name, likes, dislikes }) => ({
  name,
  likes: [...likes],
  dislikes: [...dislikes],
}));
const DRAWN =
  'toddler dentist lifeguard grandmother hiker tourist critic busker captain teenager yoga goalie nurse walker barista agent science wedding'.split(
    ' ',
  );
export const personKey = (name: string): string => DRAWN[PEOPLE.findIndex((one) => one.name === name)] ?? 'toddler';
export const personName = (name: string): string => maybe(`wvs.person.${personKey(name)}`) ?? name;

export type Taste = '' | 'like' | 'no';
export const tasteOf = (who: Tastes | null | undefined, word: string): Taste =>
  who?.likes.includes(word) ? 'like' : who?.dislikes.includes(word) ? 'no' : '';
export const cardsIn = (melt: Pick<MeltView, 'cone' | 'scoops' | 'topping'>): string[] => [
  melt.cone,
  ...melt.scoops,
  ...(melt.topping ? [melt.topping] : []),
];
export const meltWords = (melt: MeltView): string =>
  `${cardsIn(melt).map(nameOf).join(', ')}, ${t(melt.topping ? 'wvs.done' : 'wvs.open')}`;
