/** Pages that stay when there is no network. What has a hash or a version in its name never changes and is taken from what is kept; everything
 * else comes from the network while there is one. Calls of a server are never kept, and what a house in a tab runs on is kept by the page
 * itself (src/tab/files.ts), so that it is always one whole. */
const CACHE = 'parlour';
const SCOPE = new URL(self.registration.scope).pathname;
const FOR_EVER = /^(assets\/|physics\/|tab\/.*\.mjs$)/;
const NOT_MINE = /^(api\/(?!\w\w\/)|health|metrics|schema|sw\.js|files\.json|index\.html|tab\/)/;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const path = pathname.slice(SCOPE.length);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(SCOPE)) return;
  if (FOR_EVER.test(path)) event.respondWith(known(request));
  else if (request.mode === 'navigate' && !/^(api|schema)\//.test(path)) event.respondWith(page(request));
  else if (!NOT_MINE.test(path)) event.respondWith(fresh(request, pathname));
});

/** A table waits: say so, unless the person looks at it already. What it says was encrypted by our own server for this browser. */
self.addEventListener('push', (event) => event.waitUntil(told(event.data)));

async function told(data) {
  let said;
  try {
    said = data.json();
  } catch {
    return;
  }
  const to = new URL(said.link, location.origin);
  const pages = await self.clients.matchAll({ type: 'window' });
  if (pages.some((page) => page.focused && new URL(page.url).pathname === to.pathname)) return;
  const icon = `${SCOPE}icon-192.png`;
  await self.registration.showNotification(said.title, {
    body: said.body,
    tag: said.tag,
    renotify: true,
    icon,
    badge: icon,
    data: to.pathname,
  });
}

/** One tap leads to the table, in the page that shows it already, or in any of ours. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(new URL(event.notification.data, location.origin)));
});

async function lead(to) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find((one) => new URL(one.url).pathname === to.pathname) ?? pages[0];
  if (!page) return self.clients.openWindow(to.href);
  if (new URL(page.url).pathname !== to.pathname) await page.navigate(to.href);
  return page.focus();
}

async function known(request) {
  const kept = await caches.open(CACHE);
  return (await kept.match(request)) ?? store(kept, request.url, await fetch(request));
}

/** From the network, else what is kept under this key. */
async function fresh(request, key, else_ = [key]) {
  const kept = await caches.open(CACHE);
  try {
    return store(kept, key, await fetch(request));
  } catch (wrong) {
    for (const one of else_) {
      const old = await kept.match(one);
      if (old) return old;
    }
    throw wrong;
  }
}

/** Every address of the app is the one page. What was kept with all that it needs comes before what was seen last. */
const page = (request) => fresh(request, SCOPE, [`${SCOPE}index.html`, SCOPE]);

function store(kept, key, answer) {
  if (answer.ok && !answer.redirected) void kept.put(key, answer.clone()).catch(() => undefined);
  return answer;
}
