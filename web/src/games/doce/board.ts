/** The board's squares and its windows of four: only what is needed to draw hints. The rules are the server's. */
import type { DoceView } from './messages';

/** White's dice are bone, Black's ebony. */
export const KIND = ['bone', 'ebony'] as const;
export const SQUARES: string[] = [1, 2, 3, 4, 5].flatMap((row) => [...'abcde'].map((column) => column + row));
export const columnOf = (square: string): number => 'abcde'.indexOf(square[0]!);
export const rowOf = (square: string): number => Number(square[1]) - 1;
const at = (column: number, row: number): string | undefined => SQUARES[row * 5 + column];

export function windows(diagonals: unknown): string[][] {
  const found: string[][] = [];
  const long = new Set(['a1', 'b2', 'c3', 'd4', 'e5', 'e1', 'd2', 'b4', 'a5']);
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 5; column++)
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [-1, 1],
      ] as const) {
        const last = [column + 3 * dx, row + 3 * dy] as const;
        if (last[0] < 0 || last[0] > 4 || last[1] > 4) continue;
        const line = [0, 1, 2, 3].map((k) => at(column + k * dx, row + k * dy)!);
        if (dx && dy && (diagonals === 'none' || (diagonals === 'long' && !line.every((square) => long.has(square))))) continue;
        found.push(line);
      }
  return found;
}

/** What a die would do for a line: complete it, or leave one gap that needs a face. */
export interface Outlook {
  done: boolean;
  sum: string;
  gap?: string;
  need?: number;
}

/** Three dice and one gap: what a die on `square` with `face` would leave open, or complete. */
export function promise(view: DoceView, lines: string[][], square: string, face: number, seat: number): Outlook | null {
  const die = (name: string) => (name === square ? { seat, face } : view.dice[name]);
  let best: Outlook | null = null;
  for (const line of lines) {
    if (!line.includes(square) || line.some((name) => view.blocked.includes(name))) continue;
    const dice = line.map(die);
    const owners = dice.map((d) => (d ? (d.seat === seat ? 'P' : 'O') : '.')).join('');
    if (!/^(P|\.)(P|\.)(P|\.)(P|O|\.)$|^(O|P|\.)(P|\.)(P|\.)(P|\.)$/.test(owners)) continue;
    const faces = dice.flatMap((d) => (d ? [d.face] : []));
    const total = faces.reduce((a, b) => a + b, 0);
    if (faces.length === 4 && total === 12) return { done: true, sum: faces.join(' + ') };
    const need = 12 - total;
    if (faces.length === 3 && need >= 1 && need <= 6)
      best = { done: false, sum: faces.join(' + '), gap: line[dice.findIndex((d) => !d)]!, need };
  }
  return best;
}

/** The windows that one more die would complete for a seat, as the view's threats say. */
export function nearLines(view: DoceView, lines: string[][], seat: number): string[][] {
  const threats = view.threats[seat] ?? {};
  return Object.entries(threats).flatMap(([gap, face]) =>
    lines.filter((line) => line.includes(gap) && promise(view, [line], gap, face, seat)?.done),
  );
}
