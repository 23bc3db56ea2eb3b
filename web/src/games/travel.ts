/** How things travel between places of the table; a short fade where motion is not wanted. */
import { cubicOut } from 'svelte/easing';
import { ms, still } from '../app/settings.svelte';

export interface Travel {
  duration: number;
  delay?: number;
  easing?: (t: number) => number;
  css?: (t: number, u: number) => string;
}

/** What flies is above what lies. Set for the time of the flight only, so that nothing but transform and opacity is animated. */
function rise(node: Element): void {
  const style = (node as HTMLElement).style;
  if (!style) return;
  const { position, zIndex } = style;
  if (getComputedStyle(node).position === 'static') style.position = 'relative';
  style.zIndex = '6';
  for (const end of ['introend', 'outroend']) node.addEventListener(end, () => Object.assign(style, { position, zIndex }), { once: true });
}

const rectOf = (place: string | DOMRect | undefined): DOMRect | undefined =>
  typeof place === 'string' ? document.querySelector(place)?.getBoundingClientRect() : place;

/** Comes from (or goes to) a place: a selector or a remembered rectangle. */
export function travel(
  node: Element,
  { place, duration = 280, delay = 0, turn = 3, fade = false }: { place?: string | DOMRect; duration?: number; delay?: number; turn?: number; fade?: boolean },
): Travel {
  if (still()) return { duration: 120, css: (t) => `opacity: ${t}` };
  const there = rectOf(place);
  const here = node.getBoundingClientRect();
  if (!there || !here.width) return { duration: ms(duration), delay, css: (t, u) => `opacity: ${t}; transform: translateY(${-24 * u}px)` };
  const dx = there.left + there.width / 2 - (here.left + here.width / 2);
  const dy = there.top + there.height / 2 - (here.top + here.height / 2);
  rise(node);
  const scale = fade ? 0.35 : Math.min(1.4, Math.max(0.35, there.width / here.width));
  return {
    duration: ms(duration),
    delay,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${dx * u}px, ${dy * u}px) scale(${1 + (scale - 1) * u}) rotate(${turn * u * 3}deg); opacity: ${fade ? Math.min(1, t * 1.6) : 1}`,
  };
}

export const chipOf = (seat: number): string => `[data-seat-chip="${seat}"]`;
