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
