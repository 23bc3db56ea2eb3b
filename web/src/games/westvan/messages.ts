// Made by `python -m parlour.server.typescript`; changes belong into the Python types.

/** Whose turn is it? */
export type Ask = {
  type: "ask";
};

/** A card onto the discard pile. */
export type Discard = {
  type: "discard";
  card: string;
};

/** The dog gets the freezer; `keep` or `discard` Freezer burn. */
export type Dog = {
  type: "dog";
  burn: string;
};

/** A hand: how many cards, and those that the viewer is certain of; all of them in the own one. */
export type Freezer = {
  size: number;
  cards: string[];
};

export type GameMove = Pass | Start | Scoop | Top | Give | Discard | Keep | Swap | Dog | Ask;

/** A card to the next player. */
export type Give = {
  type: "give";
  card: string;
};

/** A card of the tray into the freezer. */
export type Keep = {
  type: "keep";
  card: string;
};

/** An ice cream from the bottom: a cone, scoops, and a topping once it is complete. */
export type Melt = {
  cone: string;
  scoops: string[];
  topping?: string | null;
};

/** An ice cream from the bottom. `worth` only where the viewer knows the owner's character. */
export type MeltView = {
  cone: string;
  scoops: string[];
  topping: string | null;
  worth: number | null;
  liked: number | null;
};

/** What the seats know of hidden cards (memory.py). A row for each seat; `odds`, `deck` and `tray` have one more, for
    the public. */
export type Memory = {
  known: Record<string, string[]>[];
  most_cones: ((number | null)[])[];
  odds: number[][];
  deck: boolean[];
  tray: boolean[][];
  characters: number[][];
};

/** Play nothing. */
export type Pass = {
  type: "pass";
};

export type Position = WestVanPosition;

/** What a melt becomes with a card more on it; with a cone, a new melt of that cone and the card. */
export type Price = {
  card: string;
  seat: number;
  melt: number;
  cards: number;
  liked: number;
  worth: number;
  cone?: string | null;
};

/** A scoop on an open melt; `melt` counts from 0. */
export type Scoop = {
  type: "scoop";
  scoop: string;
  seat: number;
  melt: number;
};

/** A new melt in the own flight. */
export type Start = {
  type: "start";
  cone: string;
  scoop: string;
};

/** Two players exchange characters. */
export type Swap = {
  type: "swap";
  one: number;
  two: number;
};

/** A character with the words of the cards that it likes and dislikes. */
export type Tastes = {
  name: string;
  likes: string[];
  dislikes: string[];
};

/** A topping on an open melt; `melt` counts from 0. */
export type Top = {
  type: "top";
  topping: string;
  seat: number;
  melt: number;
};

export type View = WestVanView;

/** A position. Cards are the words that players type; `deck` begins with the next card to be drawn, and cards that
    are named nowhere lie under it. They and the last `loose` of the named ones are in no order: chance says which of them
    is drawn. `discards` begins with the oldest. Without `memory` nobody knows anything but their own cards and the public
    ones. */
export type WestVanPosition = {
  players: number;
  freezers: string[][];
  characters: string[];
  current: number;
  scooper: number;
  flights?: Melt[][];
  deck?: string[];
  loose?: number;
  discards?: string[];
  turn?: string;
  phase?: string;
  tray?: string[];
  resolving?: number | null;
  queue?: string[];
  clockwise?: boolean;
  mode?: string;
  passes?: number;
  day?: number;
  opener?: number;
  used?: string[];
  earned?: number[][];
  may_ask?: number[] | null;
  memory?: Memory | null;
  options?: Record<string, unknown>;
};

/** One seat's table: its freezer, character and tray, what it is certain of elsewhere, and everything open. */
export type WestVanView = {
  players: number;
  seat: number | null;
  acting: number[];
  day: number;
  phase: string;
  current: number;
  scooper: number;
  turn: string;
  next: number;
  clockwise: boolean;
  mode: string;
  passes: number;
  closing_time: number;
  deck: number;
  discards: string[];
  tray: (string | null)[];
  action: string | null;
  queue: string[];
  freezers: Freezer[];
  characters: (Tastes | null)[];
  known_to: number[][];
  flights: MeltView[][];
  total: number[];
  earned: number[][];
  used: string[];
  could: string[][];
  prices: Price[];
  may_ask: number[];
};

