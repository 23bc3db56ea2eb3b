/** The stage: one moment after the other, in the time that people want, and never behind. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '../src/app/settings.svelte';
import type { Entry, Frame, Kinds } from '../src/games/kinds';
import { deskOf } from '../src/net/desk';
import { Stage } from '../src/net/stage.svelte';
import { page as browser } from './browser';

interface Count extends Kinds {
  view: { n: number; race?: boolean };
}
const said = (sentence: string, kind: Entry['kind'] = 'game'): Entry => ({ version: 0, kind, sentence, name: 'Mia' });
/** Counts up one by one, a second each. */
const frames = (before: Count['view'], after: Count['view'], lines: Entry[]): Frame<Count>[] =>
  Array.from({ length: after.n - before.n }, (_, k) => ({
    view: { ...after, n: before.n + k + 1 },
    hold: 1000,
    lines: lines.slice(k, k + 1),
    stop: (before.n + k + 1) % 10 === 0,
  }));
const staged = () => {
  const stage = new Stage<Count>(
    () => ({ frames }),
    () => 0,
  );
  stage.set({ n: 0 }, []);
  return stage;
};

beforeEach(() => {
  vi.useFakeTimers();
  settings.pace = 'usual';
  browser.visibilityState = 'visible';
});
afterEach(() => vi.useRealTimers());

it('shows what happened one moment after another', () => {
  const stage = staged();
  stage.add({ n: 3 }, [said('one'), said('two'), said('three')]);
  expect([stage.view?.n, stage.calm, stage.said]).toEqual([1, false, 'one']);
  vi.advanceTimersByTime(1000);
  expect([stage.view?.n, stage.said]).toEqual([2, 'two']);
  vi.runAllTimers();
  expect([stage.view?.n, stage.calm]).toEqual([3, true]);
  expect(stage.lines.map((line) => line.sentence)).toEqual(['one', 'two', 'three']);
});

it('keeps the order of what comes while something is shown', () => {
  const stage = staged();
  stage.add({ n: 2 }, []);
  stage.add({ n: 4 }, []);
  const seen: number[] = [];
  while (!stage.calm) {
    seen.push(stage.view!.n);
    vi.runOnlyPendingTimers();
  }
  expect(seen).toEqual([1, 2, 3, 4]);
});

it('is hurried by a click to the end, or to the end of a round that is still to be read', () => {
  const stage = staged();
  stage.add({ n: 12 }, [said('one'), said('two')]);
  stage.skip();
  expect(stage.view?.n).toBe(10);
  expect(stage.lines).toHaveLength(2);
  stage.skip();
  expect(stage.view?.n).toBe(12);
  stage.add({ n: 30 }, []);
  stage.skip(true);
  expect([stage.view?.n, stage.calm]).toEqual([30, true]);
});

it('waits for nobody in a race, nor for a page that nobody looks at, nor where all is instant', () => {
  const stage = staged();
  stage.add({ n: 5, race: true }, []);
  expect(stage.view).toEqual({ n: 5, race: true });
  browser.visibilityState = 'hidden';
  stage.add({ n: 9 }, []);
  vi.advanceTimersByTime(20);
  expect(stage.view?.n).toBe(9);
  browser.visibilityState = 'visible';
  settings.pace = 'instant';
  stage.add({ n: 12 }, []);
  vi.advanceTimersByTime(20);
  expect(stage.view?.n).toBe(12);
});

it('catches up with whom it has left far behind', () => {
  const stage = staged();
  stage.add({ n: 70 }, []);
  stage.add({ n: 71 }, []);
  expect([stage.view?.n, stage.calm]).toEqual([71, true]);
});

it('tells talk at once, without a view, and reads the name before it', () => {
  const stage = staged();
  stage.add({ n: 2 }, []);
  stage.add(null, [said('hello', 'chat')]);
  expect(stage.view?.n).toBe(1);
  expect(stage.said).toBe('Mia: hello');
});

it('forgets what was still to be shown when a snapshot comes', () => {
  const stage = staged();
  stage.add({ n: 5 }, []);
  stage.set({ n: 50 }, [said('again')]);
  vi.runAllTimers();
  expect([stage.view?.n, stage.lines.length, stage.calm]).toEqual([50, 1, true]);
});

it('lends its desk living eyes, and hands that do nothing unless the page has some', () => {
  const stage = staged();
  const done: unknown[] = [];
  let me: number | null = null;
  const watched = deskOf(stage, { seats: [], name: String, openRule: () => undefined });
  const played = deskOf(stage, {
    get me() {
      return me;
    },
    act: (move) => void done.push(move),
    seats: [],
    name: String,
    openRule: () => undefined,
  });
  stage.set({ n: 7 }, []);
  me = 1;
  watched.act('x');
  played.act('y');
  expect([watched.view.n, watched.me, played.view.n, played.me, done]).toEqual([7, null, 7, 1, ['y']]);
});
