/** The line to one table: a websocket that comes back by itself, keeps what it knows, and never loses or doubles a move. */
import type { Aim, Flown } from '../games/kinds';
import {
  PROTOCOL,
  type ClientMessage,
  type ClocksShown,
  type Happened,
  type Line,
  type Offer,
  type Race,
  type Raced,
  type Refused,
  type ServerMessage,
  type Side,
  type Snapshot,
  type TableShown,
} from '../lib/messages';
import { lookForNewer } from '../app/renewed.svelte';
import { settings } from '../app/settings.svelte';
import { connect, ELSEWHERE, type SocketLike } from '../tab/ask';
import { forgetToken, knownToken, moveId, token } from './api';
import { bond, look } from './deals';
import type { Emote, Level } from './kinds';

export interface SideKnown {
  seat: number | null;
  view: unknown;
  moves: Offer[];
  undo: boolean;
  lines: Line[];
}

export interface Trouble {
  code: string;
  sentence: string;
}

type Listener = (seat: number | null, view: unknown, lines: Line[], fresh: boolean, flown: Flown) => void;

const WAITS = [300, 700, 1500, 3000, 5000];

export class TableLine {
  status: 'opening' | 'live' | 'lost' | 'closed' = $state('opening');
  tries = $state(0);
  table: TableShown | undefined = $state.raw();
  mine: number[] = $state.raw([]);
  sides: SideKnown[] = $state.raw([]);
  clocks: ClocksShown | undefined = $state.raw();
  present: number[] = $state.raw([]);
  spectators = $state(0);
  bots = $state<'awake' | 'waking' | 'lost'>('awake');
  race: Race | undefined = $state.raw();
  raced: Raced | undefined = $state.raw();
  aimed: { seat: number; aim: Aim } | undefined = $state.raw();
  /** The move that was sent and not answered yet. */
  sending: Extract<ClientMessage, { type: 'play' }> | undefined = $state.raw();
  refused: Refused | undefined = $state.raw();
  trouble: Trouble | undefined = $state.raw();
  /** Server time minus ours, in ms. */
  drift = 0;

  private socket: SocketLike | undefined;
  private version: number | undefined;
  private match: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private outbox: ClientMessage[] = [];
  private listeners = new Set<Listener>();
  private spoken: string = settings.language;
  private forget: () => void;

  constructor(
    readonly id: string,
    private name = '',
  ) {
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.forget = $effect.root(() => {
      $effect(() => this.speak(settings.language));
    });
    // Whoever comes by link has no token yet; with one, the seat taken on this line is this device's.
    void token(`/${this.id}`)
      .catch(() => undefined)
      .then(() => this.status !== 'closed' && this.open());
  }

