/** Pages that stay when there is no network. What has a hash in its name never changes and is taken from what is kept; everything
 * else comes from the network while there is one. Calls of a server are never kept. */
const CACHE = 'parlour';
const SCOPE = new URL(self.registration.scope).pathname;
const FOR_EVER = /^(assets\/|tab\/\d)/;
const LIVE = /^(api\/(?!\w\w\/)|health|metrics|schema|sw\.js)/;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const path = pathname.slice(SCOPE.length);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(SCOPE) || LIVE.test(path)) return;
  if (request.mode === 'navigate') event.respondWith(fresh(request, SCOPE));
  else if (FOR_EVER.test(path)) event.respondWith(known(request));
  else event.respondWith(fresh(request, pathname));
});

async function known(request) {
  const kept = await caches.open(CACHE);
  return (await kept.match(request)) ?? store(kept, request.url, await fetch(request));
}

/** From the network, else what is kept under this key; every address of the app is the one page. */
async function fresh(request, key) {
  const kept = await caches.open(CACHE);
  try {
    return store(kept, key, await fetch(request));
  } catch (wrong) {
    const old = (await kept.match(key)) ?? (key === SCOPE ? await kept.match(`${SCOPE}index.html`) : undefined);
    if (old) return old;
    throw wrong;
  }
}

function store(kept, key, answer) {
  if (answer.ok && !answer.redirected) void kept.put(key, answer.clone()).catch(() => undefined);
  return answer;
}
