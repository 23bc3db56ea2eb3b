// Made by `python -m parlour.server.typescript`; changes belong into the Python types.

/** The move `id` is made and safe; `again` if it had been before. */
export type Ack = {
  type: "ack";
  id: string;
  version: number;
  again?: boolean;
};

/** Where the acting seat aims now, for the others to watch; null: no longer. Not kept. */
export type Aim = {
  type: "aim";
  seat: number;
  aim: Record<string, number> | null;
};

/** Where somebody aims; null: no longer. */
export type Aimed = {
  type: "aimed";
  seat: number;
  aim: Record<string, number> | null;
};

/** Agree to a pause or not; who asked for it takes that back with `yes` false. */
export type AnswerPause = {
  type: "answer_pause";
  seat: number;
  yes: boolean;
};

/** What another seat does, by the number of its move. */
export type AnswerSaid = {
  seat: number;
  number: number;
};

export type AnswerUndo = {
  type: "answer_undo";
  seat: number;
  yes: boolean;
};

/** Tell these people that there is a chair for them at a table where one sits oneself. */
export type CallPeople = {
  table: string;
  people: string[];
};

/** Somebody has a chair free for this person. */
export type CallShown = {
  table: string;
  game: string;
  caller: PersonShown;
  at: number;
};

/** How many were told. */
export type Called = {
  told: number;
};

/** The chairs that others keep free for this person. */
export type Calls = {
  type: "calls";
  calls: CallShown[];
};

export type ChangeMe = {
  name: string;
  sign: number;
  colour: number;
};

export type ClaimMe = {
  code: string;
};

export type ClaimSeat = {
  code: string;
};

export type ClientMessage = Hello | Lobby | Play | Say | Show | Sit | Dress | Stand | SetSeat | Rename | Remove | Mute | Start | Rematch | Reveal | Undo | AnswerUndo | Pause | AnswerPause | Resume | TakeBack | Aim | Ping | LagEcho;

/** The table's clock: none; so many seconds a move; so many a game with an increment; or days, for play by letter. */
export type Clock = {
  kind?: "correspondence" | "game" | "move" | "none";
  seconds?: number;
  increment?: number;
};

/** The clocks at a moment of the server's time; those of `running` count down from there. */
export type ClocksShown = {
  now: number;
  running: number[];
  left: (number | null)[];
  deadline?: Record<string, number>;
  takeover?: Record<string, number>;
};

/** A club, for its members. */
export type ClubPage = {
  id: string;
  name: string;
  since: number;
  members: MemberShown[];
  tables: TableSummary[];
  honours: Honour[];
  rated: string[];
  host?: boolean;
};

/** A club in a list, or as somebody sees it who is not in it yet. */
export type ClubShown = {
  id: string;
  name: string;
  members: number;
  mine?: boolean;
};

/** What a link in a mail does when one presses the button there. */
export type CodeShown = {
  what: "confirm" | "stop";
  mail: string;
};

/** Ask for a table. The first seat of kind `mine` is the host's. */
export type CreateTable = {
  game: string;
  seats: SeatWish[];
  options?: Record<string, unknown>;
  settings?: Settings;
  commit?: string;
  start?: boolean;
  position?: Record<string, unknown> | null;
};

/** Be at the board of this round, and wait for the others. */
export type CupArrive = {
  type: "arrive";
  commit?: string;
};

/** The host begins. */
export type CupBegin = {
  type: "begin";
};

/** A table of a round. `players` in the order of the seats; `places` by them, empty while it is not decided. */
export type CupBoard = {
  players: number[];
  table?: string;
  places?: number[];
  why?: "absent" | "host" | "late" | "left" | "played";
  here?: number[];
  until?: number | null;
  again?: number;
};

/** The host says how a board ended: everybody's place from 1, equal ones for a draw, 0 for who gets nothing. */
export type CupCorrect = {
  type: "correct";
  round: number;
  board: number;
  places: number[];
  why: string;
};

/** The host ends it before all rounds are played. */
export type CupEnd = {
  type: "end";
};

/** A new tournament: its id, for the link. */
export type CupFounded = {
  id: string;
};

/** The host goes on after a pause. */
export type CupGoOn = {
  type: "go_on";
};

/** The host pauses. */
export type CupHalt = {
  type: "halt";
};

/** Take part, come back, or do so from another device or by another name. */
export type CupJoin = {
  type: "join";
  name: string;
  sign?: number | null;
  colour?: number | null;
};

