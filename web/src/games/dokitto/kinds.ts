/** What Dokitto! Ice's pages are written in. */
import type { DokittoView, GameEvent, GameMove, Trick } from './messages';
import type { Desk } from '../kinds';

/** One seat's row of the card that ends a round. */
export interface RoundRow {
  seat: number;
  points: number;
  total: number;
}
/** How a round ended: its points, the trick that ended it, and why in the table's own sentences. */
export interface RoundEnd {
  kind: 'scored';
  round: number;
  points: RoundRow[];
  trick: Trick | null;
  why: string[];
  /** The match ended with it. */
  last: boolean;
}
export type Effect =
  { kind: 'won'; seat: number } | { kind: 'took' | 'starred' | 'toppled'; seat: number; letter: string } | RoundEnd;

export interface Dokitto {
  view: DokittoView;
  move: GameMove;
  event: GameEvent;
  effect: Effect;
}
export type DokittoDesk = Desk<Dokitto>;
