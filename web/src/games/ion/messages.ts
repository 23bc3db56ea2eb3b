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
  cards: number | null;
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
  next: number[];
  previous: number[];
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

/** What happens in this game, as the log carries it. */
export type GameEvent =
  | { kind: "hand"; hand: number; seat: number; cards: number }
  | { kind: "dealt"; seat: number; card: number | null }
  | { kind: "turned_up"; seat: number; card: number }
  | { kind: "played"; seat: number; card: number; left: number }
  | { kind: "drew"; seat: number; card: number | null; pile: number }
  | { kind: "kept"; seat: number }
  | { kind: "passed"; seat: number }
  | { kind: "reshuffled"; pile: number }
  | { kind: "aimed"; source: number; target: number; action: number }
  | { kind: "blocked"; seat: number; card: number; action: number; left: number }
  | { kind: "shifted"; seat: number; card: number; action: number; target: number; left: number }
  | { kind: "accepted"; seat: number; action: number }
  | { kind: "rolled"; seat: number; number: number; victim: number }
  | { kind: "challenged"; source: number; target: number }
  | { kind: "picked_two"; seat: number; low: number; high: number }
  | { kind: "picked_one"; seat: number; number: number }
  | { kind: "threw"; seat: number; number: number }
  | { kind: "duel_won"; winner: number; loser: number }
  | { kind: "gave"; seat: number; card: number | null }
  | { kind: "received"; seat: number; card: number | null; giver: number }
  | { kind: "set_aside"; seat: number; old: number }
  | { kind: "put_under"; seat: number; old: number }
  | { kind: "exchanged"; seat: number; old: number; new: number }
  | { kind: "skipped"; seat: number }
  | { kind: "again"; seat: number }
  | { kind: "exploded"; seat: number; bomber: number; cards: number }
  | { kind: "called"; seat: number; number: number }
  | { kind: "race"; seat: number }
  | { kind: "answered"; seat: number; answer: number | null }
  | { kind: "slapped"; seat: number; card: number; fits: number }
  | { kind: "lapsed"; seat: number }
  | { kind: "hand_ended"; winner: number; how: number; hand: number }
  | { kind: "left_with"; seat: number; cards: number; points: number }
  | { kind: "scored"; seat: number; points: number; spoils: number; total: number }
  | { kind: "finished"; won: number };

export const FACTS = {"cards": [["d12a", 0, 1, 2], ["d12b", 0, 1, 2], ["d13a", 0, 1, 3], ["d13b", 0, 1, 3], ["d14a", 0, 1, 4], ["d14b", 0, 1, 4], ["d15a", 0, 1, 5], ["d15b", 0, 1, 5], ["d16a", 0, 1, 6], ["d16b", 0, 1, 6], ["d23a", 0, 2, 3], ["d23b", 0, 2, 3], ["d24a", 0, 2, 4], ["d24b", 0, 2, 4], ["d25a", 0, 2, 5], ["d25b", 0, 2, 5], ["d26a", 0, 2, 6], ["d26b", 0, 2, 6], ["d34a", 0, 3, 4], ["d34b", 0, 3, 4], ["d35a", 0, 3, 5], ["d35b", 0, 3, 5], ["d36a", 0, 3, 6], ["d36b", 0, 3, 6], ["d45a", 0, 4, 5], ["d45b", 0, 4, 5], ["d46a", 0, 4, 6], ["d46b", 0, 4, 6], ["d56a", 0, 5, 6], ["d56b", 0, 5, 6], ["BLK12", 1, 1, 2], ["BLK15", 1, 1, 5], ["BLK34", 1, 3, 4], ["BLK45", 1, 4, 5], ["BLK66", 1, 6, 6], ["CHL13", 2, 1, 3], ["CHL15", 2, 1, 5], ["CHL25", 2, 2, 5], ["CHL36", 2, 3, 6], ["CHL44", 2, 4, 4], ["GFT13", 3, 1, 3], ["GFT14", 3, 1, 4], ["GFT23", 3, 2, 3], ["GFT25", 3, 2, 5], ["GFT66", 3, 6, 6], ["NGF12", 4, 1, 2], ["NGF45", 4, 4, 5], ["NOP13", 5, 1, 3], ["NOP22", 5, 2, 2], ["NOP35", 5, 3, 5], ["NOP46", 5, 4, 6], ["NOP56", 5, 5, 6], ["PLA14", 6, 1, 4], ["PLA16", 6, 1, 6], ["PLA23", 6, 2, 3], ["PLA26", 6, 2, 6], ["PLA55", 6, 5, 5], ["PUN11", 7, 1, 1], ["PUN16", 7, 1, 6], ["PUN23", 7, 2, 3], ["PUN24", 7, 2, 4], ["PUN34", 7, 3, 4], ["PUN55", 7, 5, 5], ["PUN56", 7, 5, 6], ["PPP15", 8, 1, 5], ["PPP16", 8, 1, 6], ["PPP24", 8, 2, 4], ["PPP26", 8, 2, 6], ["PPP33", 8, 3, 3], ["PPP35", 8, 3, 5], ["PPP44", 8, 4, 4], ["PWH11", 9, 1, 1], ["PWH24", 9, 2, 4], ["PWH25", 9, 2, 5], ["PWH35", 9, 3, 5], ["PWH36", 9, 3, 6], ["PWH46", 9, 4, 6], ["SHF12", 10, 1, 2], ["SHF26", 10, 2, 6], ["SHF33", 10, 3, 3], ["SHF45", 10, 4, 5], ["SHF46", 10, 4, 6], ["TIC14", 11, 1, 4], ["TIC22", 11, 2, 2], ["TIC34", 11, 3, 4], ["TIC36", 11, 3, 6], ["TIC56", 11, 5, 6], ["BOM66", 12, 6, 6], ["JOK1", 13, 0, 1], ["JOK2", 13, 0, 2], ["JOK3", 13, 0, 3], ["JOK4", 13, 0, 4], ["JOK5", 13, 0, 5], ["DJK1", 14, 0, 0], ["DJK2", 14, 0, 0], ["DJK3", 14, 0, 0], ["DJK4", 14, 0, 0], ["DJK5", 14, 0, 0]], "actions": ["", "block", "challenge", "gift", "new_game_5", "no_play", "play_again", "punish", "punish_previous", "punish_who", "shift", "tick_tack", "bomb", "joker", "double_joker"], "names": ["Dots", "Block", "Challenge", "Gift", "New Game +5", "No Play", "Play Again", "Punish", "Punish Previous", "Punish Who?", "Shift", "Tick-Tack", "Bomb", "Joker", "Double Joker"]} as const;
