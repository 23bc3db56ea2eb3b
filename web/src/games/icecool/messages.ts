// Made by `python -m parlour.server.typescript`; changes belong into the Python types.

/** A task (jump, two-doors, bounce) or nothing. */
export type Announce = {
  type: "announce";
  task: string;
};

/** A ball on the penguin's axis: radius, and height of its middle above the floor, in centimetres. */
export type Ball = {
  radius: number;
  height: number;
};

/** A wall or door frame `s` turns the penguin back by 5 cm/s or more (R19). */
export type Bounce = {
  k: "bounce";
  i: number;
  t: number;
  p: "K" | "O" | "P" | "T";
  s: string;
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

/** A seat's colour: its name in views and positions, its letter in reports of flicks. */
export type Colour = {
  seat: number;
  name: string;
  letter: string;
};

/** An opening in the wall plane `axis = plane` that joins `near` (lower side) and `far` (upper side). */
export type Door = {
  id: string;
  near: string;
  far: string;
  axis: "x" | "y";
  plane: number;
  opening: [number, number];
  slot: [number, number, number, number];
};

/** The end of the turn. */
export type End = {
  type: "end";
};

/** The penguin has left all boxes (ICE-59, ICE-60). */
export type Exit = {
  k: "exit";
  i: number;
  t: number;
  p: "K" | "O" | "P" | "T";
  from: string;
};

/** Aim in degrees, power in percent, side from -1 (left) to 1 (right), body or head. */
export type Flick = {
  type: "flick";
  aim: number;
  power: number;
  side?: number;
  height?: string;
};

/** One flick, from the start poses to rest. */
export type FlickReport = {
  flick: number;
  actor: "K" | "O" | "P" | "T";
  start: Record<string, Spot | null>;
  events: (Touch | Pass | Over | Exit | Bounce)[];
  rest: Record<string, Rest | null>;
  settled: boolean;
  time: number;
  v?: 1;
};

/** How a flight's path counts: frames a second, centimetres and quaternion parts of one step. */
export type Frames = {
  rate: number;
  length: number;
  turn: number;
};

export type GameMove = Catcher | Announce | Place | MoveFish | Flick | Skate | End;

/** A flick to begin with: degrees and percent, straight from the body's middle. */
export type Glance = {
  aim: number;
  power: number;
};

/** Steps and bounds of a flick: aim in degrees from 0 to under 360, power in percent, side from -1 to 1. */
export type Grid = {
  aim_step: number;
  least_power: number;
  most_power: number;
  side_step: number;
  heights: string[];
};

/** A player's fish cards. `faces` are those of the face-down cards, for their owner only. */
export type Hand = {
  down: number;
  up: string[];
  faces: string[] | null;
  points: number | null;
  announced: string[];
};

/** A point in the school, and where what is there looks: degrees, 0 = right (+x), counter-clockwise. */
export type Hook = {
  x: number;
  y: number;
  z: number;
  degrees: number;
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
  may_move_fish: boolean;
  glance: Glance | null;
  doors: string[][];
  reach: number[];
  flicks: number;
};

/** The physics of a flick in SI units, for another MuJoCo of the same version; the table's own flick is what counts. */
export type Model = {
  files: string[];
  step: number;
  longest: number;
  calming_after: number;
  calming: number;
  centre: number;
  base: number;
  speeds: number[];
  kicks: number[][][];
  slow: number;
  slow_spin: number;
  upright: number;
  rest: number;
};

/** A fish of a colour from its door to another, for two 2s. */
export type MoveFish = {
  type: "movefish";
  colour: string;
  door: string;
  to: string;
};

/** The whole penguin is beyond a wall plane, through the air (ICE-26, ICE-42). */
export type Over = {
  k: "over";
  i: number;
  t: number;
  p: "K" | "O" | "P" | "T";
  from: string;
  to: string;
  door?: string | null;
};

/** The double wall between two adjacent rooms, with its doors. */
export type Partition = {
  axis: "x" | "y";
  plane: number;
  low: number;
  high: number;
  near: string;
  far: string;
  doors: Door[];
};

/** The whole penguin has gone through a door (ICE-21). */
export type Pass = {
  k: "pass";
  i: number;
  t: number;
  p: "K" | "O" | "P" | "T";
  door: string;
  from: string;
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

/** Footprint radius, height, and how far apart the centres of placed penguins must be (ICE-53). */
export type PenguinSize = {
  radius: number;
  height: number;
  clearance: number;
};

/** Onto the orange line of a room. */
export type Place = {
  type: "place";
  room: string;
};

/** The school: centimetres, x right, y up, z above the floor. */
export type Plan = {
  school: School;
  walls: Solid[];
  partitions: Partition[];
  fish: Record<string, Hook[]>;
  shape: Shape;
  colours: Colour[];
  flick: Grid;
  path: Frames;
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

/** What came of it. `place` is where the orange line would take the penguin now, if it may be put there. */
export type PracticeAnswer = {
  spot: Spot;
  rooms: string[];
  done: boolean;
  lines?: string[];
  place?: Spot | null;
  glance?: Glance | null;
  report?: FlickReport | null;
  path?: string | null;
  seconds?: number;
};

/** One try: a flick, or `place`. `spot` (null: the red circle) and `rooms` are those of the last answer. */
export type PracticeAsk = {
  flick?: string | Flick | null;
  place?: boolean;
  colour?: string;
  spot?: Spot | null;
  rooms?: string[];
};

/** Where Runners enter (ICE-14). */
export type RedCircle = {
  room: string;
  x: number;
  y: number;
  radius: number;
};

export type Report = FlickReport;

/** Where a penguin came to rest: a spot, or out of the school (perched on a wall counts as out, R25). */
export type Rest = {
  x?: number | null;
  y?: number | null;
  out?: boolean;
};

/** One box: outer rectangle, inner faces of its walls, and its orange line. */
export type Room = {
  id: string;
  name: string;
  box: number;
  outer: [number, number, number, number];
  inner: [number, number, number, number];
  orange: [number, number, number, number];
};

/** The whole floor plan. */
export type School = {
  unit: "cm";
  outline: [number, number, number, number];
  cardboard: number;
  wall_height: number;
  door_clear_height: number;
  orange_inset: number;
  slot_tolerance: number;
  penguin: PenguinSize;
  red_circle: RedCircle;
  catcher_room: string;
  fish_doors: [string, string, string];
  clips: [number, number][];
  rooms: Room[];
  doors: Door[];
};

/** A penguin: the balls that collide, and the heights of the two hit points (body, head). */
export type Shape = {
  balls: Ball[];
  hits: number[];
};

/** Another turn for two 1s, named by their tasks. */
export type Skate = {
  type: "skate";
  first: string;
  second: string;
};

/** A block of wall: `x0 y0 z0 x1 y1 z1`, and the door whose frame it belongs to, if any. */
export type Solid = {
  name: string;
  box: [number, number, number, number, number, number];
  lintel_of?: string | null;
};

/** A penguin's centre in centimetres, on the 0.001 cm grid. */
export type Spot = {
  x: number;
  y: number;
};

/** Contact of two penguins begins (ICE-34). */
export type Touch = {
  k: "touch";
  i: number;
  t: number;
  a: "K" | "O" | "P" | "T";
  b: "K" | "O" | "P" | "T";
};

export type View = IcecoolView;

/** What happens in this game, as the log carries it. */
export type GameEvent =
  | { kind: "round"; round: number; seat: number }
  | { kind: "stationed"; seat: number; x: number; y: number }
  | { kind: "entered"; seat: number; x: number; y: number }
  | { kind: "announced"; seat: number; task: number }
  | { kind: "placed"; seat: number; room: number; x: number; y: number }
  | { kind: "moved"; seat: number; colour: number; door: number; to: number }
  | { kind: "flicked"; seat: number; meant: number; flick: number }
  | { kind: "touched"; seat: number; other: number }
  | { kind: "passed"; seat: number; door: number; source: number; target: number }
  | { kind: "flew"; seat: number; source: number; target: number; over: number }
  | { kind: "left"; seat: number; source: number }
  | { kind: "bumped"; seat: number; surface: number }
  | { kind: "rested"; seat: number; x: number; y: number; where: number }
  | { kind: "returned"; seat: number; x: number; y: number; where: number }
  | { kind: "fished"; seat: number; door: number; collected: number }
  | { kind: "drew"; seat: number; card: number | null }
  | { kind: "drew_unseen"; seat: number }
  | { kind: "deck_empty"; seat: number }
  | { kind: "caught"; seat: number; catcher: number; time: number }
  | { kind: "did_task"; seat: number; task: number }
  | { kind: "empty_task"; seat: number; task: number }
  | { kind: "failed_task"; seat: number; task: number }
  | { kind: "again"; seat: number; tries: number; x: number; y: number }
  | { kind: "gave_up"; seat: number; x: number; y: number }
  | { kind: "restarted"; seat: number }
  | { kind: "skated"; seat: number; first: number; second: number }
  | { kind: "ended"; seat: number }
  | { kind: "round_over"; round: number; why: number }
  | { kind: "collected_ids"; seat: number; ids: number }
  | { kind: "match_over"; won: number };
