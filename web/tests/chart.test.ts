import { describe, expect, it } from 'vitest';
import { apart, line, rounds, signed, stepAt, xAt } from '../src/pages/review/chart';

const frame = { left: 10, right: 110, top: 0, low: 100 };

describe('the curve of chances', () => {
  it('runs from the deal to the last step', () => {
    expect(line(frame, [[0.25], [0.5], [1]], 0)).toBe('10.0,75.0 60.0,50.0 110.0,0.0');
    expect(xAt(frame, 0, 0)).toBe(10);
  });
  it('finds the step under a finger, and none beyond the ends', () => {
    expect(stepAt(frame, 60, 2)).toBe(1);
    expect(stepAt(frame, -50, 2)).toBe(0);
    expect(stepAt(frame, 500, 2)).toBe(2);
  });
  it('keeps names apart and inside', () => {
    const found = apart([100, 100, 0, 98], 18, 0, 100);
    const sorted = found.toSorted((a, b) => a - b);
    expect(sorted.every((y, i) => !i || y - sorted[i - 1]! >= 18 - 1e-9)).toBe(true);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...found)).toBeLessThanOrEqual(100);
  });
  it('tells rounds', () => {
    expect(rounds([{ round: 1 }, { round: 1 }, { round: 2 }])).toEqual([
      { round: 1, from: 0, to: 2 },
      { round: 2, from: 2, to: 3 },
    ]);
  });
  it('writes a true minus', () => {
    expect([signed(-0.091), signed(0.2), signed(0)]).toEqual(['−9', '+20', '+0']);
  });
});
