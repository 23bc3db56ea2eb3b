/** As much of a browser as the pages' logic asks for, and a hand on it: what was kept, what was sent, whether somebody looks. */
import { vi } from 'vitest';

const kept = new Map<string, string>();
export const page = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  querySelector: () => null,
  documentElement: { dataset: {}, style: {}, hasAttribute: () => false, getAttribute: () => null },
});

/** A socket whose other end is the test. */
export class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(code = 1000): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
};
const events = new EventTarget();
for (const [name, value] of Object.entries({
  document: page,
  localStorage: storage,
  sessionStorage: storage,
  location: { protocol: 'http:', host: 'here', origin: 'http://here', pathname: '/', search: '' },
  navigator: { language: 'en', userAgent: '' },
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  WebSocket: Socket,
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  window: globalThis,
}))
  vi.stubGlobal(name, value);
