/** What the shell and a game's own page agree on. */
import type { Component } from 'svelte';
import type { Sound } from '../app/sound';
import type { Flight, GameInfo, Line, Offer, Raced, SeatShown } from '../lib/messages';

/** A move as it is sent: by its number, as text, or by its fields. */
export type Move = number | string | Record<string, unknown>;

/** What a game's pages are written in: the types that Python makes of its view, its moves and what happens in it, and what the
 * page itself shows beside the view for a moment. The house knows no more of a game than stands here. */
export interface Kinds {
  view: unknown;
  move: Move;
  event: Record<string, unknown>;
  effect: { kind: string };
}

/** What may be done now, as this game writes its moves. */
export type Offered<M = Record<string, unknown>> = Omit<Offer, 'move'> & { move: M };

/** A line of the log, with what happened as this game tells it. */
export type Entry<G extends Kinds = Kinds> = Omit<Line, 'event'> & { event?: G['event'] | null };

/** One moment of the table: what is seen, for how long at least, and which lines of the log it tells. */
export interface Frame<G extends Kinds = Kinds> {
  view: G['view'];
  hold: number;
  /** It takes as long as it takes, whatever pace was chosen; only `instant` skips it. */
  real?: boolean;
  lines?: Entry<G>[];
  sound?: Sound;
  /** How a phone shakes with it, in ms of motion and rest. */
  buzz?: number[];
  /** Something to read or to choose: held in full also where nothing moves. */
  read?: boolean;
  /** How a round ended: a click that hurries on comes to rest here. */
  stop?: boolean;
  /** Something to show beside the view for this moment: a line that is drawn, a score that is told. */
  effect?: G['effect'] | null;
}

/** What came with a move that takes time to look at: its flights, and what the world says of the last one. */
export interface Flown {
  flights: Flight[];
  world: unknown[];
}

/** Where somebody aims, by name; null when no longer. */
export type Aim = Record<string, number> | null;

/** What a game's table gets. `moves` is empty while things still move and when it is not this seat's turn. */
export interface Desk<G extends Kinds = Kinds> {
  view: G['view'];
  effect: G['effect'] | null;
  /** The seat that looks at the table; null for spectators and replays. */
  me: number | null;
  seats: SeatShown[];
  moves: Offered<G['move']>[];
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
  lines: Entry<G>[];
  /** A race that is announced or open, in ms of `performance.now()`: the start is the same for everybody. */
  race: { id: number; seats: number[]; opens: number; closes: number } | null;
  /** How the last race ended: the slaps in order with their fair times. */
  raced: Raced | null;
  /** Where another seat aims now. */
  aimed: { seat: number; aim: Aim } | null;
  /** The table wants help shown: short lines ahead, and the like. */
  hints: boolean;
  /** Several seats are played on this device. */
  shared: boolean;
  /** The table and the match that this is, for links. */
  at: { table: string; match: number } | null;
  /** Shows the others where this seat aims. */
  aim(aim: Aim): void;
  act(move: G['move']): void;
  /** A move that is not offered: the server says why not. */
  ask(move: G['move']): void;
  forgive(): void;
  /** Show the end of what is being shown; a replay has no hurry. */
  skip?(): void;
  /** What is being shown has been read: on to what follows. */
  on?(): void;
  openRule(id: string): void;
  name(seat: number): string;
  info?: GameInfo;
  /** The picture that the server draws, for games without a table of their own. */
  picture?: string;
}

/** What a game's picture of a seat's result gets: the log and the last view, to draw what was really there. */
export interface PrizeProps<G extends Kinds = Kinds> {
  seat: number;
  score: number;
  won: boolean;
  lines: readonly Entry<G>[];
  view: G['view'] | undefined;
}

/** A row of the result: one a round, points by seat. */
export interface Round {
  label: string;
  points: (number | string)[];
}

export interface GamePage<G extends Kinds> {
  Table: Component<{ desk: Desk<G> }>;
  /** More moves are possible than are offered, such as every way to flick: none of them is the only one. */
  more?: boolean;
  /** This page shows the picture that the server draws. */
  drawn?: boolean;
  /** This table needs the whole width (with so many players); the talk is behind its button. */
  wide?(players: number): boolean;
  /** The moments between two views. */
  frames?(before: G['view'], after: G['view'], lines: Entry<G>[], me: number | null, flown: Flown): Frame<G>[];
  /** Joins what was still in the air when the page came: its moments, the first `late` ms of them gone. */
  join?(view: G['view'], flight: Flight, late: number): Frame<G>[];
  /** A seat's result as a picture of this game; `tall`: the higher the score, the higher it grows. */
  Prize?: Component<PrizeProps<G>>;
  tall?: boolean;
  /** Rows for the result. */
  rounds?(lines: readonly Entry<G>[], players: number): Round[];
  /** What is in the bar beside the game's name. */
  status?(view: G['view'], options: Record<string, unknown>, seats: readonly string[]): string;
}

/** The page of some game: which one is known when it is fetched, and the server sends it what it was written for. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyPage = GamePage<any>;

/** How a game looks from outside: `look` of its `look.ts`. */
export interface Look {
  /** Where it stands on the shelf: the lowest first, without a number last. */
  place?: number;
  /** What the box says until the server has told its games. */
  promise?: { name: string; seats: string; minutes: number };
  /** Colours of its awning, its box, and the print on the box. */
  awning: string;
  box: string;
  ink: string;
  /** What lies on the table, as a CSS background: patterns, no pictures. */
  cloth: string;
  /** Nothing is hidden in this game, so no curtain is needed between players on one device. */
  open?: boolean;
  /** Where one tries the game's knack without a match. */
  practice?: string;
  /** Pages of its own beside the table; `:name` becomes the page's property of that name. */
  routes?: Record<string, () => Promise<{ default: unknown }>>;
  /** The picture on its box, drawn here, or its address. */
  Box?: Component;
  picture?: string;
}

/** A game on the shelf. */
export interface GameLook extends Look {
  key: string;
  page(): Promise<{ page: AnyPage }>;
}
