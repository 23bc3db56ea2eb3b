/** The house in this tab: run by two workers, one for the tables and one in which the bots think. */
import { ELSEWHERE, type HouseSocket } from './ask';
import { gathered, renew } from './files';
import type { FromHouse, ToHouse } from './kinds';
import { house, type State } from './place.svelte';

const [LATER, QUIET] = [400, 8000];

/** What this browser lacks for it. */
export const unable = (): boolean =>
  [typeof Worker, typeof WebAssembly, typeof indexedDB, typeof DecompressionStream].includes('undefined');

export class Running {
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
    for (const socket of this.sockets.values()) socket.gone(ELSEWHERE);
    this.sockets.clear();
  }
}

let running: Promise<Running> | undefined;

/** The house, opened if it is not. `quietly`: nobody has asked for it yet, so it is not taken from another tab. */
export function open(quietly = false): Promise<Running> {
  if (!quietly) house.asked = true;
  running ??= begin(quietly);
  running.catch(() => (running = undefined));
  return running;
}

/** One tab at a time has the device's tables. The newest one that wants them takes them over, and the older one says so. */
function hold(quietly: boolean): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((got) => {
    navigator.locks
      .request('parlour', quietly ? { ifAvailable: true } : { steal: true }, (lock) => {
        got(!!lock);
        return lock && new Promise(() => undefined);
      })
      .catch(() => {
        void running?.then((found) => found.close());
        running = undefined;
        house.state = 'elsewhere';
      });
  });
}

const opened = (worker: Worker): Promise<void> =>
  new Promise((done, failed) => {
    worker.onmessage = ({ data }: MessageEvent<FromHouse>) =>
      data.kind === 'open' ? done() : data.kind === 'failed' ? failed(new Error(data.why)) : undefined;
    worker.onerror = (event) => failed(new Error(event.message));
  });

async function begin(quietly: boolean): Promise<Running> {
  if (unable()) {
    house.state = 'unable';
    throw new Error('unable');
  }
  house.taken = !(await hold(quietly));
  if (house.taken) throw new Error('elsewhere');
  const made = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const [worker, head] = [made(), made()];
  try {
    house.state = 'fetching';
    const files = await gathered();
    house.state = 'starting';
    const folder = files.find((file) => file.address.endsWith('pyodide.mjs'))!.address.replace(/[^/]+$/, '');
    const { port1, port2 } = new MessageChannel();
    // `?quick`: bots do not wait before they move.
    const quick = new URLSearchParams(location.search).has('quick');
    const [ready, thinks] = [opened(worker), opened(head)];
    worker.postMessage({ kind: 'begin', role: 'house', quick, folder, files, port: port1 } satisfies ToHouse, [port1]);
    await ready;
    // Who thinks is needed a little later than who deals, and leaves the processor to who shows the table first.
    setTimeout(
      () => head.postMessage({ kind: 'begin', role: 'thinker', quick, folder, files, port: port2 } satisfies ToHouse, [port2]),
      LATER,
    );
    const found = new Running(worker, head);
    void thinks.then(
      () => setTimeout(() => void renew().catch(() => undefined), QUIET),
      (wrong: Error) => Object.assign(house, { state: 'failed', why: wrong.message }),
    );
    house.state = 'open';
    // For tests, and for whoever likes to look behind the counter.
    Object.assign(globalThis, {
      parlour: { call: (path: string, init?: RequestInit) => found.call(path, init), awake: thinks },
    });
    return found;
  } catch (wrong) {
    worker.terminate();
    head.terminate();
    if ((house.state as State) !== 'elsewhere') house.state = 'failed';
    house.why = (wrong as Error).message;
    console.error(wrong); // Whoever looks after the site wants to know.
    throw wrong;
  }
}
