/** The message catalogues: the first page's here, the house's with the first of its other pages, each game's with its own. English comes with what
 * says it; another language is fetched when it is wanted. */
import type { en as house } from '../words/en';
import { fill, form, type Values } from './grammar';
import { settings } from './settings.svelte';
import { en } from './words/en';

export type Word = keyof typeof en | keyof typeof house;
type Said = Record<string, string>;
/** The files of one catalogue in other languages, by path. */
type Files = Record<string, () => Promise<unknown>>;

const parts: Files[] = [import.meta.glob(['./words/*.ts', '!./words/en.ts'])];
let said: Record<string, Said | undefined> = $state.raw({ en });
function add(language: string, words: Said): void {
  const known = said[language];
  if (!known || Object.keys(words).some((word) => !(word in known))) said = { ...said, [language]: { ...known, ...words } };
}

/** Fetches a language for everything that is on this page; what cannot be fetched is said in English. */
export async function learn(language: string): Promise<void> {
  const name = `/${language}.ts`;
  const files = parts.flatMap((part) => Object.entries(part).flatMap(([path, file]) => (path.endsWith(name) ? [file()] : [])));
  for (const file of await Promise.allSettled(files))
    if (file.status === 'fulfilled') add(language, (file.value as Record<string, Said>)[language] ?? {});
}

let whole: Promise<void> | undefined;
/** The words of all pages but the first. */
function more(): Promise<void> {
  whole ??= import('../words/en').then(({ en }) => {
    add('en', en);
    parts.push(import.meta.glob(['../words/*.ts', '!../words/en.ts']));
  });
  whole.catch(() => (whole = undefined));
  return whole;
}

/** A page beyond the first, or another part with words of its own, when it can be read in the chosen language. */
export async function spoken<T>(part: Promise<T>): Promise<T> {
  const [found] = await Promise.all([part, more()]);
  await learn(settings.language);
  return found;
}

/** A sentence in the chosen language; `{name}` is filled in, and what grammar.ts tells. */
function tell(word: string, values: Values = {}): string {
  const own = said[settings.language]?.[word];
  return own === undefined ? fill(said['en']![word] ?? '', values, 'en') : fill(own, values, settings.language);
}
export const t: (word: Word, values?: Values) => string = tell;

/** What stands before a dot of a word. */
type Stem<W extends string> = W extends `${infer A}.${infer B}` ? A | `${A}.${Stem<B>}` : never;
/** One of a family of words, such as the names of the rooms: `oneOf('ice.room', 'GYM')`. */
const one = (stem: string, key: string | number, values: Values = {}) => tell(`${stem}.${key}`, values);
export const oneOf: (stem: Stem<Word>, key: string | number, values?: Values) => string = one;

/** The catalogue may have more words than the types know (rules of games); undefined when it has not. */
export function maybe(word: string, values: Values = {}): string | undefined {
  return word in said['en']! ? tell(word, values) : undefined;
}

/** One or many, with the number in it: `plural('cards', 3)` reads cards.one or cards.many, and where a language has it cards.few. */
export function plural(stem: string, n: number): string {
  const way = `${stem}.${form(settings.language, n)}`;
  return tell(said[settings.language]?.[way] ? way : `${stem}.many`, { n });
}

/** The words of a game beside those of the house: to be called where its pages begin. */
export function vocabulary<Own extends string>(own: Record<Own, string>, files: Files) {
  add('en', own);
  parts.push(files);
  return {
    t: tell as (word: Own | Word, values?: Values) => string,
    oneOf: one as (stem: Stem<Own | Word>, key: string | number, values?: Values) => string,
    maybe,
    plural,
  };
}

/** A list in words: Theo, Ines and Waffle; or as a choice: Theo, Ines or Waffle. */
export function listed(names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(settings.language, { type }).format(names);
}

/** A place: 1st, 2nd. */
export function ordinal(n: number): string {
  return tell(`nth.${form(settings.language, n, 'ordinal')}`, { n });
}
