/** How a day was counted, out of what the log says of it: seat by seat, melt by melt. */
import type { MeltView } from './messages';
import type { Line } from '../../lib/messages';

export interface CountedSeat {
  seat: number;
  melts: { melt: number; cards: number; liked: number; worth: number }[];
  left: { kind: number; count: number }[];
  burned: number | null;
  /** Known once the seat is counted to its end. */
  taste: number | null;
  points: number | null;
  total: number;
}
export interface Counted {
  day: number;
  why: number;
  who: number;
  /** The flights as they stood at the end, where they are known. */
  flights: MeltView[][] | null;
  seats: CountedSeat[];
  step: number;
}

type Told = Record<string, unknown>;

/** Add one thing that the log tells of the end of a day. */
export function counting(day: Counted, event: Told): void {
  const number = event['seat'] as number;
  let seat = day.seats.find((s) => s.seat === number);
  if (!seat) day.seats.push((seat = { seat: number, melts: [], left: [], burned: null, taste: null, points: null, total: 0 }));
  day.step++;
  if (event['kind'] === 'melted')
    seat.melts.push({
      melt: event['melt'] as number,
      cards: event['cards'] as number,
      liked: event['liked'] as number,
      worth: event['worth'] as number,
    });
  else if (event['kind'] === 'left') seat.left.push({ kind: event['card'] as number, count: event['count'] as number });
  else if (event['kind'] === 'burned') seat.burned = event['how'] as number;
  else if (event['kind'] === 'scored')
    Object.assign(seat, { taste: event['taste'], points: event['points'], total: event['total'] });
}

/** All days that the log tells to their end. */
export function countedDays(lines: readonly Line[]): Counted[] {
  const days: Counted[] = [];
  for (const { event } of lines) {
    if (event?.['kind'] === 'day_over')
      days.push({
        day: event['day'] as number,
        why: event['why'] as number,
        who: event['who'] as number,
        flights: null,
        seats: [],
        step: 0,
      });
    else if (['left', 'melted', 'burned', 'scored'].includes(String(event?.['kind']))) {
      const day = days.at(-1);
      if (day) counting(day, event!);
    }
  }
  return days;
}
