/** The board's squares and its windows of four: only what is needed to draw hints. Which windows are open to whom says the view. */
import { FACTS, type DoceView } from './messages';

/** White's dice are bone, Black's ebony. */
export const KIND = ['bone', 'ebony'] as const;
export const SQUARES: string[] = [1, 2, 3, 4, 5].flatMap((row) => [...'abcde'].map((column) => column + row));
export const columnOf = (square: string): number => 'abcde'.indexOf(square[0]!);
export const rowOf = (square: string): number => Number(square[1]) - 1;
/** A window by its number: four squares in a straight line. */
export const windowOf = (number: number): readonly string[] => FACTS.windows[number] ?? [];

/** The windows that can still become a line of the seat. */
const openTo = (view: DoceView, seat: number): (readonly string[])[] =>
  FACTS.windows.filter((_, number) => (view.open[seat] ?? 0) & (1 << number));

/** What a die would do for a line: complete it, or leave one gap that needs a face. */
export interface Outlook {
  done: boolean;
  sum: string;
  gap?: string;
  need?: number;
}

const sums = (view: DoceView, line: readonly string[]) => line.flatMap((name) => view.dice[name]?.face ?? []);

/** What a die on `square` with `face` would complete, or leave to one more die, in the windows that are open to the seat. */
export function promise(view: DoceView, square: string, face: number, seat: number): Outlook | null {
  let best: Outlook | null = null;
  for (const line of openTo(view, seat)) {
    if (!line.includes(square)) continue;
    const faces = sums({ ...view, dice: { ...view.dice, [square]: { seat, face } } }, line);
    const need = FACTS.target - faces.reduce((a, b) => a + b, 0);
    const gap = line.find((name) => name !== square && !view.dice[name]);
    if (!gap && need === 0) return { done: true, sum: faces.join(' + ') };
    if (gap && faces.length === line.length - 1 && need >= 1 && need <= 6)
      best = { done: false, sum: faces.join(' + '), gap, need };
  }
  return best;
}

/** The windows that one more die would complete for a seat, as the view's threats say. */
export function nearLines(view: DoceView, seat: number): (readonly string[])[] {
  const threats = view.threats[seat] ?? {};
  return openTo(view, seat).filter(
    (line) => sums(view, line).length === line.length - 1 && line.some((name) => name in threats),
  );
}
