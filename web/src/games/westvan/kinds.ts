/** What West Van Soft's pages are written in. */
import type { GameEvent, GameMove, WestVanView } from './messages';
import type { Desk } from '../kinds';
import type { Counted } from './days';

/** `fan`: somebody's cards face down, before one of them is mine. `day_end`: how far a day is counted. */
export type Effect = GameEvent | { kind: 'fan'; giver: number; card: number | null } | { kind: 'day_end'; counted: Counted };

export interface WestVan {
  view: WestVanView;
  move: GameMove;
  event: GameEvent;
  effect: Effect;
}
export type WestVanDesk = Desk<WestVan>;
export type WestVanOffer = WestVanDesk['moves'][number];
