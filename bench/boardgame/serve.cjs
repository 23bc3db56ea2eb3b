// The peer: boardgame.io's own server, matches in memory.
const { Server, Origins } = require('boardgame.io/server');
const { Doce } = require('./doce.cjs');
const server = Server({ games: [Doce], origins: [Origins.LOCALHOST, /.*/] });
const port = Number(process.argv[2]);
// Its lobby calls on a port of their own: beside the sockets they are not found with today's koa.
server.run({ port, lobbyConfig: { apiPort: port + 1 } });