/** Play no further round. */
export type CupLeave = {
  type: "leave";
};

/** A line of the tournament's log. */
export type CupLine = {
  at: number;
  sentence: string;
};

/** What a round brought somebody: nothing yet while `points` is None. */
export type CupMark = {
  round: number;
  points?: number | null;
  place?: number | null;
  of?: number;
};

/** What a tournament is. */
export type CupPlan = {
  name: string;
  game: string;
  kind: "everybody" | "knockout" | "swiss" | "tables";
  options?: Record<string, unknown>;
  clock?: Clock;
  seats?: number;
  least?: number;
  rounds?: number;
  rest?: number;
  patience?: number;
  lasts?: number;
  steady?: boolean;
  begins?: number | null;
  late?: boolean;
  rated?: boolean;
  zone?: string;
  stand_in?: number;
};

export type CupPlayer = {
  name: string;
  sign?: number | null;
  colour?: number | null;
  left?: boolean;
};

/** The host lets a player play no further round. */
export type CupRemove = {
  type: "remove";
  player: number;
  why?: string;
};

export type CupRound = {
  boards: CupBoard[];
  rests?: number[];
};

/** A player in the standings; who is equal in everything shares a rank. */
export type CupRow = {
  player: number;
  rank: number;
  points: number;
  ties: number[];
  marks: CupMark[];
  decided?: number | null;
};

/** A tournament as everybody sees it, and what whoever asks may do there. */
export type CupShown = {
  id: string;
  version: number;
  now: number;
  plan: CupPlan;
  phase: Stage;
  rounds_planned: number;
  players: CupPlayer[];
  standings: CupRow[];
  rounds: CupRound[];
  explained: string[];
  log: CupLine[];
  host?: boolean;
  mine?: number | null;
  board?: number | null;
  halted?: boolean;
  next?: number | null;
  ends?: number | null;
};

/** A tournament in a list. */
export type CupSummary = {
  id: string;
  name: string;
  game: string;
  phase: Stage;
};

/** The seats are bound and the devices open their salts: what each of them remembers before it does. */
export type Dealing = {
  match: number;
  commitment: string;
  commits: string[];
  until: number;
};

/** A decision: what it cost its seat, and the number of a better move; 0 and NONE where it was fine. */
export type Decision = {
  knew: number;
  better: number;
  hindsight: number;
  wiser: number;
};

/** A new device: its token, shown once. Keep it; send it as `Authorization: Bearer …` and in Hello. */
export type Device = {
  token: string;
};

/** Sit under another sign or colour, before the match; what another person has is not given away, the next free one is. */
export type Dress = {
  type: "dress";
  seat: number;
  sign: number;
  colour: number;
};

/** The proof of the shuffle: the commitments before the first card; seed and salts after the last move. */
export type Fairness = {
  commitment: string;
  seed?: string | null;
  salts?: string[] | null;
  commits?: string[] | null;
};

/** What the world did in a move, to be looked at (docs/protocol.md tells how a path is read); lines of the same `move`
    are what it led to. `at` is when it began, `seconds` how long it takes. */
export type Flight = {
  version: number;
  match: number;
  move: number;
  seat: number;
  at: number;
  seconds: number;
  path: string;
};

export type GameInfo = {
  key: string;
  name: string;
  pitch: string;
  minutes: number;
  seats: number[];
  seat_names: string[];
  version: number;
  prefix: string;
  options: OptionInfo[];
  levels: ("beginner" | "casual" | "club" | "easy" | "hard" | "master" | "medium")[];
  speed?: "compiled" | "plain";
  page?: string;
  puzzles?: number;
};

/** A game on one illustrated page; `picture` of a part is an SVG that uses the symbols of the pages. */
export type GuideInfo = {
  sections: Section[];
};

/** What happened after `since`, up to and with `version`. A client at another version than `since` says Hello again.

    `table`, `clocks` and a side's `view` are missing when they have not changed; lines are only the new ones. */
export type Happened = {
  type: "happened";
  version: number;
  since: number;
  sides: Side[];
  table?: TableShown | null;
  clocks?: ClocksShown | null;
  mine?: number[] | null;
  moves?: number | null;
  acting?: number[] | null;
  world?: unknown[] | null;
  flights?: Flight[];
  made?: string | null;
};

export type Health = {
  status: "ok" | "storage";
  version: string;
  protocol: number;
  tables: number;
  sockets: number;
  reason?: string;
};

