// Made by `python -m parlour.server.typescript`; changes belong into the Python types.

/** The blocker on a square; a die must follow. */
export type Block = {
  type: "block";
  square: string;
};

/** A numbered die on the board. */
export type Die = {
  seat: number;
  face: number;
};

/** A position at the start of a turn or after its blocker. `board` has `W5`, `B2` or `block` by square. */
export type DocePosition = {
  to_move: number;
  board?: Record<string, string>;
  marks?: (string | null)[];
  blocker_left?: boolean[];
  mid_turn?: boolean;
  passes?: number;
  round?: number;
  starter?: number;
  score?: number[];
  earned?: number[][];
  over?: boolean;
  players?: number;
  options?: Record<string, unknown>;
};

/** Everything: nothing in DOCE is hidden. */
export type DoceView = {
  players: number;
  seat: number | null;
  acting: number[];
  round: number;
  starter: number;
  mid_turn: boolean;
  dice: Record<string, Die>;
  blocked: string[];
  marks: (string | null)[];
  zones: string[][];
  dice_left: number[];
  blocker_left: boolean[];
  score: number[];
  earned: number[][];
  threats: Record<string, number>[];
  open: number[];
};

export type GameMove = Place | Block | Pass;

/** Never a choice: who cannot place a die passes by force. */
export type Pass = {
  type: "pass";
};

/** A die on a square, any face up. */
export type Place = {
  type: "place";
  square: string;
  face: number;
};

export type Position = DocePosition;

export type View = DoceView;

/** What happens in this game, as the log carries it. */
export type GameEvent =
  | { kind: "round"; round: number; seat: number }
  | { kind: "placed"; seat: number; square: number; face: number }
  | { kind: "blocked"; seat: number; square: number }
  | { kind: "passed"; seat: number }
  | { kind: "lined"; seat: number; window: number }
  | { kind: "won"; seat: number; points: number; pure: number; kept: number; penalty: number }
  | { kind: "drew"; why: number; white: number; black: number }
  | { kind: "finished"; white: number; black: number };

export const FACTS = {"windows": [["a1", "b1", "c1", "d1"], ["b1", "c1", "d1", "e1"], ["a2", "b2", "c2", "d2"], ["b2", "c2", "d2", "e2"], ["a3", "b3", "c3", "d3"], ["b3", "c3", "d3", "e3"], ["a4", "b4", "c4", "d4"], ["b4", "c4", "d4", "e4"], ["a5", "b5", "c5", "d5"], ["b5", "c5", "d5", "e5"], ["a1", "a2", "a3", "a4"], ["a2", "a3", "a4", "a5"], ["b1", "b2", "b3", "b4"], ["b2", "b3", "b4", "b5"], ["c1", "c2", "c3", "c4"], ["c2", "c3", "c4", "c5"], ["d1", "d2", "d3", "d4"], ["d2", "d3", "d4", "d5"], ["e1", "e2", "e3", "e4"], ["e2", "e3", "e4", "e5"], ["a1", "b2", "c3", "d4"], ["b1", "c2", "d3", "e4"], ["a2", "b3", "c4", "d5"], ["b2", "c3", "d4", "e5"], ["d1", "c2", "b3", "a4"], ["e1", "d2", "c3", "b4"], ["d2", "c3", "b4", "a5"], ["e2", "d3", "c4", "b5"]], "target": 12, "win": 12} as const;
