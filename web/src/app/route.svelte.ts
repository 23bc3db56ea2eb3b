/** Where we are: the path and its parts. Links are plain anchors; `follow` keeps the page when they stay in the house. */
export const here = $state({ path: location.pathname, search: location.search });

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  arrive();
  scrollTo(0, 0);
}

function arrive(): void {
  here.path = location.pathname;
  here.search = location.search;
}

export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const anchor = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
  if (!anchor || anchor.target || anchor.origin !== location.origin || anchor.hasAttribute('download')) return;
  if (anchor.pathname.startsWith('/api/')) return;
  event.preventDefault();
  if (anchor.pathname + anchor.search !== here.path + here.search) go(anchor.pathname + anchor.search + anchor.hash);
}

export function watchRoute(): void {
  addEventListener('popstate', arrive);
  document.addEventListener('click', follow);
}