/** The first message on a socket. With `version` the client gets what it missed, else a snapshot. */
export type Hello = {
  type: "hello";
  table: string;
  protocol?: number;
  token?: string | null;
  version?: number | null;
  match?: number | null;
  moves?: "full" | "numbers";
  name?: string | null;
  language?: string;
};

export type History = {
  matches: Past[];
  before?: number | null;
};

/** What a member's matches at the tables of a club came to. */
export type Honour = {
  person: string;
  game: string;
  matches: number;
  shares: number;
};

/** Where others reach this server. `public`: under this name alone, wherever the page was opened.

    `ways` are told only to a page that was opened at this machine itself, the likeliest first; whoever came by another
    address may pass that on. None for such a page: nobody else can come. */
export type House = {
  public?: string | null;
  ways?: Invitation[];
};

/** A link under which others reach this server, and the system's name of the network that it leads through. */
export type Invitation = {
  link: string;
  network?: string;
};

export type JoinTable = {
  name: string;
  seat?: number | null;
  commit?: string;
  sign?: number | null;
  colour?: number | null;
};

/** A move of the match, in the order of a replay's steps. */
export type Judged = {
  seat: number;
  number: number;
  round: number;
  chances: number[];
  play: number[];
  luck: number[];
  choice?: Decision | null;
};

/** A step in words: the move, and the better ones by what was known and in hindsight; empty where it was fine. */
export type JudgedSaid = {
  move: string;
  better?: string;
  wiser?: string;
  why?: string;
};

/** Send a LagProbe back at once: the server measures the way there and back. */
export type LagEcho = {
  type: "lag";
  probe: number;
};

export type LagProbe = {
  type: "lag";
  probe: number;
};

/** A line of a leaderboard. */
export type Leader = {
  name: string;
  rating: number;
  margin: number;
  matches: number;
  sign?: number | null;
  colour?: number | null;
  me?: boolean;
};

/** The strongest at a game of whom enough is known, and the bots to compare with. */
export type Leaders = {
  game: string;
  leaders: Leader[];
  bots: Record<string, number>;
  mine?: Rating | null;
};

/** One line of the log: an event of the game, something at the table, or somebody's words.

    `event` is the game's event for its animation, a field the audience may not know is None. `sentence` is for the log
    and for screen readers; it may be empty. For a chat line `sentence` is the text itself, not markup. */
export type Line = {
  version: number;
  kind: "chat" | "emote" | "game" | "table";
  sentence: string;
  event?: Record<string, unknown> | null;
  seat?: number | null;
  name?: string | null;
  move?: number | null;
  at?: number;
};

/** The first message on a socket that goes to no table: it is told the open tables and those that one may watch, now and
    whenever they change. */
export type Lobby = {
  type: "lobby";
  token?: string | null;
};

/** How a seat of a finished match looked. */
export type LookShown = {
  sign?: number;
  colour?: number;
  level?: "beginner" | "casual" | "club" | "easy" | "hard" | "master" | "medium" | null;
};

export type MailTo = {
  mail: string;
};

/** Somebody with whom one has played: how often, whose part of the victory was what, and when last. */
export type Mate = {
  person: PersonShown;
  matches: number;
  shares: number;
  theirs: number;
  last: number;
};

/** This device's person. */
export type MeShown = {
  id: string;
  name: string;
  since: number;
  matches: number;
  devices: number;
  sign?: number | null;
  colour?: number | null;
  tallies?: Tally[];
  passkeys?: PasskeyShown[];
  can_keep?: boolean;
};

export type MemberShown = {
  person: PersonShown;
  seen: number;
  since: number;
  host?: boolean;
  me?: boolean;
};

/** A moment that decided much: the step, what it changed for every seat, and whether chance did more than the decision. */
export type Moment = {
  step: number;
  swing: number[];
  lucky: boolean;
};

/** A turning point in words: what happened, what came of it, and what it did to whom it mattered most; and the table before
    it, as a picture through the eyes of whoever moved, and as a position to play on from. */
export type MomentSaid = {
  step: number;
  happened: string;
  followed: string;
  meant: string;
  picture: string;
  position: Record<string, unknown>;
};

/** A code that moves a seat to another device, good for a few minutes and once. */
export type MoveCode = {
  code: string;
  expires: number;
};

/** The host mutes a seat, or the spectator who said a line (its `version`); with `yes` false they may talk again. */
export type Mute = {
  type: "mute";
  seat?: number | null;
  line?: number | null;
  yes?: boolean;
};

export type NewClub = {
  name: string;
};

