import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { parseJson } from "../../generator/document/parse-json.js";
import { Locations } from "../../generator/document/locations.js";
import { marked, source, yaml } from "./load-text.js";

const valueOf = (text: string) => {
  const { value, problems } = yaml(text);
  expect(problems).toEqual([]);
  return value;
};

describe("scalars are those of YAML 1.2", () => {
  it.each<[string, JsonValue]>([
    ["no", "no"],
    ["NO", "NO"],
    ["yes", "yes"],
    ["on", "on"],
    ["off", "off"],
    ["y", "y"],
    ["n", "n"],
    ["true", true],
    ["True", true],
    ["TRUE", true],
    ["tRUE", "tRUE"],
    ["false", false],
    ["null", null],
    ["Null", null],
    ["~", null],
    ["", null],
    ["nil", "nil"],
    ["010", 10],
    ["0o17", 15],
    ["0x1F", 31],
    ["0b11", "0b11"],
    ["1_000", "1_000"],
    ["+5", 5],
    ["-0.5", -0.5],
    [".5", 0.5],
    ["1e3", 1000],
    ["12:30:45", "12:30:45"],
    ["1:30", "1:30"],
    ["2020-01-01", "2020-01-01"],
    ["2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"],
    ["=", "="],
    ["3.1.0", "3.1.0"],
    ["1.10", 1.1],
    ["9007199254740993", 9007199254740992],
    ["'it''s'", "it's"],
    [String.raw`"a\tb\x41\u00e9\U0001F600\/\e"`, "a\tbAé😀/\u001b"],
    [String.raw`"\ud83d\ude00"`, "😀"],
    ["a b # comment", "a b"],
    ["a#b", "a#b"],
    ["! 5", "5"],
    ["!!str 5", "5"],
    ["!!int 5", 5],
  ])("%j", (text, value) => {
    expect(valueOf(`a: ${text}`)).toStrictEqual({ a: value });
  });

  it("reads them this way whatever the directive declares", () => {
    expect(yaml("%YAML 1.1\n---\na: [no, 1_000, 1:30, 2020-01-01, 010]\n").value).toEqual({
      a: ["no", "1_000", "1:30", "2020-01-01", 10],
    });
  });

  it.each([
    ["a: |\n  x\n   y\n\n  z\n\n", "x\n y\n\nz\n"],
    ["a: |-\n  x\n\n", "x"],
    ["a: |+\n  x\n\n", "x\n\n"],
    ["a: |2\n   x\n", " x\n"],
    ["a: >\n  x\n  y\n\n  z\n", "x y\nz\n"],
    ["a: x\n  y\n\n  z", "x y\nz"],
    ['a: "x\n  y\\\n  z"', "x yz"],
    ["a: |\r\n  x\r\n  y\r\n", "x\ny\n"],
  ])("joins the lines of %j", (text, value) => {
    expect(valueOf(text)).toEqual({ a: value });
  });

  it.each([".inf", "-.Inf", ".nan", "1e400"])("rejects %s", (text) => {
    expect(yaml(`a: ${text}`).problems).toEqual(["1:4 unsafe-number the number is not finite in double precision"]);
  });

  it("rejects half a surrogate pair", () => {
    expect(yaml(String.raw`a: "\ud83d"`).problems).toEqual([
      "1:4 unpaired-surrogate unpaired surrogate in a string, which cannot be written to a file",
    ]);
  });
});

