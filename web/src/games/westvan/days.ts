/** How a day was counted, out of what the log says of it: seat by seat, melt by melt. */
import type { GameEvent, MeltView } from './messages';
import type { Entry } from '../kinds';
import type { WestVan } from './kinds';

export interface CountedSeat {
  seat: number;
  melts: { melt: number; cards: number; liked: number; worth: number }[];
  left: { kind: number; count: number }[];
  burned: { how: number; cost: number } | null;
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

/** What the log tells of the end of a day, seat by seat. */
export type Counting = Extract<GameEvent, { kind: 'left' | 'melted' | 'burned' | 'scored' }>;

/** Add one thing that the log tells of the end of a day. */
export function counting(day: Counted, event: Counting): void {
  let seat = day.seats.find((s) => s.seat === event.seat);
  if (!seat)
    day.seats.push((seat = { seat: event.seat, melts: [], left: [], burned: null, taste: null, points: null, total: 0 }));
  day.step++;
  switch (event.kind) {
    case 'melted':
      seat.melts.push({ melt: event.melt, cards: event.cards, liked: event.liked, worth: event.worth });
      break;
    case 'left':
      seat.left.push({ kind: event.card, count: event.count });
      break;
    case 'burned':
      seat.burned = { how: event.how, cost: event.cost };
      break;
    case 'scored':
      Object.assign(seat, { taste: event.taste, points: event.points, total: event.total });
  }
}

/** A day whose count begins. */
export const began = ({ day, why, who }: Extract<GameEvent, { kind: 'day_over' }>, flights: MeltView[][] | null): Counted => ({
  day,
  why,
  who,
  flights,
  seats: [],
  step: 0,
});

/** All days that the log tells to their end. */
export function countedDays(lines: readonly Entry<WestVan>[]): Counted[] {
  const days: Counted[] = [];
  for (const { event } of lines)
    switch (event?.kind) {
      case 'day_over':
        days.push(began(event, null));
        break;
      case 'left':
      case 'melted':
      case 'burned':
      case 'scored': {
        const day = days.at(-1);
        if (day) counting(day, event);
      }
    }
  return days;
}
