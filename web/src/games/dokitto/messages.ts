// Made by `python -m parlour.server.typescript`; changes belong into the Python types.

/** A position. Cards are `S7`; a stack lists its tiles from the bottom as `plain` or `star`, a cone as `S` or `S*`. */
export type DokittoPosition = {
  players: number;
  hands: string[][];
  leader: number;
  trick?: Record<string, string>;
  past?: Past[];
  stacks?: Record<string, string[]>;
  cones?: string[][];
  score?: number[];
  round?: number;
  over?: boolean;
  options?: Record<string, unknown>;
  flavours?: string;
};

/** One seat's table: its own hand and everything that lies open. */
export type DokittoView = {
  players: number;
  seat: number | null;
  acting: number[];
  round: number;
  choosing: boolean;
  hand: string[];
  hand_sizes: number[];
  leader: number;
  trick: Trick | null;
  past: Trick[];
  tubs: Record<string, Tub>;
  cones: string[][];
  toppings: string[][];
  out_of: string[][];
  score: number[];
  toppled: number | null;
};

export type GameMove = Play | Take;

/** A completed trick: its leader, and the cards by seat. */
export type Past = {
  leader: number;
  cards: string[];
};

/** A card from the hand. */
export type Play = {
  type: "play";
  card: string;
};

export type Position = DokittoPosition;

/** The top tile of a flavour's stack. */
export type Take = {
  type: "take";
  flavour: string;
};

/** Cards by seat, in play order from the leader. */
export type Trick = {
  leader: number;
  cards: Record<string, string>;
  winner: number | null;
  mixed: boolean;
};

/** A flavour's stack: tiles left, and whether its topping is still to be had. */
export type Tub = {
  left: number;
  topping: boolean;
};

export type View = DokittoView;

/** What happens in this game, as the log carries it. */
export type GameEvent =
  | { kind: "round"; round: number; seat: number }
  | { kind: "led"; seat: number; card: number }
  | { kind: "followed"; seat: number; card: number }
  | { kind: "discarded"; seat: number; card: number; flavour: number }
  | { kind: "highest"; seat: number; card: number }
  | { kind: "lowest"; seat: number; card: number }
  | { kind: "later"; seat: number; card: number }
  | { kind: "took"; seat: number; flavour: number; scoops: number }
  | { kind: "starred"; seat: number; flavour: number }
  | { kind: "toppled"; seat: number }
  | { kind: "scored"; seat: number; points: number; total: number }
  | { kind: "finished"; round: number };
