/** A worker that runs Python: as the house of this tab (tables, rules, calls), or as the head in which its bots think. */
import * as browser from './host';
import type { FromHouse, ToHouse } from './kinds';

interface Python {
  runPythonAsync(code: string): Promise<unknown>;
  FS: { mkdirTree(path: string): void; writeFile(path: string, body: Uint8Array): void };
  registerJsModule(name: string, module: object): void;
}
interface House {
  call(method: string, address: string, headers: string, body: string): Promise<string>;
  connect(socket: number): void;
  say(socket: number, message: string): void;
  hang_up(socket: number): void;
}

const page = self as unknown as {
  postMessage(message: FromHouse): void;
  onmessage: ((event: MessageEvent<ToHouse>) => void) | null;
};

const BLOCK = 512;

/** Pyodide asks for its files by their addresses; they are here already. */
function answerFrom(files: Map<string, ArrayBuffer>): void {
  const network = self.fetch.bind(self);
  self.fetch = (asked, options) => {
    const address = asked instanceof Request ? asked.url : String(asked);
    const held = files.get(address);
    if (!held) return network(asked, options);
    const kind = address.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return Promise.resolve(new Response(held, { headers: { 'content-type': kind } }));
  };
}

/** The files of a tar, which Python itself would take long to unpack. */
function unpackInto(system: Python['FS'], home: string, tar: ArrayBuffer): void {
  const text = (at: number, most: number) => new TextDecoder().decode(new Uint8Array(tar, at, most)).split('\0')[0]!;
  const made = new Set<string>();
  for (let at = 0; at + BLOCK <= tar.byteLength && text(at, 100);) {
    const [name, size, before] = [text(at, 100), parseInt(text(at + 124, 12), 8), text(at + 345, 155)];
    const path = [home, before, name].filter(Boolean).join('/');
    const folder = path.replace(/\/[^/]+$/, '');
    if (!made.has(folder)) system.mkdirTree(folder);
    made.add(folder);
    system.writeFile(path, new Uint8Array(tar, at + BLOCK, size));
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
}

async function python(begin: Extract<ToHouse, { kind: 'begin' }>, host: object): Promise<Python> {
  answerFrom(new Map(begin.files.map(({ address, body }) => [address, body])));
  const { loadPyodide } = (await import(/* @vite-ignore */ `${begin.folder}pyodide.mjs`)) as {
    loadPyodide(options: object): Promise<Python>;
  };
  const made = await loadPyodide({ indexURL: begin.folder, packageCacheDir: '', checkAPIVersion: false });
  made.registerJsModule('parlour_host', host);
  for (const { address, body } of begin.files) if (address.endsWith('.tar')) unpackInto(made.FS, '/home/parlour', body);
  await made.runPythonAsync('import sys; sys.path.insert(0, "/home/parlour")');
  return made;
}

/** What Python asks of every worker; the physics is fetched when a game has some. */
function common(): Record<string, unknown> & { physics(): Promise<void> } {
  const host = {
    ...browser,
    delete: browser.delete,
    physics: async () => void Object.assign(host, await import('./physics')),
  };
  return host;
}

async function beHouse(begin: Extract<ToHouse, { kind: 'begin' }>): Promise<void> {
  const waiting = new Map<number, (answer: string) => void>();
  let asked = 0;
  begin.port.onmessage = ({ data }: MessageEvent<{ id: number; answer: string }>) => {
    waiting.get(data.id)?.(data.answer);
    waiting.delete(data.id);
  };
  const host = Object.assign(common(), {
    said: (socket: number, message: string) => page.postMessage({ kind: 'said', socket, message }),
    closed: (socket: number, code: number) => page.postMessage({ kind: 'closed', socket, code }),
    think: (question: string) =>
      new Promise<string>((done) => {
        waiting.set(++asked, done);
        begin.port.postMessage({ id: asked, question });
      }),
  });
  const made = await python(begin, host);
  const house = (await made.runPythonAsync(
    `from parlour.tab import worker\nawait worker.house(${begin.quick ? 'True' : 'False'})`,
  )) as House;
  page.onmessage = ({ data }) => {
    if (data.kind === 'call')
      void house
        .call(data.method, data.address, data.headers, data.body)
        .then((answer) => page.postMessage({ kind: 'answer', id: data.id, answer }));
    else if (data.kind === 'connect') house.connect(data.socket);
    else if (data.kind === 'say') house.say(data.socket, data.message);
    else if (data.kind === 'hang_up') house.hang_up(data.socket);
  };
  page.postMessage({ kind: 'open' });
}

async function beThinker(begin: Extract<ToHouse, { kind: 'begin' }>): Promise<void> {
  const questions: { id: number; question: string }[] = [];
  const mind: { think?: (question: string) => string; takesWorld?: (question: string) => boolean } = {};
  const host = common();
  const answer = async ({ id, question }: { id: number; question: string }): Promise<void> => {
    if (mind.takesWorld!(question)) await host.physics();
    begin.port.postMessage({ id, answer: mind.think!(question) });
  };
  begin.port.onmessage = ({ data }: MessageEvent<{ id: number; question: string }>) =>
    void (mind.think ? answer(data) : questions.push(data));
  const made = await python(begin, host);
  mind.takesWorld = (await made.runPythonAsync('from parlour.tab import worker\nworker.takes_world')) as (
    question: string,
  ) => boolean;
  mind.think = (await made.runPythonAsync('from parlour.tab import worker\nworker.warm()\nworker.thought')) as (
    question: string,
  ) => string;
  for (const question of questions.splice(0)) await answer(question);
  page.postMessage({ kind: 'open' });
}

page.onmessage = ({ data }) => {
  if (data.kind !== 'begin') return;
  (data.role === 'house' ? beHouse(data) : beThinker(data)).catch((wrong: Error) =>
    page.postMessage({ kind: 'failed', why: wrong.message }),
  );
};
