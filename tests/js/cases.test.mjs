// Runs every *.cases.mjs of this folder under Node: node --test tests/js/
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";

const files = readdirSync(new URL(".", import.meta.url)).filter((name) => name.endsWith(".cases.mjs"));

for (const file of files) {
  const { cases } = await import(`./${file}`);
  for (const [name, run] of Object.entries(cases)) {
    test(`${file}: ${name}`, () => run(assert.deepEqual));
  }
}
