// Clients that each move, wait for the new state, and move again: node clients.js PORT CLIENTS SECONDS
// Prints the seconds and how long each move took, in seconds, as JSON. A match ends after as many moves as a deal has.
const { io } = require("socket.io-client");

const [port, clients, seconds] = process.argv.slice(2).map(Number);
const MOVES_A_MATCH = 40;
let end;
let started;
const took = [];
let playing = clients;

function play(client) {
  const socket = io(`http://127.0.0.1:${port}/cards`, { transports: ["websocket"] });
  let match = 0;
  let id;
  let sent;
  const sit = () => {
    id = `${process.pid}-${client}-${match++}`;
    socket.emit("sync", id, "0", undefined, 1);
  };
  const move = (version) => {
    sent = process.hrtime.bigint();
    const payload = { type: "play", args: [], playerID: "0", credentials: undefined };
    socket.emit("update", { type: "MAKE_MOVE", payload }, version, id, "0");
  };
  const next = (state) => {
    if (end === undefined) {
      started = process.hrtime.bigint();
      end = Date.now() + seconds * 1000;
    }
    if (Date.now() >= end) return leave(socket);
    return state._stateID % MOVES_A_MATCH === 0 && state._stateID > 0 ? sit() : move(state._stateID);
  };
  socket.on("connect", sit);
  socket.on("sync", (which, { state }) => which === id && next(state));
  socket.on("update", (which, state) => {
    if (which !== id) return;
    took.push(Number(process.hrtime.bigint() - sent) / 1e9);
    next(state);
  });
}

function leave(socket) {
  socket.disconnect();
  playing -= 1;
  if (playing === 0) {
    const found = JSON.stringify({ seconds: Number(process.hrtime.bigint() - started) / 1e9, took });
    process.stdout.write(found, () => process.exit(0)); // not before all of it is out
  }
}

for (let client = 0; client < clients; client += 1) play(client);
