/** What ION's pages are written in. */
import type { GameEvent, GameMove, IonView } from './messages';
import type { Desk } from '../kinds';

/** A duel as it is fought, longer than the rules need it: both sides, the numbers, every throw. */
export interface Fought {
  source: number;
  target: number;
  pair: number[];
  one?: number;
  throws: { seat: number; number: number }[];
  winner?: number;
}
/** The end of a hand, told in one piece. */
export interface HandOver {
  hand: number;
  winner: number;
  how: number;
  left: { seat: number; cards: number; points: number }[];
  scored: { seat: number; points: number; spoils: number; total: number }[];
}
export type Effect =
  /** `rolling`: a die is still in the air, and what it shows is not told yet. */
  | (GameEvent & { duel?: Fought; rolling?: boolean })
  /** My die lies in my hand: it is thrown with a tap or a shake, or by itself after a while. */
  | { kind: 'toss'; duel: Fought }
  | { kind: 'hand_over'; over: HandOver };

export interface Ion {
  view: IonView;
  move: GameMove;
  event: GameEvent;
  effect: Effect;
}
export type IonDesk = Desk<Ion>;
