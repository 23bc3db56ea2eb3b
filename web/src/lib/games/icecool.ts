// Made by `python -m parlour.server.typescript`; changes belong into the Python types.

/** A task (jump, two-doors, bounce) or nothing. */
export type Announce = {
  type: "announce";
  task: string;
};

/** A player's fish cards, such as 1J, 1T, 1B, 2, 3. */
export type Cards = {
  down?: string[];
  up?: string[];
};

/** The Catcher's spot in the Kitchen, in centimetres. */
export type Catcher = {
  type: "catcher";
  x: number;
  y: number;
};

/** The end of the turn. */
export type End = {
  type: "end";
};

/** Aim in degrees, power in percent, side from -1 (left) to 1 (right), body or head. */
export type Flick = {
  type: "flick";
  aim: number;
  power: number;
  side?: number;
  height?: string;
};

export type GameMove = Catcher | Announce | Place | MoveFish | Flick | Skate | End;

/** A player's fish cards. `faces` are those of the face-down cards, for their owner only. */
export type Hand = {
  down: number;
  up: string[];
  faces: string[] | null;
  points: number | null;
  announced: string[];
};

/** The school and what one seat may know of the cards. */
export type IcecoolView = {
  players: number;
  seat: number | null;
  acting: number[];
  phase: string;
  round: number;
  rounds: number;
  scoring: string;
  catcher: number;
  turn: number;
  announced: string | null;
  first_flick: boolean;
  tries: number;
  penguins: Penguin[];
  fish: Record<string, string[]>;
  fish_doors: string[];
  ids: number[];
  cards: Hand[];
  deck: number;
  places: Record<string, Spot>;
  may_flick: boolean;
  flicks: number;
};

/** A fish of a colour from its door to another, for two 2s. */
export type MoveFish = {
  type: "movefish";
  colour: string;
  door: string;
  to: string;
};

/** One player's penguin: where it stands (None: not on the board), its ID, its fish. */
export type Penguin = {
  colour: string;
  x: number | null;
  y: number | null;
  room: string | null;
  door: string | null;
  sees: string[];
  close: boolean;
  caught: boolean;
  collected: number;
};

/** Onto the orange line of a room. */
export type Place = {
  type: "place";
  room: string;
};

/** Colours are purple, orange, teal, pink by seat. What is left out is as at the start of a round. */
export type Position = {
  players: number;
  catcher?: string;
  turn?: string;
  phase?: string;
  round?: number;
  turns?: number;
  penguins?: Record<string, Spot | null>;
  fish?: Record<string, string[]> | null;
  collected?: Record<string, number>;
  caught?: string[];
  catches?: number | null;
  cards?: Record<string, Cards>;
  known?: Record<string, string[]>;
  deck?: string[] | null;
  announced?: string | null;
  placed?: boolean;
  was_out?: boolean;
  tries?: number;
  first?: string[] | null;
  novices?: string[] | null;
  flicks?: number;
  flick?: string | null;
  options?: Record<string, unknown>;
};

/** Another turn for two 1s, named by their tasks. */
export type Skate = {
  type: "skate";
  first: string;
  second: string;
};

/** A penguin's centre in centimetres, on the 0.001 cm grid. */
export type Spot = {
  x: number;
  y: number;
};

export type View = IcecoolView;
