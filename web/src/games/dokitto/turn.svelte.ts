/** A turn in the making: the card that is lifted, and what becomes of it. The server's offers say what may be played. */
import { boxOf } from '../../kit/place';
import type { GameMove } from './messages';
import { flavour, flavourName } from './flavours';
import type { DokittoDesk } from './kinds';
import { t } from './words';

export class Turn {
  picked = $state('');
  /** The card or tub that was tried last. */
  asked = $state('');
  /** Where the card that I play comes from. */
  from: DOMRect | undefined;

  private readonly desk: () => DokittoDesk;
  private readonly cards = $derived.by(
    () => new Set(this.desk().moves.flatMap(({ move }) => (move.type === 'play' ? [move.card] : []))),
  );
  private readonly flavours = $derived.by(
    () => new Set(this.desk().moves.flatMap(({ move }) => (move.type === 'take' ? [move.flavour] : []))),
  );
  readonly mine: boolean = $derived.by(() => {
    const { me, view } = this.desk();
    return me !== null && view.acting.includes(me);
  });
  /** It is my turn to play a card, and nothing moves. */
  readonly plays: boolean = $derived.by(() => this.mine && !this.desk().view.choosing && this.desk().calm);

  constructor(desk: () => DokittoDesk) {
    this.desk = desk;
  }

  mayPlay = (card: string): boolean => this.cards.has(card);
  mayTake = (letter: string): boolean => this.flavours.has(flavour(letter).name.toLowerCase());

  /** A card is pointed at: the first time it is lifted, the second time it is played. Before my turn it is only lifted. */
  pick(card: string, element: HTMLElement): void {
    if (!this.plays) {
      this.picked = this.picked === card ? '' : card;
      return;
    }
    if (this.mayPlay(card) && this.picked !== card) {
      this.desk().forgive();
      this.picked = card;
    } else this.play(card, element);
  }

  play(card: string, element: Element | null = document.querySelector(`[data-card="${card}"]`)): void {
    if (!this.mayPlay(card)) {
      this.asked = card;
      return this.desk().ask({ type: 'play', card });
    }
    this.desk().forgive();
    this.from = element ? boxOf(element) : undefined;
    this.desk().act({ type: 'play', card });
  }

  take(letter: string): void {
    const move: GameMove = { type: 'take', flavour: flavour(letter).name.toLowerCase() };
    if (this.mayTake(letter)) return this.desk().act(move);
    this.asked = letter;
    if (this.mine) this.desk().ask(move);
  }

  /** Where the card comes from that I play now: a later one that goes without my hand starts where it lies. */
  start(card: string): DOMRect | string {
    const from = this.from;
    this.from = undefined;
    return from ?? `[data-card="${card}"]`;
  }

  /** What to do, and why: the rule in a line. */
  prompt(): [string, string] {
    const { view } = this.desk();
    if (view.choosing) return [t('dok.do.choose'), t('dok.why.choose')];
    const led = view.trick?.cards[view.trick.leader]?.[0];
    if (!view.trick || !led) return [t('dok.do.lead'), t('dok.why.lead')];
    const holds = view.hand.some((card) => card[0] === led);
    const why = view.trick.mixed
      ? t('dok.why.mixed')
      : t(holds ? 'dok.why.pure' : 'dok.why.void', { flavour: flavourName(led) });
    return [holds ? t('dok.do.follow', { flavour: flavourName(led) }) : t('dok.do.any'), why];
  }
}
