/** What DOCE's pages are written in. */
import type { DoceView, GameEvent, GameMove } from './messages';
import type { Desk } from '../kinds';

type Of<K> = Extract<GameEvent, { kind: K }>;
/** A round that is over, with the line that won it. */
export type RoundEnd = (Of<'won'> | Of<'drew'>) & { squares: readonly string[]; round: number; last: boolean };
export type Effect =
  { kind: 'placed'; square: string } | { kind: 'lined'; seat: number; squares: readonly string[] } | RoundEnd;

export interface Doce {
  view: DoceView;
  move: GameMove;
  event: GameEvent;
  effect: Effect;
}
export type DoceDesk = Desk<Doce>;
