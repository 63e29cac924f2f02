/** A whole game with generated types: a guest against two computer players, to 150 points. `node play.js ADDRESS` */
import createClient from "openapi-fetch";
import type { components, paths } from "../generated/typescript/rummy";
import { answered, Refused } from "./problems.js";

type Event = components["schemas"]["Event"];
type Move = components["schemas"]["Move"];
type View = components["schemas"]["GameView"];

const LONG_POLL = 25; // seconds
const MOVED_ON = ["version_conflict", "call_closed"]; // somebody else was faster: look again
const POINTS = new Map([..."23456789"].map((rank) => [rank, Number(rank)]));
const [, , baseUrl = "http://127.0.0.1:8000"] = process.argv;
const api = createClient<paths>({ baseUrl });

/** From the first request to the winner. */
async function play(): Promise<void> {
  const guest = answered(await api.POST("/api/v1/guests", { body: { name: "Ada" } }));
  api.use({ onRequest: ({ request }) => request.headers.set("Authorization", `Bearer ${guest.token}`) });
  const rules = { preset: "pagat", target: 150 };
  const seats = [{}, { bot_level: "casual" }, { bot_level: "novice" }];
  const game = answered(await api.POST("/api/v1/games", { body: { rules, seats, start: true } }));
  await moveForAnotherVersion(game.id);
  for (let after: string | undefined; ; ) {
    await moveWhilePossible(game.id);
    const query = after === undefined ? { wait: LONG_POLL } : { wait: LONG_POLL, after };
    const page = answered(await api.GET("/api/v1/games/{game}/events", { params: { path: { game: game.id }, query } }));
    page.results.forEach(tell);
    if (page.results.some((event) => event.type === "game_over")) return;
    after = page.next_cursor;
  }
}

/** Make the moves that are ours to make: those of our turn, or the answer to a call window. */
async function moveWhilePossible(game: string): Promise<void> {
  for (;;) {
    const params = { path: { game }, query: { include: "legal_moves" } };
    const view = answered(await api.GET("/api/v1/games/{game}/view", { params }));
    const [best] = (view.legal_moves?.moves ?? []).map(({ move }) => move).sort((a, b) => worth(b) - worth(a));
    if (!best) return;
    try {
      await submit(view, best);
    } catch (error) {
      if (!(error instanceof Refused && MOVED_ON.includes(error.problem?.code ?? ""))) throw error;
    }
  }
}

/** Calls and passes name the call window that they answer, all other moves the version that was seen. */
async function submit(view: View, move: Move): Promise<void> {
  const isAnswer = move.type === "call" || move.type === "pass";
  const occasion = isAnswer ? { window: view.window?.id ?? null } : { version: view.version };
  const params = { path: { game: view.game }, header: { "Idempotency-Key": crypto.randomUUID() } };
  const played = answered(await api.POST("/api/v1/games/{game}/moves", { params, body: { move, ...occasion } }));
  console.log("move", played.move.type, played.text);
}

/** A problem as a client sees it: nobody's game is at version 1,000,000. */
async function moveForAnotherVersion(game: string): Promise<void> {
  const body = { version: 1_000_000, move: { type: "draw" as const } };
  const answer = await api.POST("/api/v1/games/{game}/moves", { params: { path: { game } }, body });
  try {
    answered(answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.log("problem", error.status, error.problem?.code, error.problem?.current_version);
  }
}

/** How good a move looks: table what can be tabled, discard high cards. */
function worth(move: Move): number {
  switch (move.type) {
    case "call":
      return 400;
    case "meld":
      return 300 + move.cards.length;
    case "lay_off":
      return 300;
    case "draw":
      return 200;
    case "take":
      return 100;
    case "discard":
      return POINTS.get(move.card.charAt(0)) ?? 10;
    case "pass":
    case "decline":
      return 0;
    case "swap":
      return -1;
    default:
      return ofALaterVersion(move);
  }
}

/** The compiler sees that no type of move was forgotten; those that are not known yet are the last choice. */
function ofALaterVersion(_move: never): number {
  return -2;
}

function tell(event: Event): void {
  if (event.type === "call_window_opened") console.log("window", event.window?.id);
  if (event.type === "move_played" && event.move?.type === "meld") console.log("melded", ...event.move.cards);
  if (event.deal?.totals) console.log("totals", ...event.deal.totals);
  if (event.result) console.log("winners", ...event.result.winners);
}

await play();
