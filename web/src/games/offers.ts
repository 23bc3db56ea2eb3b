/** Offers sorted by the card of the hand that they need: pick a card, then one of its moves. */
import type { Offer } from '../lib/messages';

const CARD_FIELDS = ['card', 'cone', 'scoop', 'topping'];

export const cardsOf = (offer: Offer): string[] =>
  CARD_FIELDS.flatMap((field) => (typeof offer.move[field] === 'string' ? [offer.move[field] as string] : []));
export const withCard = (offers: readonly Offer[], card: string): Offer[] =>
  offers.filter((offer) => cardsOf(offer).includes(card));
export const withoutCard = (offers: readonly Offer[]): Offer[] => offers.filter((offer) => !cardsOf(offer).length);
