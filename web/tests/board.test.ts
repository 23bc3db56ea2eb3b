/** DOCE's hints: what a die would do, in the windows that the server says are open. */
import { expect, it } from 'vitest';
import { nearLines, promise, SQUARES, windowOf } from '../src/games/doce/board';
import { FACTS, type DoceView } from '../src/games/doce/messages';

const view = (dice: Record<string, number>, open = (1 << FACTS.windows.length) - 1): DoceView =>
  ({
    dice: Object.fromEntries(Object.entries(dice).map(([square, face]) => [square, { seat: 0, face }])),
    open: [open, 0],
    threats: [{ d1: 3 }, {}],
  }) as unknown as DoceView;

it('knows every window as four squares of the board', () => {
  for (const n of FACTS.windows.keys()) expect(windowOf(n).every((square) => SQUARES.includes(square))).toBe(true);
  expect(windowOf(-1)).toEqual([]);
});

it('says which die completes a line, and what a gap still needs', () => {
  const three = view({ a1: 3, b1: 3, c1: 3 });
  expect(promise(three, 'd1', 3, 0)).toEqual({ done: true, sum: '3 + 3 + 3 + 3' });
  expect(promise(three, 'd1', 4, 0)).toMatchObject({ done: false, gap: 'e1', need: 2 });
  expect(promise(view({ a1: 3, b1: 3 }), 'c1', 2, 0)).toEqual({ done: false, sum: '3 + 3 + 2', gap: 'd1', need: 4 });
  expect(promise(view({ a1: 6, b1: 6 }), 'c1', 6, 0)).toBeNull();
});

it('promises nothing in a window that is shut, nor to the other seat', () => {
  expect(promise(view({ a1: 3, b1: 3, c1: 3 }, 0), 'd1', 3, 0)).toBeNull();
  expect(promise(view({ a1: 3, b1: 3, c1: 3 }), 'd1', 3, 1)).toBeNull();
});

it('draws the lines that one more die completes', () => {
  expect(nearLines(view({ a1: 3, b1: 3, c1: 3 }), 0)).toEqual([['a1', 'b1', 'c1', 'd1']]);
  expect(nearLines(view({ a1: 3, b1: 3 }), 0)).toEqual([]);
});
