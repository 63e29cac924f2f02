// The shuffle of docs/notation.md ("Deals") once more, in JavaScript and without any package, so that anybody can check
// a deal with a program that is not the server's. A seed is a Buffer of 32 bytes; cards are codes such as "7H".
import { createHash } from "node:crypto";

export const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

function* numbers(label, seed) {
  for (let i = 0n; ; i++) {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(i);
    const block = sha256(label, Buffer.of(0), seed, counter);
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

function uniform(stream, n) {
  const limit = n * Math.floor(2 ** 32 / n);
  for (;;) {
    const x = stream.next().value;
    if (x < limit) return x % n;
  }
}

function shuffle(cards, label, seed) {
  const a = [...cards];
  const stream = numbers(label, seed);
  for (let i = a.length - 1; i > 0; i--) {
    const j = uniform(stream, i + 1);
    [a[i], a[j]] = [a[j], a[i]];
  }
  return a;
}

function pack(packs, jokersPerPack) {
  const cards = [];
  for (const twin of ["", "2"].slice(0, packs))
    for (const suit of "CDHS") for (const rank of "A23456789TJQK") cards.push(rank + suit + twin);
  for (let x = 1; x <= packs * jokersPerPack; x++) cards.push("X" + x);
  return cards;
}

/** The pack in the order in which it is dealt. */
export const shuffledPack = (seed, packs, jokersPerPack) => shuffle(pack(packs, jokersPerPack), "deal", seed);

/** The seat that deals first in a game, from the seed of its first deal. */
export const firstDealer = (seed, players) => uniform(numbers("dealer", seed), players);

/** The new stock of reshuffle `number` in a deal, from the pile but its top, oldest card first. */
export const reshuffled = (seed, number, pile) => shuffle(pile, `reshuffle ${number}`, seed);
