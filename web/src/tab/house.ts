/** The house in this tab: fetched when it is asked for or in a quiet moment, kept for when there is no network, and run by two workers. */
import type { FromHouse, Held, ToHouse } from './kinds';
import type { HouseSocket } from './ask';
import { base, house, type State } from './place.svelte';

/** What `files.json` lists: what a house needs, and what all pages need to be there without a network. */
interface Files {
  tab: { path: string; size: number }[];
  pages: { path: string; size: number }[];
}

const CACHE = 'parlour';

/** What this browser lacks for it. */
export const unable = (): boolean =>
  typeof Worker === 'undefined' || typeof WebAssembly === 'undefined' || typeof indexedDB === 'undefined';

export async function listed(): Promise<Files> {
  const answer = await stored(`${base}files.json`, true);
  return (await answer.json()) as Files;
}

/** A file from the network (if it is `fresh` that one wants), else from what is kept. */
async function stored(address: string, fresh = false): Promise<Response> {
  const kept = 'caches' in self ? await caches.open(CACHE).catch(() => undefined) : undefined;
  const known = fresh ? undefined : await kept?.match(address);
  if (known) return known;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    await kept?.put(address, answer.clone()).catch(() => undefined);
    return answer;
  } catch (wrong) {
    const old = await kept?.match(address);
    if (old) return old;
    throw wrong;
  }
}

async function fetched(path: string): Promise<Held> {
  const address = new URL(base + path, location.href).href;
  const answer = await stored(address, path.endsWith('parlour.zip'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    house.loaded += value.length;
  }
  return { address, body: await new Blob(parts).arrayBuffer() };
}

class Running {
  private asked = 0;
  private waiting = new Map<number, (answer: string) => void>();
  private sockets = new Map<number, HouseSocket>();
  private numbers = 0;

  constructor(
    private worker: Worker,
    private head: Worker,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromHouse>) => this.heard(data);
  }

  private tell(message: ToHouse): void {
    this.worker.postMessage(message);
  }

  private heard(message: FromHouse): void {
    if (message.kind === 'answer') {
      this.waiting.get(message.id)?.(message.answer);
      this.waiting.delete(message.id);
    } else if (message.kind === 'said') this.sockets.get(message.socket)?.said(message.message);
    else if (message.kind === 'closed') {
      this.sockets.get(message.socket)?.gone(message.code);
      this.sockets.delete(message.socket);
    }
  }

  async call(address: string, init: RequestInit = {}): Promise<Response> {
    const id = ++this.asked;
    const answer = new Promise<string>((done) => this.waiting.set(id, done));
    const headers = JSON.stringify(init.headers ?? {});
    this.tell({ kind: 'call', id, method: init.method ?? 'GET', address, headers, body: (init.body as string) ?? '' });
    const [status, kind, body] = JSON.parse(await answer) as [number, string, string];
    return new Response(body, { status, headers: { 'content-type': kind } });
  }

  connect(socket: HouseSocket): number {
    this.sockets.set(++this.numbers, socket);
    this.tell({ kind: 'connect', socket: this.numbers });
    return this.numbers;
  }

  say = (socket: number, message: string): void => this.tell({ kind: 'say', socket, message });

  hangUp(socket: number): void {
    this.sockets.delete(socket);
    this.tell({ kind: 'hang_up', socket });
  }

  close(): void {
    this.worker.terminate();
    this.head.terminate();
    for (const socket of this.sockets.values()) socket.gone(4004);
  }
}

let running: Promise<Running> | undefined;

/** The house, opened if it is not. */
export function open(): Promise<Running> {
  running ??= begin();
  running.catch(() => (running = undefined));
  return running;
}

const opened = (worker: Worker): Promise<void> =>
  new Promise((done, failed) => {
    worker.onmessage = ({ data }: MessageEvent<FromHouse>) =>
      data.kind === 'open' ? done() : data.kind === 'failed' ? failed(new Error(data.why)) : undefined;
    worker.onerror = (event) => failed(new Error(event.message));
  });

async function begin(): Promise<Running> {
  try {
    if (unable()) {
      house.state = 'unable';
      throw new Error('unable');
    }
    house.state = 'fetching';
    const { tab } = await listed();
    house.size = tab.reduce((sum, file) => sum + file.size, 0);
    house.loaded = 0;
    const files = await Promise.all(tab.map((file) => fetched(file.path)));
    house.state = 'starting';
    const folder = files.find((file) => file.address.endsWith('pyodide.mjs'))!.address.replace(/[^/]+$/, '');
    const made = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const [worker, head] = [made(), made()];
    const { port1, port2 } = new MessageChannel();
    // `?quick`: bots do not wait before they move.
    const quick = new URLSearchParams(location.search).has('quick');
    const [ready, thinks] = [opened(worker), opened(head)];
    worker.postMessage({ kind: 'begin', role: 'house', quick, folder, files, port: port1 } satisfies ToHouse, [port1]);
    await ready;
    // Who thinks is needed a little later than who deals.
    head.postMessage({ kind: 'begin', role: 'thinker', quick, folder, files, port: port2 } satisfies ToHouse, [port2]);
    void thinks.catch((wrong: Error) => Object.assign(house, { state: 'failed', why: wrong.message }));
    const found = new Running(worker, head);
    watch(found);
    house.state = 'open';
    // For tests, and for whoever likes to look behind the counter.
    Object.assign(globalThis, {
      parlour: { call: (path: string, init?: RequestInit) => found.call(path, init), awake: thinks },
    });
    return found;
  } catch (wrong) {
    if ((house.state as State) !== 'unable') house.state = 'failed';
    house.why = (wrong as Error).message;
    throw wrong;
  }
}

/** One tab at a time has the device's tables: the newest takes them over, and the older one says so. */
function watch(found: Running): void {
  if (!('locks' in navigator)) return;
  navigator.locks
    .request('parlour', { steal: true }, () => new Promise(() => undefined))
    .catch(() => {
      found.close();
      house.state = 'elsewhere';
    });
}

/** Whether everything is on this device that a visit without a network needs. */
export async function isKept(): Promise<boolean> {
  if (!('caches' in self)) return false;
  const kept = await caches.open(CACHE).catch(() => undefined);
  if (!kept || !(await kept.match(`${base}files.json`))) return false;
  const { tab, pages } = (await (await kept.match(`${base}files.json`))!.json()) as Files;
  const there = new Set((await kept.keys()).map((one) => new URL(one.url).pathname));
  return [...tab, ...pages].every((file) => there.has(base + file.path));
}

/** Fetch everything for a visit without a network. */
export async function keep(): Promise<void> {
  const { tab, pages } = await listed();
  const all = [...tab, ...pages];
  house.keeping = true;
  house.size = all.reduce((sum, file) => sum + file.size, 0);
  house.loaded = 0;
  try {
    for (const file of all) {
      await stored(new URL(base + file.path, location.href).href);
      house.loaded += file.size;
    }
    await forgetOld(new Set(all.map((file) => base + file.path)));
  } finally {
    house.keeping = false;
  }
}

/** What older pages needed goes. */
async function forgetOld(wanted: Set<string>): Promise<void> {
  const kept = await caches.open(CACHE);
  for (const one of await kept.keys()) {
    const { pathname } = new URL(one.url);
    if (/\/(assets|tab)\//.test(pathname) && !wanted.has(pathname)) await kept.delete(one);
  }
}
