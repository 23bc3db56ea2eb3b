/** What Python in a worker asks of the browser: to run WebAssembly, and to keep bytes on the device. */

/** One memory with the functions that work in it. */
export interface Instance {
  base: number;
  room(): number;
  grow(pages: number): boolean;
  read(at: number, size: number): Uint8Array;
  write(at: number, data: Uint8Array): void;
  call(name: string, letters: string, given: number[]): number;
}

export const compile = (code: Uint8Array): WebAssembly.Module => new WebAssembly.Module(code as Uint8Array<ArrayBuffer>);

export function instance(module: WebAssembly.Module): Instance {
  const { exports } = new WebAssembly.Instance(module);
  const memory = exports['memory'] as WebAssembly.Memory;
  return {
    base: (exports['__heap_base'] as WebAssembly.Global<'i32'>).value,
    room: () => memory.buffer.byteLength,
    grow(pages) {
      try {
        memory.grow(pages);
        return true;
      } catch {
        return false;
      }
    },
    read: (at, size) => new Uint8Array(memory.buffer, at, size),
    write: (at, data) => new Uint8Array(memory.buffer).set(data, at),
    call(name, letters, given) {
      const wired = given.map((value, i) => (letters[i] === 'l' ? BigInt(value) : value));
      return (exports[name] as (...given: (number | bigint)[]) => number)(...wired);
    },
  };
}

const NAME = 'parlour';
const SHELF = 'kept';

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(SHELF);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error ?? new Error('IndexedDB'));
  });
  return opened;
}

async function transaction<T>(
  mode: IDBTransactionMode,
  work: (shelf: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const made = (await database()).transaction(SHELF, mode, { durability: 'strict' });
  const asked = work(made.objectStore(SHELF));
  return new Promise((done, failed) => {
    made.oncomplete = () => done(asked?.result);
    made.onerror = made.onabort = () => failed(made.error ?? new Error('IndexedDB'));
  });
}

/** Everything that is kept, as pairs of key and bytes. */
export async function all(): Promise<[string, Uint8Array][]> {
  const found: [string, Uint8Array][] = [];
  const made = (await database()).transaction(SHELF, 'readonly');
  const cursor = made.objectStore(SHELF).openCursor();
  return new Promise((done, failed) => {
    cursor.onerror = () => failed(cursor.error ?? new Error('IndexedDB'));
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (!at) return done(found);
      // What is no bytes is none of ours: it is told of, and left as it is.
      found.push([String(at.key), at.value instanceof Uint8Array ? at.value : new Uint8Array()]);
      at.continue();
    };
  });
}

export const put = (keys: string[], values: Uint8Array[]): Promise<unknown> =>
  transaction('readwrite', (shelf) => {
    keys.forEach((key, i) => shelf.put(values[i], key));
    return undefined;
  });

const remove = (keys: string[]): Promise<unknown> =>
  transaction('readwrite', (shelf) => {
    for (const key of keys) shelf.delete(key);
    return undefined;
  });
export { remove as delete };
