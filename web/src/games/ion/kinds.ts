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
export type Effect = (GameEvent & { duel?: Fought }) | { kind: 'hand_over'; over: HandOver };

export interface Ion {
  view: IonView;
  move: GameMove;
  event: GameEvent;
  effect: Effect;
}
export type IonDesk = Desk<Ion>;
