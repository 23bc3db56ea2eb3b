/** The things of a row glide to their new places when their names change. All places are read at once, before and after, and only
    `translate` is animated: nothing is laid out in between. Called while a component is made. */
import { ms, still } from '../app/settings.svelte';

export function glide(row: () => HTMLElement | undefined, names: () => readonly string[], duration = 220): void {
  // Views come again and again with the same things in them.
  const now = $derived(names().join(' '));
  const under = new WeakMap<HTMLElement, { from: number; way: Animation }>();
  const places = () => new Map([...(row()?.children ?? [])].map((node) => [node as HTMLElement, (node as HTMLElement).offsetLeft]));
  /** How far it still is from its place, on a way that has not ended. */
  function rest(node: HTMLElement): number {
    const { from, way } = under.get(node) ?? {};
    return from && way?.playState === 'running' ? from * (1 - (way.effect?.getComputedTiming().progress ?? 1)) : 0;
  }

  let before = new Map<HTMLElement, number>();
  $effect.pre(() => {
    void now;
    before = still() ? new Map() : places();
  });
  $effect(() => {
    void now;
    if (!before.size) return;
    for (const [node, x] of places()) {
      const from = (before.get(node) ?? x) - x + rest(node);
      if (Math.abs(from) < 1) continue;
      const way = node.animate([{ translate: `${from}px` }, { translate: '0px' }], { duration: ms(duration), easing: 'cubic-bezier(.2,.8,.2,1)' });
      under.set(node, { from, way });
    }
  });
}
