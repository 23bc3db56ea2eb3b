/** A worker that runs Python: as the house of this tab (tables, rules, calls), or as the head in which its bots think. */
import * as browser from './host';
import type { FromHouse, ToHouse } from './kinds';

interface Python {
  runPythonAsync(code: string): Promise<unknown>;
  unpackArchive(data: ArrayBuffer, kind: string, options?: { extractDir: string }): void;
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

async function python(begin: Extract<ToHouse, { kind: 'begin' }>, host: object): Promise<Python> {
  answerFrom(new Map(begin.files.map(({ address, body }) => [address, body])));
  const { loadPyodide } = (await import(/* @vite-ignore */ `${begin.folder}pyodide.mjs`)) as {
    loadPyodide(options: object): Promise<Python>;
  };
  const made = await loadPyodide({ indexURL: begin.folder, packageCacheDir: '', checkAPIVersion: false });
  made.registerJsModule('parlour_host', host);
  for (const { address, body } of begin.files) {
    if (address.endsWith('.whl') || address.endsWith('parlour.zip'))
      made.unpackArchive(body, 'zip', { extractDir: '/home/parlour' });
  }
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