describe("keys", () => {
  it("are strings, or digits, which are read as text", () => {
    expect(valueOf('200: a\n"404": b\n010: c\nno: d\n')).toEqual({ 200: "a", 404: "b", "010": "c", no: "d" });
  });

  it.each([
    ["? [a, b]\n: 1\n", "1:3 yaml-key-type a key must be a string, but it is a list"],
    ["{a: 1}: 1\n", "1:1 yaml-key-type a key must be a string, but it is a map"],
    ["~: 1\n", "1:1 yaml-key-type a key must be a string, but it is null"],
    [": 1\n", "1:1 yaml-key-type a key must be a string, but it is null"],
    ["true: 1\n", "1:1 yaml-key-type a key must be a string, but it is true"],
    ["1.0: 1\n", "1:1 yaml-key-type a key must be a string, but it is the number 1"],
    ["-1: 1\n", "1:1 yaml-key-type a key must be a string, but it is the number -1"],
    ["a: &a [1]\n*a : 1\n", "2:1 yaml-key-type a key must be a string, but it is a list"],
  ])("%j", (text, problem) => {
    expect(yaml(text).problems).toEqual([problem]);
  });

  it("that occur twice are reported at the second, even if only their text is the same", () => {
    expect(yaml("a: 1\nb: {a: 1, a: 2}\n'a': 3\n200: x\n'200': y\n").problems).toEqual([
      '2:11 duplicate-key duplicate key "a"',
      '3:1 duplicate-key duplicate key "a"',
      '5:1 duplicate-key duplicate key "200"',
    ]);
  });

  it("can be aliases, and have anchors", () => {
    expect(valueOf("&k name: 1\nother: *k\nmap:\n  *k : 2\n")).toEqual({ name: 1, other: "name", map: { name: 2 } });
  });

  it("are never __proto__", () => {
    const { value, problems } = yaml("a: {__proto__: {polluted: true}, constructor: 1}\n");
    expect(problems).toEqual(['1:5 forbidden-name "__proto__" is not allowed as a name']);
    expect(value).toStrictEqual({ a: { constructor: 1 } });
  });

  it("are compared in linear time", () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `k${index}: 1\n`).join("");
    const started = process.cpuUsage();
    expect(Object.keys(valueOf(text) as JsonObject)).toHaveLength(50_000);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(8);
  });
});

