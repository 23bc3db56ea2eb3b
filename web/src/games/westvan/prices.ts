/** What a card of mine makes of my melts, in words: before it is played, and once more where it costs more than one might think. */
import type { WestVanDesk, WestVanOffer } from './kinds';
import { nameOf, personName } from './cards';
import { t } from './words';

type View = WestVanDesk['view'];
type Who = View['characters'][number];

const meltOf = (view: View, me: number | null, { move }: WestVanOffer) =>
  'melt' in move && move.seat === me ? view.flights[move.seat]?.[move.melt] : undefined;

const priceOf = (view: View, { move }: WestVanOffer) =>
  'melt' in move
    ? view.prices.find(
        (p) =>
          !p.cone && p.seat === move.seat && p.melt === move.melt && p.card === ('scoop' in move ? move.scoop : move.topping),
      )
    : undefined;

/** What is to be said before this is done at a second tap; nothing for most. */
export function warning(view: View, me: number | null, who: Who, offer: WestVanOffer): string {
  if (offer.move.type === 'ask') return t('wvs.ask.cost');
  const [melt, price] = [meltOf(view, me, offer), priceOf(view, offer)];
  return melt?.worth && price?.worth === 0 && who
    ? t('wvs.price.bad', { card: nameOf(price.card), n: melt.worth, person: personName(who.name) })
    : '';
}

/** A sentence for each of my melts that the card may go on. */
export function sums(view: View, me: number | null, offers: WestVanOffer[]): string[] {
  return offers.flatMap((offer) => {
    const [melt, price] = [meltOf(view, me, offer), priceOf(view, offer)];
    if (!melt || !price) return [];
    const mine = {
      melt: t('wvs.mine.melt', { cone: nameOf(melt.cone) }),
      cards: price.cards,
      liked: price.liked,
      n: price.worth,
    };
    return [t(price.worth ? 'wvs.price.sum' : 'wvs.price.zero', mine)];
  });
}
