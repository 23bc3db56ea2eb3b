/** A flight on its way to the screen: its film, and which line of the log belongs to which moment. */
import type { Flight, Line } from '../../lib/messages';
import { develop, type Film, type Moment } from './film';
import { LETTERS } from './plan';

export interface Reel {
  /** Match and move: the same flick is the same film. */
  id: string;
  seat: number;
  match: number;
  move: number;
  seconds: number;
  moments: readonly Moment[];
  film: Promise<Film>;
}

export function reel(flight: Pick<Flight, 'match' | 'move' | 'seat' | 'seconds' | 'path'>, report: unknown): Reel {
  const moments = ((report as { events?: Moment[] } | undefined)?.events ?? []) as Moment[];
  return {
    id: `${flight.match}.${flight.move}`,
    seat: flight.seat,
    match: flight.match,
    move: flight.move,
    seconds: flight.seconds + 0.2,
    moments,
    film: develop(flight.path, moments),
  };
}

const KIND: Record<string, Moment['k']> = { touched: 'touch', passed: 'pass', flew: 'over', left: 'exit', bumped: 'bounce' };

/** The moment of every line: what the rules tell comes in the order in which it happened. */
export function timed(lines: readonly Line[], moments: readonly Moment[], seconds: number): { line: Line; t: number }[] {
  let [at, next] = [0, 0];
  return lines.map((line) => {
    const event = line.event as Record<string, unknown> | null | undefined;
    const kind = KIND[event?.['kind'] as string];
    if (kind) {
      const letter = LETTERS[event!['seat'] as number];
      for (let k = next; k < moments.length; k++) {
        const m = moments[k]!;
        if (m.k !== kind || (m['p'] !== letter && m['a'] !== letter)) continue;
        next = k + 1;
        at = m.t;
        break;
      }
    } else if (event?.['kind'] === 'rested' || event?.['kind'] === 'returned') at = seconds;
    return { line, t: at };
  });
}

/** The best moment of a flick, worth a second look: a hop over a wall, else a door with a fish. */
export function best(moments: readonly Moment[], fished: readonly number[]): number | undefined {
  return moments.find((m) => m.k === 'over')?.t ?? fished[0];
}
