// DOCE for boardgame.io, as plainly as its users write games: the peer's side of `parlour bench server`.
// Squares 0-24 row by row; moves place(square, face) and block(square).
const SIDE = 5, FACES = 6, DICE = 11, ROUNDS = 4, TARGET = 12;

const windows = [];
for (let r = 0; r < 5; r++) for (const c of [0, 1]) windows.push([SIDE * r + c, 1]);
for (let c = 0; c < 5; c++) for (const r of [0, 1]) windows.push([SIDE * r + c, SIDE]);
for (const s of [0, 1, 5, 6]) windows.push([s, SIDE + 1]);
for (const s of [3, 4, 8, 9]) windows.push([s, SIDE - 1]);
const WINDOWS = windows.map(([s, d]) => [0, 1, 2, 3].map((k) => s + k * d));

function neighbours(square) {
  const r = Math.floor(square / SIDE), c = square % SIDE, near = [];
  for (const i of [-1, 0, 1]) for (const j of [-1, 0, 1])
    if ((i || j) && r + i >= 0 && r + i < SIDE && c + j >= 0 && c + j < SIDE) near.push(SIDE * (r + i) + c + j);
  return near;
}

function newRound(G, number) {
  G.round = number;
  G.board = Array(25).fill(null); // {seat, face} or 'block'
  G.mark = [null, null];
  G.dice = [DICE, DICE];
  G.blocker = [true, true];
  G.midTurn = false;
  G.turn = (G.starter + number - 1) % 2;
}

const isDie = (piece) => piece !== null && piece !== 'block';

function dieSquares(G, seat) {
  if (G.dice[seat] === 0) return [];
  const zone = G.mark[seat] === null ? [] : neighbours(G.mark[seat]);
  return G.board.flatMap((piece, s) => (piece === null && !zone.includes(s) ? [s] : []));
}

function blockSquares(G, seat) {
  if (!G.blocker[seat] || G.midTurn) return [];
  const free = dieSquares(G, seat);
  if (free.length === 0) return [];
  const empty = G.board.flatMap((piece, s) => (piece === null ? [s] : []));
  return free.length > 1 ? empty : empty.filter((s) => s !== free[0]);
}

function legal(G, seat) {
  const moves = [];
  for (const s of dieSquares(G, seat)) for (let f = 1; f <= FACES; f++) moves.push(['place', s, f]);
  for (const s of blockSquares(G, seat)) moves.push(['block', s]);
  return moves;
}

function fits(G, window, seat) {
  const theirs = window.filter((s) => isDie(G.board[s]) && G.board[s].seat !== seat);
  return theirs.length === 0 || (theirs.length === 1 && (theirs[0] === window[0] || theirs[0] === window[3]));
}

const sum = (G, window) => window.reduce((total, s) => total + (isDie(G.board[s]) ? G.board[s].face : 0), 0);
const isLine = (G, w, seat) => w.every((s) => isDie(G.board[s])) && sum(G, w) === TARGET && fits(G, w, seat);

function isLive(G, window) {
  if (window.some((s) => G.board[s] === 'block')) return false;
  const open = window.filter((s) => G.board[s] === null).length, missing = TARGET - sum(G, window);
  return open > 0 && missing >= open && missing <= FACES * open && (fits(G, window, 0) || fits(G, window, 1));
}

function endRound(G, winner) {
  const earned = winner === null ? [2, 2] : [winner === 0 ? 10 : 0, winner === 1 ? 10 : 0];
  G.score = G.score.map((points, seat) => points + earned[seat]);
  if (G.round === ROUNDS) G.over = true;
  else newRound(G, G.round + 1);
}

function nextTurn(G, seat) {
  for (let passes = 0; ; passes++, seat = 1 - seat) {
    G.turn = seat;
    if (!WINDOWS.some((w) => isLive(G, w))) return endRound(G, null);
    if (dieSquares(G, seat).length) return undefined;
    if (passes === 1) return endRound(G, null);
  }
}

function place({ G, events, playerID }, square, face) {
  const seat = Number(playerID);
  if (seat !== G.turn || !dieSquares(G, seat).includes(square) || !(face >= 1 && face <= FACES)) return 'INVALID_MOVE';
  G.board[square] = { seat, face };
  G.mark[seat] = square;
  G.dice[seat]--;
  G.midTurn = false;
  const through = WINDOWS.filter((w) => w.includes(square));
  const lines = [0, 1].filter((s) => through.some((w) => isLine(G, w, s)));
  if (lines.length === 0) nextTurn(G, 1 - seat);
  else endRound(G, lines.length === 2 ? null : lines[0]);
  if (!G.over) events.endTurn({ next: String(G.turn) });
  return undefined;
}

function block({ G, playerID }, square) {
  const seat = Number(playerID);
  if (seat !== G.turn || !blockSquares(G, seat).includes(square)) return 'INVALID_MOVE';
  G.board[square] = 'block';
  G.blocker[seat] = false;
  G.midTurn = true;
  return undefined;
}

const Doce = {
  name: 'doce',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => { const G = { starter: 0, score: [0, 0], over: false }; newRound(G, 1); return G; },
  moves: { place, block },
  endIf: ({ G }) => (G.over ? { score: G.score } : undefined),
};

module.exports = { Doce, legal };