/** A legal move: its number (which `play` takes), its text, a short label for a button, and the typed move. */
export type Offer = {
  number: number;
  text: string;
  label: string;
  move: Record<string, unknown>;
};

/** One option of a game, with what is needed to draw its control. */
export type OptionInfo = {
  name: string;
  kind: "choice" | "number" | "other" | "seat" | "subset" | "switch" | "time";
  default: unknown;
  rule: string;
  help: string;
  choices: string;
  words?: string[];
  labels?: string[];
  least?: number | null;
  most?: number | null;
  step?: number | null;
  printed?: unknown;
};

/** How a match ended: scores by seat, the seats that won or share the victory, and why it is over. */
export type Outcome = {
  scores: number[];
  winners: number[];
  reason: string;
};

/** A step of a section, or all of it: its picture (the name, then the drawing), paragraphs, points and rows of a table. */
export type Part = {
  title?: string;
  picture?: string;
  shows?: string;
  words?: string[];
  points?: string[];
  rows?: string[][];
};

export type PasskeyShown = {
  id: string;
  since: number;
};

/** A finished match in somebody's history. */
export type Past = {
  table: string;
  match: number;
  game: string;
  ended: number;
  players: PlayerShown[];
  rated?: boolean;
  here?: boolean;
};

/** Ask for a pause, or agree to one. When all persons who are here agree the clocks stand still, to the millisecond, and
    nobody moves until somebody resumes, be it days later. */
export type Pause = {
  type: "pause";
  seat: number;
};

/** Somebody asks for a pause; the seats of `waiting` have not answered. The clocks run on. */
export type PauseAsk = {
  seat: number;
  waiting: number[];
};

export type PersonNamed = {
  person: string;
};

/** Somebody, as others see them. */
export type PersonShown = {
  id: string;
  name: string;
  sign?: number;
  colour?: number;
};

/** Where a table stands. */
export type Phase = "over" | "paused" | "running" | "waiting";

/** Answered by Pong with the server's time. */
export type Ping = {
  type: "ping";
  sent: number;
};

/** Make a move. `id` is the client's own for this move: sent again, it is answered again and never made twice. */
export type Play = {
  type: "play";
  id: string;
  seat: number;
  move: number | string | Record<string, unknown>;
  at?: number | null;
  shown?: number | null;
  alone?: boolean;
};

/** A seat of a finished match; without a name it was somebody who is not known any more. */
export type PlayerShown = {
  name: string;
  sign: number;
  colour: number;
  score: number;
  place: number;
  seat: number;
  level?: "beginner" | "casual" | "club" | "easy" | "hard" | "master" | "medium" | null;
  gone?: boolean;
  mine?: boolean;
};

export type Pong = {
  type: "pong";
  sent: number;
  now: number;
};

/** Who is here now. */
export type Presence = {
  type: "presence";
  present: number[];
  spectators?: number;
  bots?: "awake" | "lost" | "waking";
};

/** Something else did not work. `code` is for the page, `sentence` for people; `id` names the move if one was meant. */
export type Problem = {
  type: "problem";
  code: "bad_message" | "closing" | "internal" | "no_device" | "no_seat" | "no_table" | "not_now" | "not_yours" | "old_client" | "replaced" | "stale" | "storage" | "tap" | "too_fast" | "too_large" | "unreadable";
  sentence: string;
  id?: string | null;
};

/** A browser's subscription. */
export type PushTo = {
  endpoint: string;
  key: string;
  auth: string;
};

/** A puzzle for one reader: the position to begin from, what is to be done from which seat, and the way there. */
export type PuzzleSaid = {
  number: number;
  seat: number;
  players: number;
  position: Record<string, unknown>;
  task: string;
  hint: string;
  turns: TurnSaid[];
  why?: string;
  until?: Record<string, unknown>[];
  worth?: Worth[];
};

/** A race is about to open: get ready. What it is about comes with the next Happened, at `opens` for everybody. */
export type Race = {
  type: "race";
  id: number;
  seats: number[];
  opens: number;
  closes: number;
};

/** How a race ended: the slaps in order; nobody slapped if empty. What was slapped stays secret but for the first. */
export type Raced = {
  type: "raced";
  id: number;
  order: Slap[];
};

/** How strong somebody plays a game: the true strength lies within `margin` of `rating`, 19 times in 20. */
export type Rating = {
  game: string;
  rating: number;
  margin: number;
  matches: number;
  settled: boolean;
  rank?: number | null;
  past?: [number, number, number][];
};

