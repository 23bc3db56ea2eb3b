// Made by `python -m parlour.server.typescript`; changes belong into the Python types.

/** Let the action happen. */
export type Accept = {
  type: "accept";
};

/** An action that waits for its target's answer. */
export type Aimed = {
  action: string;
  source: number;
  target: number;
  can_block: boolean;
  can_shift: boolean;
};

/** A Block against the action that is aimed at you. */
export type Block = {
  type: "block";
  card: string;
};

/** The number that a Double Joker asks for. */
export type Call = {
  type: "call";
  number: number;
};

/** The seat to challenge. */
export type Challenge = {
  type: "challenge";
  seat: number;
};

/** Draw a card. */
export type Draw = {
  type: "draw";
};

/** A challenge that is being fought, with the challenger's numbers once they are picked. */
export type Duel = {
  source: number;
  target: number;
  pair?: number[];
  off_turn?: boolean;
};

/** A duel: challenger, challenged, and the challenger's numbers once picked. */
export type Fight = {
  source: number;
  target: number;
  pair: number[];
};

export type GameMove = Play | Slap | Give | Block | Shift | Draw | Keep | Pass | Accept | Stay | Next | Previous | Call | Challenge | PickTwo | PickOne;

/** A card as a gift for the next player. */
export type Give = {
  type: "give";
  card: string;
};

/** One seat's table: its own cards, what it knows of others, and everything that lies open. */
export type IonView = {
  players: number;
  seat: number | null;
  acting: number[];
  mode: string;
  target: number;
  hand_no: number;
  turn: number;
  turn_cap: number;
  decision: string;
  hand: string[];
  fitting: string[];
  hand_sizes: number[];
  alive: boolean[];
  score: number[];
  dealer: number;
  table: string;
  match: number[];
  sum: number | null;
  pile: number;
  layers: number[];
  played: string[];
  spoils_sizes: number[];
  spoils: string[];
  pending: Aimed | null;
  duel: Fight | null;
  race: Running | null;
  gift: string | null;
  drawn: string | null;
  drawn_only: boolean;
  leaving: number | null;
  known: Known[];
  recycled: Recycled | null;
  hand_winner: number | null;
  winners: number[];
};

/** Keep the card that was just drawn. */
export type Keep = {
  type: "keep";
};

/** A hidden card whose place the viewer knows: `hand` or `spoils` of a seat, `pile` (then `layer` counts from the top),
    or the `gift`. */
export type Known = {
  card: string;
  place: string;
  seat?: number | null;
  layer?: number | null;
};

/** Punish the next player. */
export type Next = {
  type: "next";
};

/** Only when there is nothing to play and nothing to draw. */
export type Pass = {
  type: "pass";
};

/** An action that waits for the answer of its target. `gift` is the card on its way. */
export type Pending = {
  action: string;
  source: number;
  target: number;
  off_turn?: boolean;
  gift?: string | null;
};

/** The challenged player's number. */
export type PickOne = {
  type: "pickone";
  number: number;
};

/** The challenger's two numbers. */
export type PickTwo = {
  type: "picktwo";
  low: number;
  high: number;
};

/** A card from the hand. */
export type Play = {
  type: "play";
  card: string;
};

/** A position. Cards go by their ids (`d36a`, `PUN24`). `pile` begins with its top card; `played` is what lies under
    the table card; `layers` are the sizes of old hands under the top layer of the pile, the first to be drawn first. Old
    hands and the `loose` lowest cards of the top layer are in no order: chance says which of them is drawn. */
export type Position = {
  players: number;
  hands: string[][];
  table: string;
  pile: string[];
  played?: string[];
  decision?: string;
  actor?: number | null;
  match?: number[] | null;
  pending?: Pending | null;
  duel?: Duel | null;
  race?: Race | null;
  drawn?: string | null;
  leaving?: number | null;
  exploded?: number[];
  spoils?: string[][];
  score?: number[];
  dealer?: number;
  hand?: number;
  turn?: number;
  passes?: number;
  layers?: number[];
  loose?: number;
  old_on_top?: boolean;
  known?: string[][];
  recycled?: string[];
  ended?: string;
  hand_winner?: number | null;
  winners?: number[];
  options?: Record<string, unknown>;
};

/** Punish the previous player. */
export type Previous = {
  type: "previous";
};

/** A race: who played the Tick-Tack, and what each seat has answered so far: a card or `stay`. */
export type Race = {
  by: number;
  answers?: Record<string, string>;
};

/** Common knowledge after a reshuffle: the cards that went back and were not seen since, and how many are where. */
export type Recycled = {
  cards: string[];
  in_hands: number[];
  in_pile: number;
};

/** A race: whose Tick-Tack, who still has to answer, and the viewer's own answer. */
export type Running = {
  by: number;
  waiting: number[];
  answer: string | null;
};

/** A Shift that moves the action on. */
export type Shift = {
  type: "shift";
  card: string;
};

/** A card laid in a race. */
export type Slap = {
  type: "slap";
  card: string;
};

/** Stay out of a race. */
export type Stay = {
  type: "stay";
};

export type View = IonView;
