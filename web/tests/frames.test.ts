/** The moments between two views, of every game: whole matches as the server tells them are shown step by step. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { AnyPage, Entry, Frame } from '../src/games/kinds';
import type { Replay } from '../src/lib/messages';

/** By game: its golden match, told by Python (tests/web/test_units.py). */
const STORIES = JSON.parse(readFileSync(process.env['PARLOUR_STORIES']!, 'utf8')) as Record<string, Pick<Replay, 'steps'>>;
const FRAMES = import.meta.glob<Required<AnyPage>['frames']>('../src/games/*/frames.ts', { import: 'frames', eager: true });
const games = Object.entries(FRAMES).map(([path, frames]) => [path.split('/')[3]!, frames] as const);

interface Shown {
  before: unknown;
  after: unknown;
  lines: Entry[];
  frames: Frame[];
  at: number;
}
/** Every step of a match through the eyes of everybody, and of those who only watch. */
function* shown(game: string, frames: Required<AnyPage>['frames']): Generator<Shown> {
  const { steps } = STORIES[game]!;
  for (const me of [null, ...steps[0]!.views.keys()])
    for (const [at, step] of steps.entries()) {
      if (!at) continue;
      const last = steps[at - 1]!;
      const [before, after] = me === null ? [last.view, step.view] : [last.views[me], step.views[me]];
      yield { before, after, lines: step.lines, frames: frames(before, after, step.lines, me, { flights: [], world: [] }), at };
    }
}

it('finds a match of every game that has moments', () => {
  expect(games.length).toBeGreaterThan(0);
  for (const [game] of games) expect(STORIES[game]?.steps.length, game).toBeGreaterThan(10);
});

const said = (lines: readonly Entry[]) => lines.map((line) => line.sentence).filter(Boolean);

it.each(games)(
  '%s: every step ends with what the server says, tells every line once, and changes nothing that it is given',
  (game, frames) => {
    const kept = structuredClone(STORIES[game]);
    for (const { frames: told, lines, after, at } of shown(game, frames)) {
      expect(told.at(-1)?.view, `step ${at}`).toEqual(after);
      expect(said(told.flatMap((frame) => frame.lines ?? [])), `step ${at}`).toEqual(said(lines));
      for (const { hold } of told) expect(hold >= 0 && hold < 20_000).toBe(true);
    }
    expect(STORIES[game]).toEqual(kept);
  },
);

/** What the moments count for themselves, on the way from one view to the next. */
const COUNTED: Record<string, string[]> = {
  doce: ['dice', 'blocked', 'marks', 'dice_left', 'blocker_left', 'score', 'earned'],
  dokitto: ['hand', 'hand_sizes', 'cones', 'toppings', 'score', 'toppled'],
  icecool: ['fish', 'ids'],
  ion: ['hand', 'hand_sizes', 'table', 'match', 'pile', 'alive'],
  westvan: ['flights', 'freezers', 'deck', 'total', 'mode', 'clockwise'],
};
/** What a card is worth to me, and what I know of a freezer, is the server's to say. */
const UNCOUNTED = ['worth', 'liked', 'cards'];
const bare = (view: unknown, field: string) => {
  const value = (view as Record<string, unknown>)[field];
  return JSON.parse(JSON.stringify(value, (key, part: unknown) => (UNCOUNTED.includes(key) ? null : part))) as unknown;
};

it.each(Object.keys(COUNTED))('%s: the moments count as the server does', (game) => {
  for (const { frames: told, after, at } of shown(game, FRAMES[`../src/games/${game}/frames.ts`]!)) {
    const last = told.at(-2);
    if (last?.view)
      for (const field of COUNTED[game]!) expect(bare(last.view, field), `${field}, step ${at}`).toEqual(bare(after, field));
  }
});
