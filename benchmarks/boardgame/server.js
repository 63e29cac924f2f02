// boardgame.io's own server with a game that has no rules and is kept in memory: node server.js PORT
const { Server } = require("boardgame.io/server");

const game = {
  name: "cards",
  setup: () => ({ count: 0, cards: Array.from({ length: 52 }, (_, card) => card) }),
  moves: { play: ({ G }) => ({ ...G, count: G.count + 1 }) },
};

Server({ games: [game], origins: [] }).run({ port: Number(process.argv[2]) });
