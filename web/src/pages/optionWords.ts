/** The value of a game's option in words. */
import { settings } from '../app/settings.svelte';
import { maybe, t } from '../app/words.svelte';
import type { Clock, OptionInfo } from '../lib/messages';

export function choiceWord(option: OptionInfo, value: string): string {
  return option.labels?.[option.words?.indexOf(value) ?? -1] ?? maybe(`option.${value}`) ?? value;
}

const UNITS = { none: 1, move: 1, game: 60, correspondence: 86_400 };

/** A table's clock: `60 seconds a move`. */
export function clockWords({ kind = 'none', seconds = 0, increment = 0 }: Clock = {}): string {
  const n = (seconds / UNITS[kind]).toLocaleString(settings.language, { maximumFractionDigits: 1 });
  return t(`clock.${kind}`, { n, more: increment });
}

/** What an option decides, before its value: `Who deals the next hand:` */
export const about = (option: OptionInfo): string => option.help.replace(/\.?$/, ':');

export function optionWords(option: OptionInfo, value: unknown): string {
  if (option.kind === 'seat' && typeof value === 'number') return t('chair', { n: value + 1 });
  if (option.kind === 'time') return `${(Number(value) / 1000).toLocaleString(settings.language)} s`;
  if (Array.isArray(value))
    return value.length ? value.map((part) => choiceWord(option, String(part))).join(', ') : t('option.false');
  if (value && typeof value === 'object')
    return Object.entries(value)
      .map(([key, n]) => `${key}: ${n}`)
      .join(', ');
  return choiceWord(option, String(value));
}
