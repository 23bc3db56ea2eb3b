/** The message catalogues. English is always there; another language is fetched when it is chosen. */
import { en } from '../words/en';
import { settings, type Language } from './settings.svelte';

export type Word = keyof typeof en;
export type Catalogue = Record<Word, string>;

const loaded: Partial<Record<Language, Catalogue>> = $state({ en });

export async function learn(language: Language): Promise<void> {
  if (language === 'de' && !loaded.de) loaded.de = (await import('../words/de')).de;
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

/** A list in words: Theo, Ines and Waffle. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(names);
}
