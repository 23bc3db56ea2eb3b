/** The one way of every call and every socket: to the server, or to the house in this tab. */
import { settings } from '../app/settings.svelte';
import type { open as openHouse } from './house';
import { asksHere, base, isHere, place, readyMade } from './place.svelte';

type Running = Awaited<ReturnType<typeof openHouse>>;

/** The first page need not load what runs a house. */
const house = (): Promise<Running> => import('./house').then(({ open }) => open());

/** Get the house ready before somebody asks for it; whether it is. */
export const prepare = (): Promise<boolean> =>
  import('./house')
    .then(({ open }) => open(true))
    .then(
      () => true,
      () => false,
    );

/** How a line ends when another tab has taken over the tables of this device. */
export const ELSEWHERE = 4010;

export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const ready = readyMade(path, settings.language);
  if (ready) return fetch(ready);
  if (asksHere(path)) return (await house()).call(path, init);
  return fetch(path, init);
}

/** What the pages use of a WebSocket. */
export interface SocketLike {
  readonly readyState: number;
  send(message: string): void;
  close(): void;
  onopen: (() => void) | null | undefined;
  onmessage: ((event: { data: unknown }) => void) | null | undefined;
  onclose: ((event: { code: number }) => void) | null | undefined;
}

/** A socket for a table, or (without one) for the lobby. */
export const connect = (table = ''): SocketLike =>
  (table ? isHere(table) : place.here)
    ? new HouseSocket()
    : (new WebSocket(
        `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${base}api/socket`,
      ) as unknown as SocketLike);

/** Like a WebSocket, to the house in this tab. */
export class HouseSocket implements SocketLike {
  readyState: number = WebSocket.CONNECTING;
  onopen: SocketLike['onopen'];
  onmessage: SocketLike['onmessage'];
  onclose: SocketLike['onclose'];
  private number = 0;
  private to: Running | undefined;

  constructor() {
    void house().then(
      (found) => {
        if (this.readyState !== WebSocket.CONNECTING) return;
        this.to = found;
        this.number = found.connect(this);
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      },
      () => this.gone(1006),
    );
  }

  send(message: string): void {
    this.to?.say(this.number, message);
  }

  close(): void {
    if (this.readyState === WebSocket.OPEN) this.to?.hangUp(this.number);
    this.gone(1000);
  }

  said = (message: string): void => this.onmessage?.({ data: message });

  gone(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}
