import { beforeEach, describe, expect, it } from 'vitest';
import type { PuzzleSaid } from '../src/lib/messages';
import { keep, ofDay, solvedIn, streak, today } from '../src/pages/puzzle/kept';
import { Sitting } from '../src/pages/puzzle/sitting.svelte';

const GAMES = [{ key: 'ion', puzzles: 3 }, { key: 'doce', puzzles: 2 }, { key: 'golf' }];
const kept = (days: string[]) => localStorage.setItem('parlour.puzzles', JSON.stringify({ solved: {}, days }));
beforeEach(() => localStorage.removeItem('parlour.puzzles'));

describe('the puzzle of a day', () => {
  it('is the same whatever the order of the games, and games take turns', () => {
    const [one, two] = [ofDay('2026-11-18', GAMES), ofDay('2026-11-19', GAMES)];
    expect(ofDay('2026-11-18', GAMES.toReversed())).toEqual(one);
    expect(one!.game).not.toBe(two!.game);
    expect(ofDay('2026-11-20', GAMES)!.number).not.toBe(one!.number);
    expect(ofDay('2026-11-18', [{ key: 'golf' }])).toBeNull();
  });
  it('comes round to every puzzle of every game', () => {
    const days = Array.from({ length: 12 }, (_, i) => ofDay(`2026-11-${10 + i}`, GAMES)!);
    expect(new Set(days.map(({ game, number }) => `${game}/${number}`))).toEqual(
      new Set(['ion/1', 'ion/2', 'ion/3', 'doce/1', 'doce/2']),
    );
  });
  it('is that of the day where one is', () => expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05'));
});

describe('days in a row', () => {
  it('go on from yesterday, are broken by a day without, and the longest is kept', () => {
    kept(['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-05', '2026-03-06']);
    expect(streak('2026-03-07')).toMatchObject({ row: 2, best: 4 });
    expect(streak('2026-03-08')).toMatchObject({ row: 0, best: 4 });
    expect(streak('2026-03-07').week.map(({ done }) => done)).toEqual([true, false, false, false, true, true, false]);
  });
  it('count the puzzle of the day alone, and the first answer stays', () => {
    keep('doce', 1, 0, true);
    keep('doce', 1, 3, false);
    keep('ion', 2, 2, true);
    expect([solvedIn('doce', 1), solvedIn('ion', 2), solvedIn('ion', 3)]).toEqual([0, 2, undefined]);
    expect(streak()).toMatchObject({ row: 1, best: 1 });
  });
  it('are none where what was kept is no record of them', () => {
    localStorage.setItem('parlour.puzzles', 'no');
    expect(streak()).toMatchObject({ row: 0, best: 0 });
  });
});

const offer = (number: number, square: string) => ({ number, text: '', label: '', move: { kind: 'place', square, face: 1 } });
const OFFERS = [offer(1, 'a1'), offer(2, 'b1'), offer(3, 'c1')];
const PUZZLE: PuzzleSaid = {
  number: 1,
  seat: 0,
  players: 2,
  position: {},
  task: '',
  hint: '',
  turns: [{ number: 1, label: '', answers: [{ seat: 1, number: 9 }], then: [{ number: 3, label: '' }] }],
  until: [{ kind: 'won', seat: 0 }],
};
const WON = [{ version: 1, kind: 'game', sentence: '', event: { kind: 'won', seat: 0 } }] as never[];

describe('a try', () => {
  it('is answered as the puzzle says, and the rules judge its end', () => {
    const sitting = new Sitting(PUZZLE);
    sitting.play({ face: 1, kind: 'place', square: 'a1' }, OFFERS, 0);
    expect([sitting.verdict, sitting.due]).toEqual(['open', [{ seat: 1, number: 9 }]]);
    sitting.due = [];
    sitting.play(OFFERS[1]!.move, OFFERS, 2);
    sitting.look(WON, 2, true);
    expect(sitting.verdict).toBe('open');
    sitting.look(WON, 3, false);
    expect(sitting.verdict).toBe('solved');
  });
  it('is over with a wrong move, or when the last one did not do it', () => {
    const wrong = new Sitting(PUZZLE);
    wrong.play(OFFERS[2]!.move, OFFERS, 0);
    expect(wrong.verdict).toBe('wrong');
    const late = new Sitting({ ...PUZZLE, turns: PUZZLE.turns[0]!.then! });
    late.play(OFFERS[0]!.move, OFFERS, 0);
    late.look([], 1, true);
    expect(late.verdict).toBe('open');
    late.play(OFFERS[0]!.move, OFFERS, 1);
    late.look([], 2, false);
    expect(late.verdict).toBe('wrong');
  });
  it('shows the whole solution, with the answers', () => {
    expect(new Sitting(PUZZLE, true).due.map(({ number }) => number)).toEqual([1, 9, 3]);
  });
});
