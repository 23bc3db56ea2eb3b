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