/** How this device's person is told that something waits for them, and what this house can do. */
export type ReachShown = {
  kinds: ("call" | "full" | "round" | "turn")[];
  zone: string;
  quiet?: [number, number] | null;
  key?: string | null;
  here?: boolean;
  mails?: boolean;
  mail?: string | null;
};

/** What somebody wants to hear of, and between which minutes of their day not. */
export type ReachWish = {
  kinds: ("call" | "full" | "round" | "turn")[];
  zone: string;
  quiet?: [number, number] | null;
};

/** The move `id` is not made: the rule that says so, and the sentence for the player. */
export type Refused = {
  type: "refused";
  id: string;
  rule: string;
  sentence: string;
  version: number;
};

/** This seat wants another match; when all persons want one it starts, seats rotated. */
export type Rematch = {
  type: "rematch";
  seat: number;
  commit?: string;
};

/** The host removes a person: before the match the seat is open again, in a match a bot plays on. With `bar` the device
    cannot sit here again and watches in silence. */
export type Remove = {
  type: "remove";
  seat: number;
  bar?: boolean;
};

/** A person changes the own name; on a device with several seats that of any of them. */
export type Rename = {
  type: "rename";
  seat: number;
  name: string;
};

/** A finished match, step by step. */
export type Replay = {
  table: string;
  match: number;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  names: string[];
  fairness: Fairness;
  outcome: Outcome | null;
  steps: Step[];
  looks?: LookShown[];
};

export type Resume = {
  type: "resume";
  seat: number;
};

/** Open the salt that this device is bound to, when `table.dealing` is there: not before. */
export type Reveal = {
  type: "reveal";
  salt: string;
};

/** A match reviewed. */
export type Review = {
  game: string;
  rules: number;
  dealt: number[];
  steps: Judged[];
  shares: Share[];
  turns: Moment[];
  playouts: number;
  version?: number;
};

/** What a reader gets beside the numbers. */
export type ReviewSaid = {
  steps: JudgedSaid[];
  moments: MomentSaid[];
};

/** The review of a finished match in numbers and words; while it is made, how many others come first. */
export type Reviewed = {
  ahead?: number | null;
  names?: string[];
  looks?: LookShown[];
  review?: Review | null;
  words?: ReviewSaid | null;
};

export type RuleInfo = {
  id: string;
  section: string;
  text: string;
};

/** Chat. */
export type Say = {
  type: "say";
  text: string;
  seat?: number | null;
};

/** One seat as everybody sees it. */
export type SeatShown = {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  sign?: number;
  colour?: number;
  level?: "beginner" | "casual" | "club" | "easy" | "hard" | "master" | "medium" | null;
  host?: boolean;
  salted?: boolean;
  away?: number | null;
  stand_in?: boolean;
  rematch?: boolean;
  muted?: boolean;
};

/** How a seat of a new table begins; `mine` sits this device down. */
export type SeatWish = {
  kind?: "bot" | "mine" | "open";
  level?: "beginner" | "casual" | "club" | "easy" | "hard" | "master" | "medium";
  name?: string | null;
  sign?: number | null;
  colour?: number | null;
};

/** A seat is yours: `table` for the link, `seat` its number. */
export type Seated = {
  table: string;
  seat: number | null;
};

export type Section = {
  title: string;
  parts: Part[];
};

/** The Ed25519 key that checks the signatures under this server's records, in hex. */
export type ServerKey = {
  key: string;
};

export type ServerMessage = Snapshot | Happened | Ack | Refused | Problem | Presence | Race | Raced | Tables | Calls | Aimed | Pong | LagProbe;

/** The host puts a bot on a seat or opens it, before a match. */
export type SetSeat = {
  type: "set_seat";
  seat: number;
  kind: "bot" | "open";
  level?: "beginner" | "casual" | "club" | "easy" | "hard" | "master" | "medium";
};

/** What a table chooses beside the game's options. */
export type Settings = {
  clock?: Clock;
  absent?: number;
  stand_in?: "beginner" | "casual" | "club" | "easy" | "hard" | "master" | "medium";
  spectators?: boolean;
  spectator_chat?: boolean;
  undo?: boolean;
  hints?: boolean;
  public?: boolean;
  rated?: boolean;
  cup?: string;
};

/** Where a seat's result came from: fair + luck + own + others = result. */
export type Share = {
  fair: number;
  luck: number;
  own: number;
  others: number;
  result: number;
};

