/** The focus is never lost: when the thing that had it leaves the table, something sensible nearby has it. */
const SAME = ['data-card', 'data-square', 'data-tub', 'data-step'];
/** What a decision is made with comes first, then the hand or the board, then the prompt. */
const HOMES = ['[data-fan]', '[data-target]', '[data-number][tabindex="0"]', '[data-tray]', '[data-swap]', '[data-card][tabindex="0"]', '[data-card]', '[data-square][tabindex="0"]', '.prompt .btn:enabled', '.btn.pri:enabled'];

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
    const place = [...again, ...HOMES].map((where) => room.querySelector<HTMLElement>(where)).find((found) => found && !found.matches(':disabled'));
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
