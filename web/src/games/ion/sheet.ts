/** The tournament sheet out of the log: a row a hand, points by seat, who dealt, who went out. */
import type { Line } from '../../lib/messages';

export interface Row {
  hand: number;
  dealer: number | null;
  winner: number;
  points: number[];
}

export function sheet(lines: readonly Line[], players: number): Row[] {
  const rows: Row[] = [];
  let dealer: number | null = null;
  for (const { event } of lines) {
    if (event?.['kind'] === 'hand') dealer = event['seat'] as number;
    else if (event?.['kind'] === 'hand_ended')
      rows.push({
        hand: event['hand'] as number,
        dealer,
        winner: event['winner'] as number,
        points: Array<number>(players).fill(0),
      });
    else if (event?.['kind'] === 'scored') rows.at(-1)!.points[event['seat'] as number] = event['points'] as number;
  }
  return rows;
}
