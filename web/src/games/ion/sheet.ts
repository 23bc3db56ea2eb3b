/** The tournament sheet out of the log: a row a hand, points by seat, who dealt, who went out. */
import type { Entry } from '../kinds';
import type { Ion } from './kinds';

export interface Row {
  hand: number;
  dealer: number | null;
  winner: number;
  points: number[];
}

export function sheet(lines: readonly Entry<Ion>[], players: number): Row[] {
  const rows: Row[] = [];
  let dealer: number | null = null;
  for (const { event } of lines) {
    if (event?.kind === 'hand') dealer = event.seat;
    else if (event?.kind === 'hand_ended')
      rows.push({ hand: event.hand, dealer, winner: event.winner, points: Array<number>(players).fill(0) });
    else if (event?.kind === 'scored') rows.at(-1)!.points[event.seat] = event.points;
  }
  return rows;
}
