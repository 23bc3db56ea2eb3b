/** Where we are: the path and its parts. Links are plain anchors; `follow` keeps the page when they stay in the house.
 *
 * A site of files can answer for one page only: there the way is told behind a `#`, and a link to a place on a page behind a second. */
import { site } from '../tab/place.svelte';

export const here = $state(read());

function read(): { path: string; search: string; hash: string } {
  if (!site) return { path: location.pathname, search: location.search, hash: location.hash };
  const [, way = '', hash = ''] = /^#?([^#]*)#?(.*)$/.exec(location.hash) ?? [];
  const [path, search] = way.split('?');
  return { path: path || '/', search: search ? `?${search}` : '', hash: hash && `#${hash}` };
}

/** How a place in the house is written in the address bar. */
export const address = (path: string): string => (site ? `#${path}` : path);

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', address(path));
  else history.pushState(null, '', address(path));
  arrive();
  scrollTo(0, 0);
}

function arrive(): void {
  Object.assign(here, read());
}

/** The way that an anchor of ours leads. */
function way(anchor: HTMLAnchorElement): string | undefined {
  const written = anchor.getAttribute('href') ?? '';
  if (site && written.startsWith('#/')) return written.slice(1);
  return anchor.origin === location.origin && written.startsWith('/') && !written.startsWith('/api/') ? written : undefined;
}

const anchored = (event: Event): HTMLAnchorElement | null => (event.target as Element).closest?.('a[href]') ?? null;

export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const anchor = anchored(event);
  const to = anchor && !anchor.target && !anchor.hasAttribute('download') ? way(anchor) : undefined;
  if (to === undefined) return;
  event.preventDefault();
  if (to.split('#')[0] !== here.path + here.search) go(to);
}

export function watchRoute(): void {
  addEventListener('popstate', arrive);
  document.addEventListener('click', follow);
  if (!site) return;
  addEventListener('hashchange', arrive);
  // Whoever opens a link elsewhere, in another tab, must find the way too.
  document.addEventListener('pointerdown', (event) => {
    const anchor = anchored(event);
    const to = anchor ? way(anchor) : undefined;
    if (anchor && to !== undefined) anchor.setAttribute('href', address(to));
  });
}
