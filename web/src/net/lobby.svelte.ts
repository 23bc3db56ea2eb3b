/** The lobby: open tables as they come and go, and whether the server is there at all. Comes back by itself. */
import type { CallShown, ServerMessage, TableSummary } from '../lib/messages';
import { connect, type SocketLike } from '../tab/ask';
import { place, site } from '../tab/place.svelte';
import { knownToken } from './api';

const WAITS = [500, 1000, 2000, 3000];
const BEAT = 10_000;

export class Lobby {
  tables: TableSummary[] = $state.raw([]);
  /** Those that may be watched. */
  running: TableSummary[] = $state.raw([]);
  /** Chairs that others keep free for me. */
  calls: CallShown[] = $state.raw([]);
  /** `lost`: the server does not answer, or no longer. */
  status: 'opening' | 'live' | 'lost' = $state('opening');
  private socket: SocketLike | undefined;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;

  /** Looks until the function that it returns is called. */
  look(): () => void {
    if (site) {
      this.status = 'live';
      return () => undefined;
    }
    this.open();
    const hurry = () => document.visibilityState === 'visible' && this.status === 'lost' && this.open();
    addEventListener('online', hurry);
    document.addEventListener('visibilitychange', hurry);
    return () => {
      removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', hurry);
      clearTimeout(this.timer);
      clearInterval(this.beat);
      const last = this.socket;
      this.socket = undefined;
      last?.close();
    };
  }

  private open(): void {
    clearTimeout(this.timer);
    const socket = connect();
    this.socket = socket;
    const token = place.here ? null : knownToken('/api/me');
    socket.onopen = () => socket.send(JSON.stringify({ type: 'lobby', ...(token ? { token } : {}) }));
    socket.onmessage = (event) => {
      this.heard = Date.now();
      const message = JSON.parse(event.data as string) as ServerMessage;
      if (message.type === 'calls') this.calls = message.calls;
      if (message.type !== 'tables') return;
      this.tables = message.tables;
      this.running = message.running ?? [];
      this.status = 'live';
      this.tries = 0;
      clearInterval(this.beat);
      this.beat = setInterval(() => {
        if (Date.now() - this.heard > 2.5 * BEAT) socket.close();
        else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'ping', sent: Date.now() }));
      }, BEAT);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      clearInterval(this.beat);
      this.status = 'lost';
      this.timer = setTimeout(() => this.open(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    };
  }
}
