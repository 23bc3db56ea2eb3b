/** The focus is never lost: when the thing that had it leaves the table, something sensible nearby has it. */
import { tick } from 'svelte';

const SAME = ['data-card', 'data-square', 'data-tub', 'data-step'];
/** What a decision is made with comes first, then the hand or the board, then the prompt. */
const HOMES = [
  '[data-fan]',
  '[data-target]',
  '[data-number][tabindex="0"]',
  '[data-tray]',
  '[data-swap]',
  '[data-card][tabindex="0"]',
  '[data-card]',
  '[data-square][tabindex="0"]',
  '.prompt .btn:enabled',
  '.btn.pri:enabled',
];

export function keepFocus(room: HTMLElement): () => void {
  let last: HTMLElement | undefined;
  const entered = (event: FocusEvent) => (last = event.target as HTMLElement);
  const left = (event: FocusEvent) => {
    // Whoever walks away on purpose takes the focus along.
    if (event.relatedTarget && !room.contains(event.relatedTarget as Node)) last = undefined;
  };
  const pointed = (event: PointerEvent) => {
    if (!(event.target as Element).closest('button, a, input, select, [tabindex]')) last = undefined;
  };
  function mend(): void {
    if (!last || document.activeElement !== document.body || document.querySelector('dialog[open]')) return;
    if (last.isConnected && !last.matches(':disabled')) return;
    const again = SAME.flatMap((name) => (last!.hasAttribute(name) ? [`[${name}="${last!.getAttribute(name)}"]`] : []));
    const place = [...again, ...HOMES]
      .map((where) => room.querySelector<HTMLElement>(where))
      .find((found) => found && !found.matches(':disabled'));
    (place ?? room).focus({ preventScroll: true });
  }
  const eye = new MutationObserver(() => queueMicrotask(mend));
  eye.observe(room, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  room.addEventListener('focusin', entered);
  room.addEventListener('focusout', left);
  room.addEventListener('pointerdown', pointed, true);
  return () => {
    eye.disconnect();
    room.removeEventListener('focusin', entered);
    room.removeEventListener('focusout', left);
    room.removeEventListener('pointerdown', pointed, true);
  };
}

/** On every page: when what had the focus is gone (another page, a form that closed) and nobody else has taken it, the page has it. */
export function neverLost(): void {
  let last: Element | null = null;
  document.addEventListener('focusin', (event) => (last = event.target as Element));
  document.addEventListener('pointerdown', (event) => {
    if (!(event.target as Element).closest('button, a, input, select, summary, label, [tabindex]')) last = null;
  });
  const eye = new MutationObserver(() => {
    if (last && !last.isConnected && document.activeElement === document.body) requestAnimationFrame(mend);
  });
  function mend(): void {
    if (!last || last.isConnected || document.activeElement !== document.body || document.querySelector('dialog[open]')) return;
    const place =
      document.querySelector<HTMLElement>('main[tabindex]') ??
      document.querySelector<HTMLElement>('h1') ??
      document.querySelector<HTMLElement>('main');
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
  eye.observe(document.body, { childList: true, subtree: true });
}

/** Left, right, Home and End walk through the cards of a hand. */
export function steer(event: KeyboardEvent): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')];
  const at = cards.indexOf(event.currentTarget as HTMLElement);
  const to = {
    ArrowLeft: (at - 1 + cards.length) % cards.length,
    ArrowRight: (at + 1) % cards.length,
    Home: 0,
    End: cards.length - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  cards[to]?.focus();
  cards[to]?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
}

/** The card that had the focus has left the hand: its neighbour has it now. */
export function passOn(last: { card: string; at: number } | undefined, hand: readonly string[]): void {
  if (!last || !hand.length || hand.includes(last.card) || document.activeElement !== document.body) return;
  const to = hand[Math.min(last.at, hand.length - 1)];
  void tick().then(() => document.querySelector<HTMLElement>(`[data-card="${to}"]`)?.focus());
}
