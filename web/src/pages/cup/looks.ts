/** How players of a tournament look: under what they have chosen, or by their number. */
import type { Look } from '../../kit/seats';
import type { CupShown } from '../../lib/messages';

export function lookOf(shown: CupShown, player: number): Look {
  const known = shown.players[player];
  return { sign: known?.sign ?? player, colour: known?.colour ?? player };
}
