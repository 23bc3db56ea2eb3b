/** Drag a thing onto a place, by mouse, pen or finger: another way to do what a click does, never the only one.
    A place is an element with `data-drop="name"`; while something hovers over it, it has `data-over`.

    `<button {@attach drag(() => mine && { drop: (place) => play(card, place) })}>`; falsy means that it stays where it is. */
import type { Attachment } from 'svelte/attachments';
import { ms } from '../app/settings.svelte';
import { pointOf } from './place';

export interface Dragged {
  drop(place: string): void;
  /** It leaves its place: the moment to pick it, so that the places show themselves. */
  lift?(): void;
}

const FAR = 8;

export function drag(options: () => Dragged | false | null | undefined): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number; id: number } | undefined;
    let held: Dragged | undefined;
    let over: HTMLElement | null = null;

    function hover(place: HTMLElement | null): void {
      if (place === over) return;
      over?.removeAttribute('data-over');
      place?.setAttribute('data-over', '');
      over = place;
    }
    function down(event: PointerEvent): void {
      if (event.button !== 0 || !event.isPrimary) return;
      from = { ...pointOf(event), id: event.pointerId };
      // A quick hand has left the thing before the first move is told.
      addEventListener('pointermove', move);
      addEventListener('pointerup', end);
      addEventListener('pointercancel', end);
      addEventListener('keydown', cancel);
    }
    function move(event: PointerEvent): void {
      if (!from || event.pointerId !== from.id) return;
      const now = pointOf(event);
      const [dx, dy] = [now.x - from.x, now.y - from.y];
      if (!held) {
        if (Math.hypot(dx, dy) < FAR) return;
        // A finger that goes sideways scrolls the hand.
        const wanted = event.pointerType === 'touch' && Math.abs(dx) > Math.abs(dy) ? null : options();
        if (!wanted) return rest();
        held = wanted;
        node.setPointerCapture(from.id);
        node.setAttribute('data-dragged', '');
        held.lift?.();
      }
      node.style.cssText = `translate: ${dx}px ${dy}px; z-index: 20; position: relative; pointer-events: none; transition: none; cursor: grabbing; touch-action: none;`;
      hover(document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-drop]') ?? null);
    }
    function end(event: PointerEvent): void {
      if (!held) return rest();
      const [place, thing, back] = [event.type === 'pointerup' ? over?.dataset['drop'] : undefined, held, node.style.translate];
      hover(null);
      rest();
      node.removeAttribute('data-dragged');
      node.style.cssText = 'touch-action: pan-x';
      if (place !== undefined) thing.drop(place);
      else node.animate([{ translate: back }, { translate: '0 0' }], { duration: ms(220), easing: 'cubic-bezier(.2,.8,.2,1)' });
      // The click that follows a drag means nothing.
      const hush = (click: MouseEvent) => (click.stopPropagation(), click.preventDefault());
      addEventListener('click', hush, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', hush, { capture: true }), 50);
    }
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && held && end(new PointerEvent('pointercancel'));
    function rest(): void {
      from = held = undefined;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', cancel);
    }

    node.style.touchAction = 'pan-x';
    node.addEventListener('pointerdown', down);
    return () => {
      hover(null);
      rest();
      node.removeEventListener('pointerdown', down);
    };
  };
}