/** An emote. */
export type Show = {
  type: "show";
  emote: "bye" | "hello" | "hurry" | "laugh" | "nice" | "oops" | "sorry" | "thanks" | "think" | "wow";
  seat?: number | null;
};

/** What one seat (None: a spectator) sees, may do and is told. A device with several seats gets one each. */
export type Side = {
  seat: number | null;
  lines?: Line[];
  view?: unknown;
  legal?: number[];
  moves?: Offer[];
  undo?: boolean;
};

/** Take an open seat with this device; a second seat on the same device is pass-and-play. */
export type Sit = {
  type: "sit";
  name: string;
  seat?: number | null;
  commit?: string;
  sign?: number | null;
  colour?: number | null;
};

/** One slap in a race, with its fair time in ms. */
export type Slap = {
  seat: number;
  ms: number;
};

/** Everything this client may know now. `mine` are the seats of this device. */
export type Snapshot = {
  type: "snapshot";
  version: number;
  now: number;
  mine: number[];
  table: TableShown;
  sides: Side[];
  clocks?: ClocksShown | null;
  present?: number[];
  spectators?: number;
  race?: Race | null;
  flights?: Flight[];
};

/** Where a tournament stands. */
export type Stage = "open" | "over" | "running";

/** Leave a seat: before the match it is open again, in a match a bot plays on. */
export type Stand = {
  type: "stand";
  seat: number;
};

/** The host starts the match; open seats are filled by bots if `fill`, else they must be taken. */
export type Start = {
  type: "start";
  fill?: boolean;
};

/** One step of a replay: the move and what it led to. The first step has no move: the deal. */
export type Step = {
  lines: Line[];
  view: unknown;
  views: unknown[];
  seat?: number | null;
  number?: number | null;
  text?: string | null;
  label?: string | null;
  world?: unknown[] | null;
  race?: Slap[] | null;
};

export type TableNamed = {
  table: string;
};

/** The table around the game, the same for everybody. */
export type TableShown = {
  id: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  settings: Settings;
  phase: Phase;
  match: number;
  moves: number;
  seats: SeatShown[];
  fairness: Fairness;
  acting?: number[];
  undo?: UndoAsk | null;
  pause?: PauseAsk | null;
  outcome?: Outcome | null;
  story?: Tale[];
  created?: number;
  lesson?: boolean;
  next_commitment?: string | null;
  dealing?: Dealing | null;
};

/** A table in a list. */
export type TableSummary = {
  id: string;
  game: string;
  phase: Phase;
  seats: SeatShown[];
  acting: number[];
  mine: number[];
  updated: number;
  match?: number;
};

/** The public tables that wait for players, and those that run and may be watched; the newest first. */
export type Tables = {
  type: "tables";
  tables: TableSummary[];
  running?: TableSummary[];
};

/** The owner takes the seat back from its stand-in (coming back does the same). */
export type TakeBack = {
  type: "take_back";
  seat: number;
};

/** One sentence of the story: whose it is, and the move of the match (from 1) that it happened in, to look at it again. */
export type Tale = {
  sentence: string;
  seat?: number | null;
  move?: number | null;
};

/** What somebody's matches of a game came to, against people or bots of a level: how many, the parts of the victory, and how
    often they were first, second and third. */
export type Tally = {
  game: string;
  against: string;
  matches: number;
  shares: number;
  firsts: number;
  seconds: number;
  thirds: number;
};

/** The body of every REST error. */
export type Trouble = {
  code: string;
  sentence: string;
};

/** A right move: its number, a label for people, how the others answer, and the right moves then. */
export type TurnSaid = {
  number: number;
  label: string;
  answers?: AnswerSaid[];
  then?: TurnSaid[];
};

/** Take back this seat's last move; at once if nothing new was learnt, else the others are asked. */
export type Undo = {
  type: "undo";
  seat: number;
};

/** Somebody asks to take back; the seats of `waiting` have not answered. */
export type UndoAsk = {
  seat: number;
  moves: number;
  waiting: number[];
};

/** Whether a match is exactly what was dealt and played; what is wrong if not, and what was checked. */
export type Verdict = {
  fair: boolean;
  problems: string[];
  checked?: string[];
};

/** What a move is worth, in % of the victory. */
export type Worth = {
  number: number;
  label: string;
  percent: number;
};

export const PROTOCOL = 3 as const;
export const LONGEST_CHAT = 280 as const;
export const LONGEST_NAME = 40 as const;
export const EMOTES = ["hello", "nice", "oops", "wow", "thanks", "think", "hurry", "laugh", "sorry", "bye"] as const;
