/** West Van Soft's notebook: the trail that the log tells, and my pen. */
import { beforeEach, expect, it } from 'vitest';
import type { Entry } from '../src/games/kinds';
import { KINDS, PEOPLE } from '../src/games/westvan/cards';
import type { WestVan } from '../src/games/westvan/kinds';
import type { GameEvent, Tastes } from '../src/games/westvan/messages';
import { Notes } from '../src/games/westvan/notes.svelte';
import { trail, worn } from '../src/games/westvan/trail';

const kind = (word: string) => KINDS.indexOf(word);
const log = (...events: GameEvent[]): Entry<WestVan>[] =>
  events.map((event) => ({ version: 0, kind: 'game', sentence: '', event }));
const nobody: (Tastes | null)[] = [null, null, null];
const toddler = PEOPLE.findIndex((who) => who.name === 'The Toddler');

it('tells what somebody did, day by day, and nothing of the others', () => {
  const lines = log(
    { kind: 'day', day: 1, seat: 0 },
    { kind: 'started', seat: 1, cone: kind('cup'), scoop: kind('mango'), melt: 0 },
    { kind: 'started', seat: 2, cone: kind('sugar'), scoop: kind('mint'), melt: 0 },
    { kind: 'scooped', seat: 1, scoop: kind('lemon'), owner: 2, melt: 0 },
    { kind: 'gave', giver: 1, taker: 0, card: kind('fudge') },
    { kind: 'gave', giver: 1, taker: 2, card: null },
    { kind: 'scored', seat: 1, taste: toddler, cards: 2, points: 4, total: 4 },
    { kind: 'day', day: 2, seat: 1 },
    { kind: 'kept', seat: 1, card: null, other: kind('whip') },
    { kind: 'asked', seat: 1, holder: -1 },
  );
  expect(trail(lines, 1, nobody)).toEqual([
    {
      day: 1,
      person: PEOPLE[toddler],
      deeds: [
        { what: 'built', cards: ['cup', 'mango'], to: null },
        { what: 'onto', cards: ['lemon'], to: 2 },
        { what: 'passed', cards: ['fudge'], to: 0 },
        { what: 'passed', cards: [null], to: 2 },
      ],
    },
    {
      day: 2,
      person: null,
      deeds: [
        { what: 'threw', cards: ['whip'], to: null },
        { what: 'asked', cards: [], to: null },
      ],
    },
  ]);
  expect(worn(lines)).toEqual({ 'The Toddler': { seat: 1, day: 1 } });
});

it('calls a melt spoilt only where the taste is known', () => {
  const scooped: GameEvent = { kind: 'scooped', seat: 1, scoop: kind('lemon'), owner: 0, melt: 0 };
  const today = log({ kind: 'day', day: 1, seat: 0 }, scooped);
  const what = (lines: Entry<WestVan>[], tastes: (Tastes | null)[]) => trail(lines, 1, tastes)[0]?.deeds[0]?.what;
  expect(PEOPLE[toddler]?.dislikes).toContain('lemon');
  expect(what(today, nobody)).toBe('onto');
  expect(what(today, [PEOPLE[toddler]!, null])).toBe('spoilt');
  const counted = log({ kind: 'scored', seat: 0, taste: toddler, cards: 0, points: 0, total: 0 });
  expect(what([...today, ...counted], nobody)).toBe('spoilt');
});

beforeEach(() => localStorage.clear());

it('strikes out, marks, opens and takes back, and finds it all again', () => {
  const notes = new Notes('t 1 2 0 1');
  notes.turn('The Toddler');
  notes.turn('The Hiker');
  notes.turn('The Hiker');
  expect([notes.of('The Toddler'), notes.of('The Hiker'), notes.of('The Goalie')]).toEqual(['no', 'yes', undefined]);
  const again = new Notes('t 1 2 0 1');
  expect([again.of('The Toddler'), again.of('The Hiker'), again.canUndo]).toEqual(['no', 'yes', false]);
  expect(new Notes('t 1 2 0 2').of('The Toddler')).toBeUndefined();
  notes.undo();
  expect(notes.of('The Hiker')).toBe('no');
  notes.turn('The Hiker');
  notes.turn('The Hiker');
  expect(new Notes('t 1 2 0 1').of('The Hiker')).toBeUndefined();
});

it('forgets the oldest pages, and what somebody else wrote', () => {
  for (let n = 0; n < 40; n++) new Notes(`page ${n}`).turn('The Toddler');
  expect(Object.keys(JSON.parse(localStorage.getItem('parlour.westvan.notes')!) as object)).toHaveLength(24);
  expect(new Notes('page 39').of('The Toddler')).toBe('no');
  for (const bad of ['[]', '7', '{"x": "y"}', '{', '{"x": {"The Toddler": 5}}']) {
    localStorage.setItem('parlour.westvan.notes', bad);
    const notes = new Notes('x');
    expect(notes.of('The Toddler')).toBeUndefined();
    notes.turn('The Toddler');
    expect(new Notes('x').of('The Toddler')).toBe('no');
  }
});