  /** Told of every new view and line of a side; `fresh` when it is a snapshot and nothing should be animated. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.status = 'closed';
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.forget();
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.socket?.close();
  }

  // What a player does.

  play(seat: number, move: number | string | Record<string, unknown>, shown?: number, alone = false): void {
    if (this.sending) return;
    this.refused = undefined;
    const message = {
      type: 'play',
      id: moveId(),
      seat,
      move,
      at: this.table?.moves ?? 0,
      ...(shown === undefined ? {} : { shown }),
      ...(alone ? { alone } : {}),
    } as const;
    this.sending = message;
    this.raw(message);
  }
  say = (text: string, seat: number | null) => this.send({ type: 'say', text, seat });
  show = (emote: Emote, seat: number | null) => this.send({ type: 'show', emote, seat });
  /** Take a seat for me, or (`second`) for somebody else on this device, who sits under what belongs to the chair. */
  sit = (name: string, seat: number | null = null, second = false) =>
    this.send({ type: 'sit', name, seat, commit: bond(), ...(second ? {} : { sign: settings.sign, colour: settings.colour }) });
  dress = (seat: number, sign: number, colour: number) => this.send({ type: 'dress', seat, sign, colour });
  stand = (seat: number) => this.send({ type: 'stand', seat });
  setSeat = (seat: number, kind: 'open' | 'bot', level: Level = 'medium') => this.send({ type: 'set_seat', seat, kind, level });
  rename = (seat: number, name: string) => this.send({ type: 'rename', seat, name });
  /** Whether a seat's person is not here. While a match runs a short break in the line is none. */
  isGone(seat: number): boolean {
    const held = this.table?.seats[seat];
    if (held?.kind !== 'person' || this.status !== 'live') return false;
    return this.table!.phase === 'over' ? !this.present.includes(seat) : held.away != null;
  }
  /** The host's: a person leaves the seat; with `bar` for good. */
  remove = (seat: number, bar = false) => this.send({ type: 'remove', seat, bar });
  /** The host's: a seat, or the spectator who said a line, is silent; or may talk again. */
  mute = (who: { seat: number } | { line: number }, yes = true) => this.send({ type: 'mute', ...who, yes });
  start = (fill: boolean) => this.send({ type: 'start', fill });
  rematch = (seat: number) => this.send({ type: 'rematch', seat, commit: bond() });
  undo = (seat: number) => this.send({ type: 'undo', seat });
  answerUndo = (seat: number, yes: boolean) => this.send({ type: 'answer_undo', seat, yes });
  pause = (seat: number) => this.send({ type: 'pause', seat });
  answerPause = (seat: number, yes: boolean) => this.send({ type: 'answer_pause', seat, yes });
  resume = (seat: number) => this.send({ type: 'resume', seat });
  takeBack = (seat: number) => this.send({ type: 'take_back', seat });
  /** Not kept and not repeated: where this seat aims, for the others to watch. */
  aim = (seat: number, aim: Aim) => this.raw({ type: 'aim', seat, aim });

  /** Sent now, or as soon as the line is back. */
  private send(message: ClientMessage): void {
    this.trouble = undefined;
    if (this.status === 'live') this.raw(message);
    else this.outbox.push(message);
  }

