/** Dokitto's five flavours by letter and by number. */
import { maybe, t } from './words';
import { FLAVOUR, type Flavour } from '../../kit/flavours';

export const LETTERS = 'SCMGV';
const KEYS: Record<string, string> = { S: 'straw', C: 'choc', M: 'matcha', G: 'grape', V: 'vanilla' };

export const flavour = (letter: string): Flavour => FLAVOUR[KEYS[letter] ?? 'straw']!;
export const flavourName = (letter: string): string => maybe(`flavour.${flavour(letter).key}`) ?? flavour(letter).name;
export const cardOf = (number: number): string => `${LETTERS[Math.floor(number / 13)]}${(number % 13) + 1}`;
export const cardWords = (card: string): string => t('dok.card', { flavour: flavourName(card[0]!), n: card.slice(1) });
export const numberOf = (card: string): number => Number(card.slice(1));
