// Checks shuffle.mjs, and answers for it.
//
//   node check.mjs            checks the test vectors of docs/notation.md
//   node check.mjs ask        answers questions from standard input, one a line:
//                             pack SEED PACKS JOKERS_PER_PACK | dealer SEED PLAYERS | reshuffle SEED NUMBER CARD...
import { createInterface } from "node:readline";
import { firstDealer, reshuffled, sha256, shuffledPack } from "./shuffle.mjs";

const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const hash = (bytes) => sha256(bytes).toString("hex");

const ANSWERS = {
  pack: (seed, packs, jokersPerPack) => shuffledPack(seed, Number(packs), Number(jokersPerPack)).join(" "),
  dealer: (seed, players) => String(firstDealer(seed, Number(players))),
  reshuffle: (seed, number, ...pile) => reshuffled(seed, number, pile).join(" "),
};

function answer(question) {
  const [what, seed, ...rest] = question.trim().split(" ");
  return ANSWERS[what](Buffer.from(seed, "hex"), ...rest);
}

const VECTORS = [
  [hash(Buffer.from(SEED, "hex")), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"],
  [
    answer(`pack ${SEED} 1 0`),
    "TD 3H 5H 4D 4S 3C 9H 6D 9S 2H 6S 4C JH 2C 9D TH KD 7H 6C 6H 7D AH KC KH 8D KS 5C JD 2S AC 2D 9C 7C QD 5D 8S " +
      "JC AD 8C QS TS 8H 4H AS TC 3D QC JS QH 7S 3S 5S",
  ],
  [hash(answer(`pack ${SEED} 2 2`)), "82e1a1753bfc93a6eef455fad87d1251f7dca6712668ea40cc57720fd799b751"],
  [answer(`dealer ${SEED} 2`), "0"],
  [answer(`dealer ${SEED} 4`), "2"],
  [answer(`dealer ${SEED} 8`), "6"],
  [answer(`reshuffle ${SEED} 1 6S 4D 7D KC 2H 9S`), "7D 6S 9S KC 4D 2H"],
];

if (process.argv[2] === "ask") {
  for await (const question of createInterface({ input: process.stdin })) console.log(answer(question));
} else {
  const wrong = VECTORS.filter(([found, expected]) => found !== expected);
  for (const [found, expected] of wrong) console.log(`expected ${expected}\nfound    ${found}`);
  console.log(`${VECTORS.length - wrong.length} right, ${wrong.length} wrong`);
  process.exitCode = wrong.length ? 1 : 0;
}