  private raw(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // The socket.

  private open(): void {
    clearTimeout(this.timer);
    const socket = connect(this.id);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.receive(JSON.parse(event.data as string) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.status === 'closed') return;
      clearInterval(this.beat);
      if (event.code === 4004)
        this.trouble = this.trouble?.code === 'unreadable' ? this.trouble : { code: 'no_table', sentence: '' };
      else if (event.code === 4009) this.trouble = { code: 'old_client', sentence: '' };
      else if (event.code !== ELSEWHERE) {
        this.status = 'lost';
        this.timer = setTimeout(() => this.open(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
        return;
      }
      this.status = 'closed';
    };
  }

  private hello(): void {
    const known = this.version === undefined ? {} : { version: this.version, match: this.match };
    const mine = knownToken(`/${this.id}`);
    this.raw({
      type: 'hello',
      table: this.id,
      protocol: PROTOCOL,
      language: settings.language,
      ...(mine ? { token: mine } : {}),
      ...known,
      ...(this.name ? { name: this.name } : {}),
    });
  }

  /** Another language: everything that was told is told anew. */
  private speak(language: string): void {
    if (this.spoken === language) return;
    this.spoken = language;
    this.version = undefined;
    if (this.status === 'live') this.hello();
  }

  /** Back from sleep or from no network: look at once instead of waiting. */
  private hurry = () => {
    if (document.visibilityState === 'hidden') return;
    if (this.status === 'lost') this.open();
    else if (this.status === 'live') this.ping();
  };

  private ping(): void {
    this.raw({ type: 'ping', sent: Date.now() });
    if (Date.now() - this.heard > 25_000) this.socket?.close();
  }

  private live(): void {
    if (this.status === 'live') return;
    if (this.tries) void lookForNewer();
    this.status = 'live';
    this.tries = 0;
    clearInterval(this.beat);
    this.beat = setInterval(() => this.ping(), 10_000);
    this.raw({ type: 'ping', sent: Date.now() });
    if (this.sending) this.raw(this.sending);
    for (const message of this.outbox.splice(0)) this.raw(message);
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.snapshot(message);
        return this.live();
      case 'happened':
        this.happened(message);
        return this.live();
      case 'ack':
        return this.answered(message.id);
      case 'refused':
        this.answered(message.id);
        this.refused = message;
        return;
      case 'problem':
        if (message.id) this.answered(message.id);
        if (message.code === 'tap') return;
        if (message.code === 'no_device') {
          forgetToken(`/${this.id}`);
          void token(`/${this.id}`).then(
            () => this.hello(),
            () => this.socket?.close(),
          );
          return;
        }
        this.trouble = message;
        return;
      case 'presence':
        this.present = message.present;
        this.spectators = message.spectators ?? 0;
        this.bots = message.bots ?? 'awake';
        return;
      case 'race':
        this.race = message;
        this.raced = undefined;
        return;
      case 'raced':
        this.raced = message;
        this.race = undefined;
        return;
      case 'aimed':
        this.aimed = { seat: message.seat, aim: message.aim ?? null };
        return;
      case 'pong':
        this.drift = message.now - (message.sent + Date.now()) / 2;
        return;
      case 'lag':
        return this.raw({ type: 'lag', probe: message.probe });
    }
  }

  /** The server has answered this move: it need not be sent again. */
  private answered(id: string): void {
    if (this.sending?.id === id) this.sending = undefined;
  }

  /** Remember what the server promises, and open this device's salts when everybody is bound. */
  private deal(table: TableShown): void {
    for (const salt of look(table)) this.raw({ type: 'reveal', salt });
  }

  private snapshot(s: Snapshot): void {
    this.version = s.version;
    this.match = s.table.match;
    this.drift = s.now - Date.now();
    this.table = s.table;
    this.deal(s.table);
    this.mine = s.mine;
    this.clocks = s.clocks ?? undefined;
    this.race = s.race ?? undefined;
    this.present = s.present ?? [];
    this.spectators = s.spectators ?? 0;
    s.sides.forEach(seen);
    this.sides = s.sides.map((side) => known(side));
    for (const side of this.sides) this.tell(side.seat, side.view, side.lines, true, { flights: s.flights ?? [], world: [] });
  }

  private happened(h: Happened): void {
    if (h.made) this.answered(h.made);
    if (this.version !== undefined && h.since !== this.version) {
      if (h.version > this.version) this.hello();
      return;
    }
    this.version = h.version;
    if (h.mine) this.mine = h.mine;
    if (h.table) {
      this.match = h.table.match;
      this.table = h.table;
      this.deal(h.table);
    }
    if (this.table && (h.moves != null || h.acting != null))
      this.table = { ...this.table, moves: h.moves ?? this.table.moves, acting: h.acting ?? this.table.acting };
    if (h.clocks) this.clocks = h.clocks;
    h.sides.forEach(seen);
    const before = this.sides;
    this.sides = h.sides.map((side) =>
      known(
        side,
        before.find((old) => old.seat === side.seat),
      ),
    );
    if (h.flights?.length) this.aimed = undefined;
    for (const side of h.sides)
      this.tell(side.seat, side.view ?? undefined, side.lines ?? [], false, { flights: h.flights ?? [], world: h.world ?? [] });
  }

  private tell(seat: number | null, view: unknown, lines: Line[], fresh: boolean, flown: Flown): void {
    for (const listener of this.listeners) listener(seat, view, lines, fresh, flown);
  }
}

/** Of an open game all get the same view; the side says whose it is. */
function seen(side: Side): void {
  if (side.view) (side.view as { seat: number | null }).seat = side.seat;
}

function known(side: Side, before?: SideKnown): SideKnown {
  const changed = side.view !== undefined && side.view !== null;
  return {
    seat: side.seat,
    view: changed ? side.view : before?.view,
    moves: changed ? (side.moves ?? []) : (before?.moves ?? side.moves ?? []),
    undo: changed ? (side.undo ?? false) : (before?.undo ?? side.undo ?? false),
    lines: before ? [...before.lines, ...(side.lines ?? [])] : (side.lines ?? []),
  };
}
