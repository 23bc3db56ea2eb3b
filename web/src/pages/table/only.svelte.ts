/** A move that is the only one. It waits for a tap; if this person wants it so, it goes by itself, after a sign and a moment. */
import { settings } from '../../app/settings.svelte';
import type { Offer } from '../../lib/messages';
import type { TableLine } from '../../net/line.svelte';

/** A card is lifted or a square chosen: the hand decides. */
const picked = () => !!document.querySelector('.stage [aria-pressed="true"], .stage .sel');

export class Only {
  /** It goes by itself in a moment. */
  goes = $state(false);
  /** The decision that is left to the hand, by match, moves and seat. */
  private held = '';
  private at = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly line: TableLine;

  constructor(line: TableLine) {
    this.line = line;
  }

  /** The only move of the seat that acts; called again when it changes. */
  look(seat: number, offer: Offer): () => void {
    this.at = `${this.line.table?.match} ${this.line.table?.moves} ${seat}`;
    this.goes = settings.forced && this.held !== this.at && !picked();
    if (this.goes) this.timer = setTimeout(() => this.go(seat, offer), 1400 + Math.random() * 1000);
    return () => {
      clearTimeout(this.timer);
      this.goes = false;
    };
  }

  /** A tap will do it. */
  wait(): void {
    clearTimeout(this.timer);
    this.held = this.at;
    this.goes = false;
  }

  /** Whatever the server says, it is tried once. */
  private go(seat: number, offer: Offer): void {
    this.wait();
    if (!picked() && document.visibilityState === 'visible') this.line.play(seat, offer.move, undefined, true);
  }
}
