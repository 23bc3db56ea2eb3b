/** A lesson: a few positions on a real table, one idea each. What is allowed, and what comes of it, is the rules engine's.
    A game has a lesson when its folder has a `lesson.ts` with `export const lesson: Step[]`. */

/** A sentence of the coach in every language of the pages, by its code. */
export type Said = { en: string } & Record<string, string>;

/** An event as the log has it; those with all of these fields are meant. */
export type Sign = { kind: string } & Record<string, number | string>;

export interface Step {
  players: number;
  /** The game's own Position; without one the match begins as usual. The learner has seat 0, easy bots the others. */
  position?: Record<string, unknown>;
  options?: Record<string, unknown>;
  /** What to do and why. */
  say: Said;
  /** After a try that the rules refuse, or that missed the idea. */
  no: Said;
  /** When it is done. */
  well: Said;
  /** The idea was shown when one of these has happened. */
  until: Sign[];
  /** The chance is gone when one of these has happened: the coach offers the position once more. */
  missed?: Sign[];
}

/** Whether a step is over with these lines of the log, well or not: what follows waits until the coach has spoken. */
export const settled = (lines: readonly { event?: Record<string, unknown> | null }[], { until, missed }: Step): boolean =>
  happened(
    lines.map(({ event }) => event),
    [...until, ...(missed ?? [])],
  );

export const happened = (
  events: readonly (Record<string, unknown> | null | undefined)[],
  signs: readonly Sign[] = [],
): boolean =>
  signs.some((sign) =>
    events.some((event) => !!event && Object.entries(sign).every(([field, value]) => event[field] === value)),
  );
