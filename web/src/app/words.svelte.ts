/** The message catalogues. English is always there; another language is fetched when it is chosen. */
import { en } from '../words/en';
import { settings } from './settings.svelte';

export type Word = keyof typeof en;
export type Catalogue = Record<Word, string>;

const files = import.meta.glob<Record<string, Catalogue>>(['../words/*.ts', '!../words/en.ts']);
const loaded: Record<string, Catalogue | undefined> = $state({ en });

export async function learn(language: string): Promise<void> {
  loaded[language] ??= (await files[`../words/${language}.ts`]?.())?.[language];
}

/** A sentence in the chosen language; `{name}` is filled in. */
export function t(word: Word, values: Record<string, string | number> = {}): string {
  const text = (loaded[settings.language] ?? en)[word];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The catalogue may have more words than the types know (rules of games); undefined when it has not. */
export function maybe(word: string, values: Record<string, string | number> = {}): string | undefined {
  return word in en ? t(word as Word, values) : undefined;
}

/** One or many, with the number in it: `plural('cards', 3)` reads cards.one or cards.many. */
export function plural(stem: string, n: number): string {
  return t(`${stem}.${n === 1 ? 'one' : 'many'}` as Word, { n });
}

/** A list in words: Theo, Ines and Waffle; or as a choice: Theo, Ines or Waffle. */
export function listed(names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(settings.language, { type }).format(names);
}

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
/** A place: 1st, 2nd; in other languages 1., 2. */
export function ordinal(n: number): string {
  return settings.language === 'en' ? `${n}${ENDINGS[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)]}` : `${n}.`;
}
