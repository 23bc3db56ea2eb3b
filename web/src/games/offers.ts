/** Offers sorted by the card of the hand that they need: pick a card, then one of its moves. */
import type { Offer } from '../lib/messages';

const CARD_FIELDS = ['card', 'cone', 'scoop', 'topping'];

export const cardsOf = (offer: Offer): string[] => CARD_FIELDS.flatMap((field) => (typeof offer.move[field] === 'string' ? [offer.move[field] as string] : []));
export const withCard = (offers: readonly Offer[], card: string): Offer[] => offers.filter((offer) => cardsOf(offer).includes(card));
export const withoutCard = (offers: readonly Offer[]): Offer[] => offers.filter((offer) => !cardsOf(offer).length);

/** Left and right walk through the cards of a hand. */
export function steer(event: KeyboardEvent): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')];
  event.preventDefault();
  cards[(cards.indexOf(event.currentTarget as HTMLElement) + by + cards.length) % cards.length]?.focus();
}
