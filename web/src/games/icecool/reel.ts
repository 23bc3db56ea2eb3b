/** A flight on its way to the screen: its film, and which line of the log belongs to which moment. */
import type { FlickReport, GameEvent } from './messages';
import type { Flight } from '../../lib/messages';
import type { Entry } from '../kinds';
import { develop, type Film, type Moment } from './film';
import type { Icecool } from './kinds';
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
  const { events: moments = [] } = (report ?? {}) as Partial<FlickReport>;
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

const KIND: Partial<Record<GameEvent['kind'], Moment['k']>> = {
  touched: 'touch',
  passed: 'pass',
  flew: 'over',
  left: 'exit',
  bumped: 'bounce',
};

/** The moment of every line: what the rules tell comes in the order in which it happened. */
type Line = Entry<Icecool>;
export function timed(lines: readonly Line[], moments: readonly Moment[], seconds: number): { line: Line; t: number }[] {
  let [at, next] = [0, 0];
  return lines.map((line) => {
    const { event } = line;
    const kind = event ? KIND[event.kind] : undefined;
    if (kind && event && 'seat' in event) {
      const letter = LETTERS[event.seat];
      for (let k = next; k < moments.length; k++) {
        const m = moments[k]!;
        if (m.k !== kind || (m.k === 'touch' ? m.a : m.p) !== letter) continue;
        next = k + 1;
        at = m.t;
        break;
      }
    } else if (event?.kind === 'rested' || event?.kind === 'returned') at = seconds;
    return { line, t: at };
  });
}

/** The best moment of a flick, worth a second look: a hop over a wall, else a door with a fish. */
export function best(moments: readonly Moment[], fished: readonly number[]): number | undefined {
  return moments.find((m) => m.k === 'over')?.t ?? fished[0];
}
