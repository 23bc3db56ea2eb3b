/** The files of a house in this tab, and of all pages: fetched once, and kept for when there is no network.
 *
 * A list (`files.json`) names what belongs together. What it names for ever (a hash or a version is in its name) is kept as it comes; the list
 * itself, and what may be another one tomorrow, only when everything is here. So what is kept is always one whole Parlour, never parts of two. */
import { mine, pages as shown } from '../app/renewed.svelte';
import type { Held } from './kinds';
import { unpacked } from './packed';
import { base, house, site } from './place.svelte';

interface File {
  path: string;
  size: number;
}
/** The first script of the page that it is for; what a house needs; and what all pages need beside. */
export interface Files {
  page: string;
  tab: File[];
  pages: File[];
}

const CACHE = 'parlour';
const LIST = `${base}files.json`;
/** The list of the house that was run last: its pages may not all be here. */
const RUN = `${base}files.json?run`;
const FOR_EVER = /^(assets|tab|physics)\//;
const AT_ONCE = 6;

/** There is no room left on this device. */
export class Full extends Error {}

const cache = (): Promise<Cache | undefined> =>
  'caches' in self ? caches.open(CACHE).catch(() => undefined) : Promise.resolve(undefined);
const href = (path: string): string => new URL(base + path, location.href).href;
export const sum = (files: readonly File[]): number => files.reduce((all, file) => all + file.size, 0);
const fits = (files: Files | undefined): files is Files => !!files && !!mine?.endsWith(files.page);

async function read(key: string): Promise<Files | undefined> {
  const found = await (await cache())?.match(key);
  return found ? ((await found.json()) as Files) : undefined;
}

/** What this page's house needs, as its host says; without a network, as it was when it was kept. */
export async function listed(): Promise<Files> {
  const fresh = await fetch(LIST, { cache: 'no-cache' })
    .then((answer) => (answer.ok ? (answer.json() as Promise<Files>) : undefined))
    .catch(() => undefined);
  if (fresh && !fits(fresh)) shown.renewed = true;
  for (const files of [fresh, await read(LIST), await read(RUN)]) if (fits(files)) return files;
  throw new Error(fresh ? 'renewed' : 'offline');
}

/** A file that never changes: what is kept, else from the network; then it is kept. */
async function stored(path: string): Promise<Response> {
  const kept = await cache();
  const known = await kept?.match(href(path));
  if (known) return known;
  const answer = await fetch(href(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await kept?.put(href(path), answer.clone()).catch(() => undefined);
  return answer;
}

/** One file of a house, unpacked; what comes is counted as it comes. */
async function fetched({ path }: File): Promise<Held> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = (await stored(path)).body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    house.loaded += value.length;
  }
  return { address: href(path).replace(/\.gz$/, ''), body: await unpacked(new Blob(parts)) };
}

/** Everything that runs a house. What was here the last time is taken without asking for newer; `renew` asks later. */
export async function gathered(): Promise<Held[]> {
  const last = await read(RUN);
  const files = fits(last) && !(await lacking(last.tab)).length ? last : await listed();
  house.size = sum(files.tab);
  house.loaded = 0;
  const held = await Promise.all(files.tab.map(fetched));
  await remember(RUN, files);
  return held;
}

const remember = async (key: string, files: Files): Promise<void> =>
  (await cache())?.put(key, new Response(JSON.stringify(files))).catch(() => undefined);

/** Whether everything is on this device that a visit without a network needs. */
export async function isKept(): Promise<boolean> {
  const files = await read(LIST);
  return !!files && !(await lacking([...files.tab, ...files.pages])).length;
}

async function lacking(files: readonly File[]): Promise<File[]> {
  const there = new Set((await (await cache())?.keys())?.map((one) => new URL(one.url).pathname));
  return files.filter((file) => !there.has(base + file.path));
}

/** Fetch everything for a visit without a network; `quietly` in a moment when nobody waits for it. */
export async function keep(quietly = false): Promise<void> {
  const [files, kept] = [await listed(), await cache()];
  if (!kept) throw new Error('caches');
  const all = [...files.tab, ...files.pages];
  if (!quietly) Object.assign(house, { keeping: true, size: sum(all), loaded: 0 });
  const changing: [string, Response][] = [];
  async function one({ path, size }: File): Promise<void> {
    if (!FOR_EVER.test(path)) changing.push([path, await fetch(href(path), { cache: 'no-cache' })]);
    else if (!(await kept!.match(href(path)))) await put(kept!, href(path), await fetch(href(path)));
    if (!quietly) house.loaded += size;
  }
  const queue = all.values();
  try {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const file of queue) await one(file);
      }),
    );
    const page = changing.find(([path]) => path === 'index.html')?.[1];
    if (!(await page?.clone().text())?.includes(files.page)) throw new Error('renewed');
    for (const [path, answer] of changing) await put(kept, href(path), answer);
    await put(kept, LIST, new Response(JSON.stringify(files)));
    await remember(RUN, files);
    await forgetOld(kept, files);
  } finally {
    if (!quietly) house.keeping = false;
  }
}

async function put(kept: Cache, key: string, answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(`${key}: ${answer.status}`);
  await kept.put(key, answer).catch((wrong: Error) => {
    throw wrong.name === 'QuotaExceededError' ? new Full(wrong.message) : wrong;
  });
}

/** What older pages needed goes. */
async function forgetOld(kept: Cache, { tab, pages }: Files): Promise<void> {
  const wanted = new Set([...tab, ...pages].map((file) => base + file.path));
  for (const one of await kept.keys()) {
    const { pathname } = new URL(one.url);
    if (FOR_EVER.test(pathname.slice(base.length)) && !wanted.has(pathname)) await kept.delete(one);
  }
}

/** In a quiet moment: what is newer than what runs here, for the next visit. A site keeps all of itself, where nobody pays for it. */
export async function renew(): Promise<void> {
  const [fresh, kept, run] = [await listed(), await read(LIST), await read(RUN)];
  const same = (files: Files | undefined) => JSON.stringify(files) === JSON.stringify(fresh);
  if (kept ? !same(kept) : site && !frugal()) await keep(true);
  else if (!same(run)) {
    for (const file of fresh.tab) await stored(file.path);
    await remember(RUN, fresh);
  }
}

/** Somebody pays for every byte, or has said so. */
export const frugal = (): boolean => !!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
