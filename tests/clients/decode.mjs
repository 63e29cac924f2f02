// node decode.mjs FOLDER: of each line, a component's name and a value, what a client by typescript-fetch reads in it.
import { readFileSync } from "node:fs";

const client = await import(`${process.argv[2]}/index.js`);
for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const [name, value] = JSON.parse(line);
  console.log(JSON.stringify(client[`${name}ToJSON`](client[`${name}FromJSON`](value))));
}
