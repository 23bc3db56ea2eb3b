/** What a sentence may ask of its values: `{n:one=card|other=cards}` chooses by a number, `{name:vowel=d’|other=de }` by how a name begins.
 * The words of the server have the same (`core/grammar.py`). */
export type Values = Record<string, string | number>;

const rules = new Map<string, Intl.PluralRules>();
/** The plural form of a whole number, as CLDR has it; of an ordinal number for `ordinal`. */
export function form(language: string, n: number, type: Intl.PluralRuleType = 'cardinal'): string {
  const key = language + type;
  if (!rules.has(key)) rules.set(key, new Intl.PluralRules(language, { type }));
  return rules.get(key)!.select(n);
}

function beginning(text: string): string {
  return /^[aeiouœæ]/i.test(text.normalize('NFD')) ? 'vowel' : 'consonant';
}

/** A sentence with its values. */
export function fill(text: string, values: Values, language: string): string {
  return text.replace(/\{(\w+)(?::([^{}]*(?:\{\w+\}[^{}]*)*))?\}/g, (_, name: string, choices?: string) => {
    const value = values[name] ?? '';
    if (choices === undefined) return String(value);
    const what = /^\d+$/.test(String(value)) ? [String(value), form(language, Number(value))] : [beginning(String(value))];
    const ways = choices.split('|').map((way) => [way.slice(0, way.indexOf('=')), way.slice(way.indexOf('=') + 1)] as const);
    const way = ways.find(([key]) => what.includes(key)) ?? ways.find(([key]) => key === 'other') ?? ways.at(-1)!;
    return fill(way[1], values, language);
  });
}
