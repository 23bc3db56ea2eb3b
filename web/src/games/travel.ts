/** How things travel between places of the table; a short fade where motion is not wanted. */
import { cubicOut } from 'svelte/easing';
import { ms, still } from '../app/settings.svelte';
import { boxOf } from '../kit/place';

export interface Travel {
  duration: number;
  delay?: number;
  easing?: (t: number) => number;
  css?: (t: number, u: number) => string;
}

type Place = string | DOMRect | undefined;
interface Way {
  here: DOMRect;
  there: DOMRect | undefined;
}

function seen(node: Element, place: Place): Way {
  const found = typeof place === 'string' ? document.querySelector(place) : null;
  return { here: boxOf(node), there: typeof place === 'string' ? (found ? boxOf(found) : undefined) : place };
}
/** What sets out in the same moment is measured together, before anything is written: the page is laid out once, not once for each. */
const setting = new Map<Element, Place>();
const measured = new WeakMap<Element, Way>();
function measure(node: Element, place: Place): Way {
  for (const [other, its] of setting) measured.set(other, seen(other, its));
  setting.clear();
  const way = measured.get(node) ?? seen(node, place);
  measured.delete(node);
  return way;
}

/** What flies is above what lies (both have a position), for the time of its flight; only transform and opacity are animated. */
function rise(node: Element): void {
  const style = (node as HTMLElement).style;
  const { zIndex } = style;
  style.zIndex = '6';
  for (const end of ['introend', 'outroend'])
    node.addEventListener(end, () => Object.assign(style, { zIndex }), { once: true });
}

/** Comes from (or goes to) a place: a selector or a remembered rectangle. */
export function travel(
  node: Element,
  {
    place,
    duration = 280,
    delay = 0,
    turn = 3,
    fade = false,
  }: { place?: Place; duration?: number; delay?: number; turn?: number; fade?: boolean },
): Travel | (() => Travel) {
  if (still()) return { duration: 120, css: (t) => `opacity: ${t}` };
  setting.set(node, place);
  return () => {
    const { here, there } = measure(node, place);
    if (!there || !here.width)
      return { duration: ms(duration), delay, css: (t, u) => `opacity: ${t}; transform: translateY(${-24 * u}px)` };
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
  };
}

export const chipOf = (seat: number): string => `[data-seat-chip="${seat}"]`;
