/** What the shell and a game's own page agree on. */
import type { Component } from 'svelte';
import type { Sound } from '../app/sound';
import type { GameInfo, Line, Offer, Raced, SeatShown } from '../lib/messages';

export type Event = Record<string, unknown> & { kind: string };

/** One moment of the table: what is seen, for how long at least, and which lines of the log it tells. */
export interface Frame<V = unknown> {
  view: V;
  hold: number;
  lines?: Line[];
  sound?: Sound;
  /** Something to show beside the view for this moment: a line that is drawn, a score that is told. */
  effect?: Event | null;
}

/** What a game's table gets. `moves` is empty while things still move and when it is not this seat's turn. */
export interface Desk<V = unknown, M = Record<string, unknown>> {
  view: V;
  effect: Event | null;
  /** The seat that looks at the table; null for spectators and replays. */
  me: number | null;
  seats: SeatShown[];
  moves: (Offer & { move: M })[];
  /** My move is on its way. */
  sending: boolean;
  /** Nothing waits to be shown. */
  calm: boolean;
  /** The last sentence of the log, while things move. */
  said: string;
  refused: { rule: string; sentence: string } | null;
  options: Record<string, unknown>;
  over: boolean;
  /** The log as far as it was told. */
  lines: Line[];
  /** A race that is announced or open, in ms of `performance.now()`: the start is the same for everybody. */
  race: { id: number; seats: number[]; opens: number; closes: number } | null;
  /** How the last race ended: the slaps in order with their fair times. */
  raced: Raced | null;
  act(move: M): void;
  /** A move that is not offered: the server says why not. */
  ask(move: M): void;
  forgive(): void;
  openRule(id: string): void;
  /** Whether this table allows hints. */
  hints?: boolean;
  name(seat: number): string;
  info?: GameInfo;
  /** The picture that the server draws, for games without a table of their own. */
  picture?: string;
}

export interface GamePage {
  Table: Component<{ desk: Desk<never, never> }>;
  /** This page shows the picture that the server draws. */
  drawn?: boolean;
  /** The moments between two views. */
  frames?(before: never, after: never, lines: Line[], me: number | null): Frame[];
  /** Rows for the result: one a round, points by seat. */
  rounds?(lines: Line[], players: number): { label: string; points: (number | string)[] }[];
  /** What is in the bar beside the game's name. */
  status?(view: never, options: Record<string, unknown>, seats: readonly string[]): string;
}

export interface GameLook {
  key: string;
  awning: string;
  box: string;
  ink: string;
  surface: string;
  /** Nothing is hidden in this game, so no curtain is needed between players on one device. */
  open?: boolean;
  Box?: Component;
  page(): Promise<{ page: GamePage }>;
}
