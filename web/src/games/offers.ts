/** Offers sorted by the card of the hand that they need: pick a card, then one of its moves. */

const CARD_FIELDS = ['card', 'cone', 'scoop', 'topping'];

interface Offer {
  move: object;
}
export const cardsOf = ({ move }: Offer): string[] =>
  Object.entries(move).flatMap(([field, card]) => (CARD_FIELDS.includes(field) && typeof card === 'string' ? [card] : []));
export const withCard = <O extends Offer>(offers: readonly O[], card: string): O[] =>
  offers.filter((offer) => cardsOf(offer).includes(card));
export const withoutCard = <O extends Offer>(offers: readonly O[]): O[] => offers.filter((offer) => !cardsOf(offer).length);
