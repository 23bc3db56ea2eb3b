// The same load for both servers: matches of two sockets each that play DOCE at random, as fast as they are let or at a pace,
// and another match when one is over.
// node drive.cjs parlour|boardgame PORT MATCHES SECONDS [MOVES_A_SECOND_EACH]; prints one line of JSON.
const http = require('http');
const WebSocket = require('ws');
const { legal } = require('./doce.cjs');
const [kind, port, matches, seconds, pace] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

function call(path, body, token) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    if (token) headers.authorization = `Bearer ${token}`;
    const request = http.request({ port: kind === 'parlour' ? port : port + 1, path, method: 'POST', headers, agent }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('end', () => (answer.statusCode < 300 ? resolve(JSON.parse(text)) : reject(new Error(text))));
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}

let measuring = false, moves = 0, finished = 0;
const times = [];
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const interval = pace ? 1000 / pace : 0;

// A player plays when it is its turn, and counts the time until the server says that the move stands. At a pace players are
// not in step with each other: the first move of each comes at a time of its own.
class Player {
  sent = 0;
  wanted = 0;
  move(send) {
    const go = () => { this.sent = performance.now(); send(); };
    if (!interval) return go();
    const now = performance.now();
    this.wanted = this.wanted ? Math.max(this.wanted + interval, now) : now + Math.random() * interval;
    setTimeout(go, this.wanted - now);
  }
  done() {
    if (!this.sent) return;
    if (measuring) { moves++; times.push(performance.now() - this.sent); }
    this.sent = 0;
  }
}

async function parlour() {
  const [a, b] = [(await call('/api/devices', {})).token, (await call('/api/devices', {})).token];
  const settings = { auto_forced: false };
  const { table } = await call('/api/tables', { game: 'doce', seats: [{ kind: 'mine', name: 'A' }, { kind: 'open' }], settings }, a);
  await call(`/api/tables/${table}/join`, { name: 'B' }, b);
  let joined = 0, number = 0, start;
  for (const [seat, token] of [[0, a], [1, b]]) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, { perMessageDeflate: false });
    const player = new Player();
    const send = (message) => socket.send(JSON.stringify(message));
    socket.on('open', () => send({ type: 'hello', table, token, moves: 'numbers' }));
    socket.on('message', (data) => {
      const said = JSON.parse(data);
      if (said.type === 'ack' || said.made) player.done();
      if (said.type === 'problem' || said.type === 'refused') throw new Error(data);
      if (said.type !== 'snapshot' && said.type !== 'happened') return;
      if (said.type === 'snapshot' && said.table.phase === 'waiting' && ++joined === 2) firsts.push(start);
      if (said.mine && said.mine.length) mine = said.mine[0];
      if (said.table && said.table.phase === 'over') {
        if (said.table.match === wished) return;
        wished = said.table.match;
        if (seat === 0) finished++;
        return send({ type: 'rematch', seat: mine });
      }
      const side = said.sides[0];
      if (side.view && side.legal && side.legal.length)
        player.move(() => send({ type: 'play', id: `${seat}-${number++}`, seat: mine, move: pick(side.legal) }));
    });
    let mine = seat, wished = 0;
    if (seat === 0) start = () => send({ type: 'start' });
  }
}

async function boardgame() {
  let { matchID } = await call('/games/doce/create', { numPlayers: 2 });
  const players = [];
  const join = async () => {
    for (const one of players) {
      const { playerCredentials } = await call(`/games/doce/${matchID}/join`, { playerID: one.playerID, playerName: one.playerID });
      one.credentials = playerCredentials;
    }
  };
  // Another match of the same two, on the same sockets.
  const again = async ({ playerID, credentials }) => {
    finished++;
    ({ nextMatchID: matchID } = await call(`/games/doce/${matchID}/playAgain`, { playerID, credentials }));
    await join();
    for (const one of players) one.sync();
  };
  for (const playerID of ['0', '1']) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
    const player = new Player();
    const emit = (...args) => socket.send('42/doce,' + JSON.stringify(args));
    const one = { playerID, sync: () => emit('sync', matchID, playerID, one.credentials, 2) };
    players.push(one);
    const act = (state) => {
      if (state.G.over) return playerID === '0' ? again(one) : undefined;
      if (String(state.G.turn) !== playerID) return;
      const [type, ...args] = pick(legal(state.G, Number(playerID)));
      const action = { type: 'MAKE_MOVE', payload: { type, args, playerID, credentials: one.credentials } };
      player.move(() => emit('update', action, state._stateID, matchID, playerID));
    };
    socket.on('message', (data) => {
      const text = data.toString();
      if (text[0] === '0') return socket.send('40/doce,');
      if (text === '2') return socket.send('3');
      if (text.startsWith('40')) return void firsts.push(one.sync);
      if (!text.startsWith('42')) return;
      const [event, match, state] = JSON.parse(text.slice(text.indexOf('[')));
      if (match !== matchID) return;
      if (event === 'sync') act(state.state);
      if (event === 'update') { if (player.sent) player.done(); act(state); }
    });
  }
  await join();
}

const firsts = [];
(async () => {
  for (let k = 0; k < matches; k++) await (kind === 'parlour' ? parlour() : boardgame());
  const wanted = kind === 'parlour' ? matches : 2 * matches;
  while (firsts.length < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
  firsts.forEach((begin) => begin());
  await new Promise((resolve) => setTimeout(resolve, 1500 + 2 * interval));
  process.stdout.write('measuring\n');
  measuring = true;
  const began = performance.now(), own = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const spent = (performance.now() - began) / 1000, used = process.cpuUsage(own);
  measuring = false;
  times.sort((x, y) => x - y);
  const at = (q) => times[Math.min(times.length - 1, Math.floor(q * times.length))];
  const driver = (used.user + used.system) / 1e6 / spent;
  console.log(JSON.stringify({ moves, rate: moves / spent, p50: at(0.5), p99: at(0.99), driver, finished }));
  process.exit(0);
})();
