/** The things of a row glide to their new places when their names change. All places are read at once, before and after, and only
    `translate` is animated: nothing is laid out in between. Called while a component is made. */
import { ms, still } from '../app/settings.svelte';

interface Spot {
  x: number;
  y: number;
}

export function glide(row: () => HTMLElement | undefined, names: () => readonly string[], duration = 220): void {
  // Views come again and again with the same things in them.
  const now = $derived(names().join(' '));
  const under = new WeakMap<HTMLElement, { from: Spot; way: Animation }>();
  const places = () =>
    new Map(
      [...(row()?.children ?? [])].map((node) => [
        node as HTMLElement,
        { x: (node as HTMLElement).offsetLeft, y: (node as HTMLElement).offsetTop },
      ]),
    );
  /** How far it still is from its place, on a way that has not ended. */
  function rest(node: HTMLElement): Spot {
    const { from, way } = under.get(node) ?? {};
    const part = from && way?.playState === 'running' ? 1 - (way.effect?.getComputedTiming().progress ?? 1) : 0;
    return { x: (from?.x ?? 0) * part, y: (from?.y ?? 0) * part };
  }

  let before = new Map<HTMLElement, Spot>();
  $effect.pre(() => {
    void now;
    before = still() ? new Map() : places();
  });
  $effect(() => {
    void now;
    if (!before.size) return;
    for (const [node, { x, y }] of places()) {
      const [was, left] = [before.get(node) ?? { x, y }, rest(node)];
      const from = { x: was.x - x + left.x, y: was.y - y + left.y };
      if (Math.hypot(from.x, from.y) < 1) continue;
      const way = node.animate([{ translate: `${from.x}px ${from.y}px` }, { translate: '0px 0px' }], {
        duration: ms(duration),
        easing: 'cubic-bezier(.2,.8,.2,1)',
      });
      under.set(node, { from, way });
    }
  });
}
