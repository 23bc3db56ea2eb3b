/** The little markup of a rule's words: bold, italics, and the numbers of other rules, which become links. */
export type Piece = { kind: 'plain' | 'bold' | 'italic' | 'rule' | 'ruling'; words: string; id: string };

const MARKED = /(\*\*[^*]+\*\*|\*[^*]+\*)/;
/** DOK-31; DOK-06, 07 and 08; ION-95 to 98; DOK-R3; R28. */
const RULES = /((?:[A-Z]{3}-)?R\d+|[A-Z]{3}-\d+(?:(?:, | and | or | to | und | oder | bis )\d+\b)*)/;

export const isRuling = (id: string) => /-R\d+$/.test(id);

export function pieces(words: string, prefix: string): Piece[] {
  return words.split(MARKED).flatMap((part): Piece[] => {
    if (part.startsWith('**')) return [{ kind: 'bold', words: part.slice(2, -2), id: '' }];
    if (part.startsWith('*') && part.length > 2) return [{ kind: 'italic', words: part.slice(1, -1), id: '' }];
    return numbers(part, prefix);
  });
}

function numbers(words: string, prefix: string): Piece[] {
  const parts = words.split(RULES);
  return parts.flatMap((part, i): Piece[] => {
    if (i % 2 === 0) return part ? [{ kind: 'plain', words: part, id: '' }] : [];
    if (/R\d+$/.test(part)) {
      // In brackets at the end of a sentence it is said in words; within a sentence the number itself is read.
      const said = parts[i + 1]?.startsWith(')') ? 'ruling' : 'rule';
      return [{ kind: said, words: part, id: part.startsWith('R') ? `${prefix}-${part}` : part }];
    }
    return part.split(/(\d+)/).flatMap((bit, k): Piece[] => {
      if (k % 2 === 1) return [{ kind: 'rule', words: k === 1 ? `${prefix}-${bit}` : bit, id: `${prefix}-${bit}` }];
      return bit && k > 0 ? [{ kind: 'plain', words: bit, id: '' }] : [];
    });
  });
}

/** A ruling begins with its question. */
export function question(text: string): [string, string] {
  const at = text.indexOf(' — ');
  return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 3)];
}