/** What happens in this game, as the log carries it. */
export type GameEvent =
  | { kind: "day"; day: number; seat: number }
  | { kind: "character"; seat: number; taste: number | null }
  | { kind: "turn"; seat: number; turn: number }
  | { kind: "trayed"; seat: number; card: number | null }
  | { kind: "acted"; seat: number; card: number }
  | { kind: "budged"; direction: number }
  | { kind: "switched"; mode: number }
  | { kind: "swapped"; seat: number; one: number; two: number; taste_one: number | null; taste_two: number | null }
  | { kind: "fed"; seat: number; cards: number }
  | { kind: "spared"; seat: number }
  | { kind: "purged"; seat: number; cards: number }
  | { kind: "refilled"; seat: number; card: number | null }
  | { kind: "wasted"; seat: number; card: number }
  | { kind: "queued"; seat: number; card: number }
  | { kind: "binned"; seat: number; card: number }
  | { kind: "kept"; seat: number; card: number | null; other: number }
  | { kind: "started"; seat: number; cone: number; scoop: number; melt: number }
  | { kind: "scooped"; seat: number; scoop: number; owner: number; melt: number }
  | { kind: "topped"; seat: number; topping: number; owner: number; melt: number }
  | { kind: "passed"; seat: number }
  | { kind: "gave"; giver: number; taker: number; card: number | null }
  | { kind: "took"; taker: number; giver: number; card: number | null }
  | { kind: "discarded"; seat: number; card: number }
  | { kind: "reshuffled"; cards: number }
  | { kind: "asked"; seat: number; holder: number }
  | { kind: "day_over"; day: number; why: number; who: number }
  | { kind: "left"; seat: number; card: number; count: number }
  | { kind: "melted"; seat: number; melt: number; cards: number; liked: number; worth: number }
  | { kind: "burned"; seat: number; how: number; cost: number }
  | { kind: "scored"; seat: number; taste: number; cards: number; points: number; total: number }
  | { kind: "finished" };

export const FACTS = {"cards": ["sugar", "waffle", "wafer", "pretzel", "dipped", "cup", "vanilla", "chocolate", "strawberry", "mint", "mango", "maple", "tiger", "bubblegum", "lemon", "sprinkles", "fudge", "whip", "cherry", "peanuts", "gummies", "burn", "budge", "tastes", "insist", "dog", "mouldy"], "sorts": ["cone", "cone", "cone", "cone", "cone", "cone", "scoop", "scoop", "scoop", "scoop", "scoop", "scoop", "scoop", "scoop", "scoop", "top", "top", "top", "top", "top", "top", "special", "special", "special", "special", "special", "special"], "freezer": 9, "characters": [{"name": "The Toddler", "likes": ["wafer", "bubblegum", "vanilla", "sprinkles"], "dislikes": ["pretzel", "lemon", "maple", "peanuts"]}, {"name": "The Dentist", "likes": ["cup", "mint", "lemon", "cherry"], "dislikes": ["dipped", "bubblegum", "tiger", "gummies"]}, {"name": "The Lifeguard", "likes": ["cup", "mango", "lemon", "cherry"], "dislikes": ["dipped", "chocolate", "maple", "fudge"]}, {"name": "The Grandmother", "likes": ["sugar", "maple", "vanilla", "whip"], "dislikes": ["cup", "bubblegum", "mango", "gummies"]}, {"name": "The Hiker", "likes": ["pretzel", "maple", "chocolate", "peanuts"], "dislikes": ["cup", "strawberry", "bubblegum", "whip"]}, {"name": "The Tourist", "likes": ["waffle", "tiger", "maple", "sprinkles"], "dislikes": ["cup", "vanilla", "chocolate", "peanuts"]}, {"name": "The Food Critic", "likes": ["sugar", "lemon", "vanilla", "fudge"], "dislikes": ["wafer", "bubblegum", "maple", "sprinkles"]}, {"name": "The Busker", "likes": ["wafer", "tiger", "strawberry", "gummies"], "dislikes": ["waffle", "vanilla", "mango", "whip"]}, {"name": "The Ferry Captain", "likes": ["sugar", "mint", "tiger", "cherry"], "dislikes": ["wafer", "mango", "strawberry", "sprinkles"]}, {"name": "The Teenager", "likes": ["dipped", "bubblegum", "chocolate", "gummies"], "dislikes": ["sugar", "vanilla", "maple", "cherry"]}, {"name": "The Yoga Teacher", "likes": ["cup", "mango", "strawberry", "peanuts"], "dislikes": ["pretzel", "chocolate", "tiger", "fudge"]}, {"name": "The Goalie", "likes": ["pretzel", "chocolate", "tiger", "fudge"], "dislikes": ["sugar", "mango", "lemon", "cherry"]}, {"name": "The Night Nurse", "likes": ["waffle", "mint", "chocolate", "whip"], "dislikes": ["pretzel", "lemon", "tiger", "gummies"]}, {"name": "The Dog Walker", "likes": ["pretzel", "vanilla", "mango", "peanuts"], "dislikes": ["dipped", "mint", "chocolate", "whip"]}, {"name": "The Barista", "likes": ["dipped", "maple", "mint", "fudge"], "dislikes": ["waffle", "lemon", "strawberry", "cherry"]}, {"name": "The House Agent", "likes": ["waffle", "lemon", "strawberry", "whip"], "dislikes": ["wafer", "mint", "tiger", "peanuts"]}, {"name": "The Science Teacher", "likes": ["wafer", "bubblegum", "mango", "gummies"], "dislikes": ["waffle", "strawberry", "mint", "sprinkles"]}, {"name": "The Wedding Planner", "likes": ["dipped", "strawberry", "bubblegum", "sprinkles"], "dislikes": ["sugar", "vanilla", "mint", "fudge"]}]} as const;
