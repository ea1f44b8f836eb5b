import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import type { JsonValue } from "../../generator/document/json-value.js";
import { Locations } from "../../generator/document/locations.js";
import { parseYaml } from "../../generator/document/parse-yaml.js";
import { recallYaml } from "../../generator/document/recall-yaml.js";
import { createMemo, type Memo } from "../../generator/memo.js";
import { repositoryPath } from "../support/repository.js";
import { source } from "./load-text.js";

/** The value of a text with the location of each part, in the order of its entries. */
function seen(text: string, memo?: Memo): unknown {
  const file = source(text);
  const locations = new Locations();
  const problems: Diagnostic[] = [];
  const value = memo ? recallYaml(file, locations, problems, memo) : parseYaml(file, locations, problems);
  const spans: unknown[] = [];
  const visit = (part: JsonValue | undefined): void => {
    if (typeof part !== "object" || part === null) return;
    const span = locations.span(part);
    spans.push([span?.start, span?.end, [...(span?.entries ?? [])], span?.file === file, Object.keys(part)]);
    for (const item of Object.values(part)) visit(item);
  };
  visit(value);
  return { value, spans, problems };
}

/** Reads a text with a memo that has read another before: the same is seen as without. Says whether it was divided. */
function expectSame(text: string, before?: string): boolean {
  const memo = createMemo();
  if (before !== undefined) seen(before, memo);
  const whole = seen(text);
  expect(seen(text, memo), text).toStrictEqual(whole);
  // Once more, and all of it is recalled.
  expect(seen(text, createMemo(memo.used)), text).toStrictEqual(whole);
  return memo.used.size > 0;
}

test.each([
  "a: 1\nb: 2\n",
  "a: 1\nb: 2",
  "# first\n\na: { x: [1, 2] }\n\n# second\nb:\n  c: d # third\n# last\n",
  "a: |\n  one\n\n  two\nb: |+\n  three\n\n\nc: >-\n  four\n  five\n",
  "a:\n- 1\n- x: 2\n  y: 3\nb:\n  - 4\n",
  "'404': x\n\"200\": y\nc: { 404: x, 200: y }\n",
  "a: 1\r\nb:\r\n  c: 2\r\n",
  "a:\nb: ~\nc:\n",
  "a: 0\nb: 9007199254740993\nc: 1e3\n",
  "a: x *or* y, *\nb: x & y\n",
  "/paths/{id}: 1\nx-y: 2\n$ref: 3\n",
])("a map is read entry by entry: %j", (text) => {
  expect(expectSame(text)).toBe(true);
});

test.each([
  "a: 1\n",
  "- a: 1\n- b: 2\n",
  "a: &x 1\nb: *x\n",
  "a: { x: &x [1] }\nb: 2\n",
  "a: 1\n---\nb: 2\n",
  "%YAML 1.1\n---\na: 1\nb: 2\n",
  "a: 1\na: 2\n",
  "a: 1\n<<: { c: 1 }\nb: 2\n",
  "a: 'x\nb: y'\nc: 1\n",
  "a: [1,\nb: 2]\nc: 1\n",
  "a: |\n text\nnot a key\nb: 1\n",
  "? a\n: 1\nb: 2\n",
  "a: 1\n b: 2\nc: 3\n",
  "text\na: 1\nb: 2\n",
  "a: 1\nb: [\n",
  "__proto__: 1\nb: 2\n",
  "a: -0\nb: 2\n",
  "a: !!binary x\nb: 1\n",
])("what can't be divided, or has a problem, is read as a whole: %j", (text) => {
  expectSame(text);
});

test("an entry that moved is found at its new location", () => {
  expectSame("# one more line\nb: { c: [2] }\na: 1\n", "a: 1\nb: { c: [2] }\n");
});

test("files of a contract, and edits of them", () => {
  const folder = repositoryPath("spec/actions");
  for (const name of readdirSync(folder)) {
    const text = readFileSync(`${folder}/${name}`, "utf8");
    expect(expectSame(text.replace(/label: /, "label: New "), text), name).toBe(true);
  }
});

test("any lines", () => {
  const line = fc.constantFrom(
    ..."a: 1|b:|c: { d: 1 }|  e: 2|  - 3|- 4|# f|  g: |h: >|  text|   more|i: 'j|k'|l: [1,|m]|n: &o 1|p: *o|---|...||\t|q: \"r\"|200: s|  t:|    u: v".split(
      "|",
    ),
  );
  const text = fc.array(line, { maxLength: 8 }).map((lines) => `${lines.join("\n")}\n`);
  fc.assert(
    fc.property(text, text, (before, after) => void expectSame(after, before)),
    { numRuns: 1000, seed: 1 },
  );
});
