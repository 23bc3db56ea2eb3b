/** What ICECOOL2's pages are written in. */
import type { GameEvent, GameMove, IcecoolView } from './messages';
import type { Desk } from '../kinds';
import type { Reel } from './reel';

/** A flick as it is shown: as a film, or where nothing moves as the way that was taken. */
export interface FilmEffect {
  kind: 'film' | 'path';
  reel: Reel;
  /** Seconds into the film at which it begins, and how fast it runs. */
  from: number;
  to: number;
  speed: number;
  /** Where the flicked penguin looks, in degrees. */
  facing?: number;
}
/** A round that is over: what everybody draws, and the IDs they hold. */
export interface RoundOver {
  kind: 'round_over';
  round: number;
  why: number;
  gains: number[];
  ids: number[];
}
export type Effect = Exclude<GameEvent, { kind: 'round_over' }> | FilmEffect | RoundOver;

export interface Icecool {
  view: IcecoolView;
  move: GameMove;
  event: GameEvent;
  effect: Effect;
}
export type IcecoolDesk = Desk<Icecool>;
