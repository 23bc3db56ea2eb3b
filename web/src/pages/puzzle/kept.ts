/** What this browser remembers of puzzles: which were solved, and on which days in a row that of the day. */
const KEY = 'parlour.puzzles';
const DAY = 86_400_000;

interface Kept {
  /** By game and number: in how many tries; 0 when its solution was shown. */
  solved: Record<string, number>;
  /** Days on which the puzzle of the day was solved. */
  days: string[];
}

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return { solved: kept.solved ?? {}, days: Array.isArray(kept.days) ? kept.days : [] };
  } catch {
    return { solved: {}, days: [] };
  }
}

/** The day where one is, as 2026-11-18. */
export const today = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
const count = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);

export interface OfDay {
  game: string;
  number: number;
}
/** The puzzle of a day, the same for everybody who has that day: games take turns, and each tells its puzzles in order. */
export function ofDay(day: string, games: readonly { key: string; puzzles?: number }[]): OfDay | null {
  const with_ = games.filter((game) => game.puzzles).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const game = with_[count(day) % with_.length];
  return game ? { game: game.key, number: 1 + (Math.floor(count(day) / with_.length) % game.puzzles!) } : null;
}

/** The tries after which a puzzle was solved; undefined if it was not. */
export const solvedIn = (game: string, number: number): number | undefined => read().solved[`${game}/${number}`];

/** Remember a puzzle; `daily` when it is that of today. */
export function keep(game: string, number: number, tries: number, daily: boolean): void {
  const kept = read();
  kept.solved[`${game}/${number}`] ??= tries;
  if (daily && tries && !kept.days.includes(today())) kept.days.push(today());
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept, days: kept.days.slice(-400) }));
  } catch {
    /* then nobody remembers */
  }
}

/** Days in a row up to today, or to yesterday while today's is open; the longest row; and the last seven days. */
export function streak(now = today()): { row: number; best: number; week: { day: string; done: boolean }[] } {
  const days = read()
    .days.map(count)
    .toSorted((a, b) => a - b);
  let [best, run] = [0, 0];
  for (const [i, day] of days.entries()) best = Math.max(best, (run = days[i - 1] === day - 1 ? run + 1 : 1));
  const last = days.at(-1) ?? 0;
  const week = Array.from({ length: 7 }, (_, i) => count(now) - 6 + i);
  return {
    row: last >= count(now) - 1 ? run : 0,
    best,
    week: week.map((day) => ({ day: new Date(day * DAY).toISOString().slice(0, 10), done: days.includes(day) })),
  };
}