describe("aliases", () => {
  it("copy their anchor", () => {
    const { value, problems } = yaml("a: &a {b: [1]}\nc: *a\n");
    expect(problems).toEqual([]);
    expect(value).toStrictEqual({ a: { b: [1] }, c: { b: [1] } });
    const { a, c } = value as Record<string, JsonObject>;
    expect(c!["b"]).not.toBe(a!["b"]);
  });

  it("refer to the last preceding anchor of that name", () => {
    expect(valueOf("a: &x 1\nb: *x\nc: &x 2\nd: *x\n")).toEqual({ a: 1, b: 1, c: 2, d: 2 });
    // A copy neither brings back the anchors inside it, nor sees those that came later.
    expect(valueOf("a: &A {p: &B 1, q: *B}\nb: &B 2\nc: *A\nd: *B\n")).toEqual({
      a: { p: 1, q: 1 },
      b: 2,
      c: { p: 1, q: 1 },
      d: 2,
    });
  });

  it.each([
    ["a: *x\nb: &x 1\n", '1:4 yaml-alias-unknown no anchor "&x" before the alias "*x"'],
    ["a: &x\n  b: [*x]\n", '2:7 yaml-alias-cycle the YAML alias "*x" refers to a value that contains it'],
    ["a: &x\n  <<: *x\n", '2:7 yaml-alias-cycle the YAML alias "*x" refers to a value that contains it'],
    ["a:\n  <<: *x\n  b: &x {}\n", '2:7 yaml-alias-unknown no anchor "&x" before the alias "*x"'],
  ])("%j", (text, problem) => {
    expect(yaml(text)).toMatchObject({ value: undefined, problems: [problem] });
  });

  it("stop if they multiply", () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(", ")}]\n`,
    );
    expect(yaml(`l0: &l0 [lol]\n${levels.join("")}`).problems).toEqual([
      expect.stringMatching(/^5:\d+ yaml-alias-limit YAML aliases exceed the limit of 2000 added nodes or uses$/),
    ]);
  });

  it("add text in bounds", () => {
    const text = (uses: number) => `a: &a ${"x".repeat(6400)}\nb: [${Array(uses).fill("*a").join(", ")}]\n`;
    expect(yaml(text(100)).problems).toEqual([]);
    expect(yaml(text(400)).problems).toEqual([
      "2:797 yaml-alias-limit YAML aliases exceed the limit of 20000 added nodes or uses",
    ]);
  });

  it("nest as deep as anything else", () => {
    const text = `a: &a ${"[".repeat(200)}${"]".repeat(200)}\nb: ${"[".repeat(60)}*a${"]".repeat(60)}\n`;
    expect(yaml(text).problems).toEqual(["2:64 nesting-limit maps and lists exceed the nesting limit of 250"]);
  });
});

describe("merge keys", () => {
  it("are overridden by the map's own keys, wherever they are, and by earlier maps", () => {
    expect(valueOf("a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc:\n  w: 0\n  <<: [*a, *b]\n  x: 0\n")).toMatchObject({
      c: { w: 0, x: 0, y: 1, z: 2 },
    });
    expect(valueOf("c:\n  <<: {x: {p: 1}}\n  x: {q: 2}\n")).toEqual({ c: { x: { q: 2 } } });
  });

  it("are ordinary keys in quotes", () => {
    expect(valueOf('a: {"<<": {x: 1}}\n')).toEqual({ a: { "<<": { x: 1 } } });
  });

  it("keep the locations of merged entries", () => {
    const { value, locations } = yaml("a: &a\n  x: 1\nc:\n  <<: *a\n  y: 2\n");
    expect(locations.key((value as { c: object }).c, "x")).toMatchObject({ line: 2, column: 3 });
    expect(locations.value((value as { c: object }).c, "y")).toMatchObject({ line: 5, column: 6 });
  });

  it.each([
    ["a:\n  <<: 5\n", "2:7 yaml-merge-key a merge key (<<) requires a map or a list of maps, but it is the number 5"],
    ["a:\n  <<: [{}, [1]]\n", "2:7 yaml-merge-key a merge key (<<) requires a map or a list of maps, but it is a list"],
    ["a:\n  <<:\n", "2:6 yaml-merge-key a merge key (<<) requires a map or a list of maps, but it is null"],
    ["a:\n  <<: {x: 1}\n  <<: {y: 1}\n", '3:3 duplicate-key duplicate key "<<"'],
  ])("%j", (text, problem) => {
    expect(yaml(text).problems).toEqual([problem]);
  });
});

it("records the location of every key, value and item", () => {
  const { value, locations } = yaml("# é😀\na:\r\n  - 10\n  - {b: 'x y', c: }\n\"d\": |\n  text\n  more\ne: &e\n  f: 1\n");
  const { a, e } = value as { a: [number, object]; e: object };
  const texts = (container: object, key: string) =>
    [locations.key(container, key), locations.value(container, key)].map(
      (location) => `${location!.line}:${location!.column} ${marked(location!)}`,
    );
  expect(texts(value as object, "a")).toEqual(["2:1 a", "3:3 - 10"]);
  expect(texts(value as object, "d")).toEqual(['5:1 "d"', "5:6 |"]);
  expect(texts(value as object, "e")).toEqual(["8:1 e", "9:3 f: 1"]);
  expect(texts(a, "0")).toEqual(["3:5 10", "3:5 10"]);
  expect(texts(a, "1")).toEqual(["4:5 {b: 'x y', c: }", "4:5 {b: 'x y', c: }"]);
  expect(texts(a[1], "b")).toEqual(["4:6 b", "4:9 'x y'"]);
  expect(texts(a[1], "c")).toEqual(["4:16 c", "4:16 c"]);
  expect(texts(e, "f")).toEqual(["9:3 f", "9:6 1"]);
});

it("reads JSON as the JSON reader does", () => {
  const layout = fc.constantFrom(0, 1, 2);
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), layout, (text, indent) => {
      const laidOut = JSON.stringify(JSON.parse(text), null, indent);
      fc.pre(!laidOut.includes("__proto__"));
      expect(valueOf(laidOut)).toStrictEqual(parseJson(source(laidOut), new Locations(), []));
    }),
  );
});

it.each([
  ["a: 1\n---\nb: 1\n", "2:1 syntax invalid YAML: a second YAML document starts here"],
  ["a: 1\n...\nb: 1\n", "3:1 syntax invalid YAML: a second YAML document starts here"],
  ["a:\n\tb: 1\n", "2:1 syntax invalid YAML: Tabs are not allowed as indentation"],
  ["a: 1\rb: 2\n", "1:5 syntax invalid YAML: carriage return without a line feed"],
  ["a: @b\n", "1:4 syntax invalid YAML: Plain value cannot start with reserved character @"],
  [
    "a: [1, 2\nb: 3\n",
    "2:1 syntax invalid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
  ],
  ["a: 'b\n", "2:1 syntax invalid YAML: Missing closing 'quote"],
  ['a: "b\nc: "d"\n', '1:6 syntax invalid YAML: Missing closing "quote'],
  [
    'a:\n  b: "one\n  two."\nc: 1\n',
    "3:3 syntax invalid YAML: indent this line deeper than the key of the quoted text that it continues",
  ],
  [
    "a: 'one,\r\n\r\ntwo three'\r\n",
    "3:1 syntax invalid YAML: indent this line deeper than the key of the quoted text that it continues",
  ],
  ['a: "\\q"\n', "1:5 syntax invalid YAML: Invalid escape sequence \\q"],
  ["a: b: c\n", "1:4 syntax invalid YAML: Nested mappings are not allowed in compact mappings"],
  ["a: 1\n b: 2\n", "1:4 syntax invalid YAML: Nested mappings are not allowed in compact mappings"],
])("%j is rejected at its location", (text, problem) => {
  const { value, problems } = yaml(text);
  expect(value).toBeUndefined();
  expect(problems[0]).toBe(problem);
});

it.each(["!evil", "!!js/function", "!!binary", "!!timestamp", "!!set", "!!omap", "!!merge", "!<tag:yaml.org,2002:js/function>"])(
  "the tag %s is rejected",
  (tag) => {
    expect(yaml(`a: ${tag} x\n`)).toMatchObject({
      value: undefined,
      problems: [`1:4 yaml-tag the YAML tag "${tag}" is not supported`],
    });
  },
);

it.each(["", "\n", "# only a comment\n", "---\n", "---\n...\n", "~"])("%j is null", (text) => {
  expect(yaml(text)).toMatchObject({ value: null, problems: [] });
});

it("one document may have markers around it", () => {
  expect(yaml("%YAML 1.2\n---\na: 1\n...\n# end\n")).toMatchObject({ value: { a: 1 }, problems: [] });
});

it("another version of YAML is read as 1.2, with a warning at its location", () => {
  expect(yaml("# first\n%YAML 1.1 # old\n---\na: no\nb: 0755\n")).toMatchObject({
    value: { a: "no", b: 755 },
    problems: ["2:1 yaml-version the file declares YAML 1.1, but is read as YAML 1.2"],
  });
});

it.each([
  ["flow lists", "a: ", "["],
  ["flow maps", "", "{a: "],
  ["block lists", "", "- "],
  ["explicit keys", "", "? "],
])("%s may nest up to a limit, and never crash the process", (_, start, opening) => {
  const { value, problems } = yaml(start + opening.repeat(100_000));
  expect(value).toBeUndefined();
  expect(problems).toEqual([expect.stringMatching(/^1:\d+ nesting-limit maps and lists exceed the nesting limit of 250$/)]);
  const column = Number(problems[0]!.split(/[: ]/)[1]);
  expect(Math.abs(column - start.length - 251 * opening.length)).toBeLessThan(10);
});

it("indented maps may nest to the same limit", () => {
  const nested = (levels: number) => Array.from({ length: levels }, (_, level) => `${" ".repeat(level)}a:\n`).join("");
  expect(yaml(nested(250)).problems).toEqual([]);
  expect(yaml(nested(252)).problems).toEqual(["252:253 nesting-limit maps and lists exceed the nesting limit of 250"]);
});

it("shows the first of many errors, and some of many tags", () => {
  expect(yaml("a: ]\n".repeat(1000)).problems).toHaveLength(1);
  expect(yaml("- !evil x\n".repeat(1000)).problems).toHaveLength(50);
});

describe("one mistake is one problem", () => {
  const before = "paths:\n  /a:\n    get:\n";
  const after = "      responses:\n        default:\n          description: a\n    post:\n      summary: b\n";

  it("a tab instead of spaces", () => {
    expect(yaml(`${before}\t  summary: a\n${after}`).problems).toEqual([
      "4:1 syntax invalid YAML: Tabs are not allowed as indentation",
    ]);
  });

  it("a merge conflict", () => {
    const conflict = "<<<<<<< HEAD\n      summary: a\n=======\n      summary: b\n>>>>>>> feature\n";
    expect(yaml(before + conflict + after).problems).toEqual(["4:1 merge-conflict the file has an unresolved merge conflict"]);
  });
});
