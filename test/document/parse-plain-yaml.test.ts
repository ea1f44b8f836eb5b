import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import type { JsonValue } from "../../generator/document/json-value.js";
import { parsePlainYaml } from "../../generator/document/parse-plain-yaml.js";
import { parseFullYaml } from "../../generator/document/parse-yaml.js";
import { printYaml } from "../../generator/document/print-yaml.js";
import { Places } from "../../generator/document/source.js";

const file = (text: string) => ({ path: "a.yaml", absolutePath: "/a.yaml", text });

/** Every value with the places of it and of its key. */
function describePlaces(value: JsonValue, places: Places, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [`${path} = ${JSON.stringify(value)}`];
  const isList = Array.isArray(value);
  const place = (location: ReturnType<Places["value"]>) => `${location?.line}:${location?.column}-${location?.endColumn}`;
  const inner = Object.entries(value).flatMap(([key, item]) => [
    `${path}/${key} ${isList ? "" : place(places.key(value, key))} ${place(places.value(value, key))}`,
    ...describePlaces(item, places, `${path}/${key}`),
  ]);
  return [`${path} ${isList ? "list" : "map"} ${place(places.value(value))}`, ...inner];
}

/** What the quick reader makes of a text, if anything; it must be what the full one makes of it. */
function readBoth(text: string): { quick: string[] | undefined; full: string[] } {
  const [quickPlaces, fullPlaces] = [new Places(), new Places()];
  const problems: Diagnostic[] = [];
  const quick = parsePlainYaml(file(text), quickPlaces);
  const full = parseFullYaml(file(text), fullPlaces, problems);
  return {
    quick: quick === undefined ? undefined : describePlaces(quick, quickPlaces),
    full: full === undefined || problems.length > 0 ? problems.map(({ message }) => message) : describePlaces(full, fullPlaces),
  };
}

test.each([
  ["maps and lists", "a:\n  b: 1\n  c:\n    - x\n    - y: 2\n      z: 3\n    - - 1\n      - 2\nd:\n- 4\n"],
  ["collections in a line", "a: { b: [1, { c: d }], e: {} } # note\nf: []\n"],
  [
    "scalars",
    "a: null\nb: true\nc: -1.5e3\nd: 2026-01-15T09:30:00Z\ne: a b:c#d\nf: ' x '' y '\ng: \"\\n\\\"\"\nh: +3\ni: .5\nj: NULL\n",
  ],
  ["missing values", "a:\nb:\n  c:\nd: 1\n"],
  ["numbers as keys, quoted keys", "200: a\n'b c': d\n\"e\": f\n"],
  ["comments", "# one\n\na: 1 # two\n  # three\nb: # four\n  - c\n"],
  ["no line end", "a: [b]"],
])("reads %s", (_, text) => {
  const { quick, full } = readBoth(text);
  expect(quick).toBeDefined();
  expect(quick).toEqual(full);
});

test.each([
  ["text in several lines", "a: b\n  c\n"],
  ["block scalars", "a: |\n  b\n"],
  ["anchors", "a: &b c\n"],
  ["aliases", "a: *b\n"],
  ["tags", "a: !b c\n"],
  ["merge keys", "<<: { a: 1 }\n"],
  ["several documents", "a: 1\n---\nb: 2\n"],
  ["tabs", "a:\tb\n"],
  ["keys twice", "a: 1\na: 2\n"],
  ["keys that are no text", "null: 1\n"],
  ["a forbidden name", "__proto__: 1\n"],
  ["numbers of other systems", "a: 0x10\n"],
  ["collections in several lines", "a: [b,\n  c]\n"],
  ["commas at the end", "a: [b,]\n"],
  ["a colon in a value", "a: b: c\n"],
  ["lines further in", "a: 1\n  b: 2\n"],
  ["lines between", "a:\n    b: 1\n  c: 2\n"],
  ["a scalar alone", "text\n"],
  ["nothing", "# nothing\n"],
  ["deep nesting", `a: ${"[".repeat(100)}${"]".repeat(100)}\n`],
])("leaves %s to the full reader", (_, text) => {
  expect(parsePlainYaml(file(text), new Places())).toBeUndefined();
});

const pieces =
  "a|b: 1|- |-|: |:|\n|\n  |\n- |\n    | # c|#|{ |}|[|]|, |,|'|\"|''|x y|null|true|1|-1|1.5|1e3|0x1|~|key:|? |&a|*a|!t|%|@|<<: |200:|  |é|a:b|a#b|::/0|.5|+3|-0".split(
    "|",
  );
const someYaml = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }).map((value) => printYaml({ exchanges: [value as JsonValue], other: value as JsonValue })),
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((list) => list.join("")),
);
const broken = fc
  .record({ text: someYaml, at: fc.nat(), piece: fc.constantFrom(...pieces), cut: fc.nat({ max: 4 }) })
  .map(({ text, at, piece, cut }) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + cut);
  });

test("whatever it reads, the full reader reads the same at the same places", () => {
  let read = 0;
  fc.assert(
    fc.property(fc.oneof(someYaml, broken), (text) => {
      const { quick, full } = readBoth(text);
      if (quick === undefined) return;
      read++;
      expect(quick, text).toEqual(full);
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(200);
});
