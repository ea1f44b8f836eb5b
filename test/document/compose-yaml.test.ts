import { expect, it } from "vitest";
import { yaml } from "./load-text.js";

it.each([
  ["a: 1\n---\nb: 1\n", "2:1 syntax not valid YAML: a second YAML document starts here"],
  ["a: 1\n...\nb: 1\n", "3:1 syntax not valid YAML: a second YAML document starts here"],
  ["a:\n\tb: 1\n", "2:1 syntax not valid YAML: Tabs are not allowed as indentation"],
  ["a: 1\rb: 2\n", "1:5 syntax not valid YAML: a carriage return stands without a line feed"],
  ["a: @b\n", "1:4 syntax not valid YAML: Plain value cannot start with reserved character @"],
  [
    "a: [1, 2\nb: 3\n",
    "2:1 syntax not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
  ],
  ["a: 'b\n", "2:1 syntax not valid YAML: Missing closing 'quote"],
  ['a: "\\q"\n', "1:5 syntax not valid YAML: Invalid escape sequence \\q"],
  ["a: b: c\n", "1:4 syntax not valid YAML: Nested mappings are not allowed in compact mappings"],
  ["a: 1\n b: 2\n", "1:4 syntax not valid YAML: Nested mappings are not allowed in compact mappings"],
])("%j is refused at its place", (text, problem) => {
  const { value, problems } = yaml(text);
  expect(value).toBeUndefined();
  expect(problems[0]).toBe(problem);
});

it.each(["!evil", "!!js/function", "!!binary", "!!timestamp", "!!set", "!!omap", "!!merge", "!<tag:yaml.org,2002:js/function>"])(
  "the tag %s is refused",
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

it("another version of YAML is read as 1.2, with a warning at its place", () => {
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
])("%s may nest to a limit, and never take the process down", (_, start, opening) => {
  const { value, problems } = yaml(start + opening.repeat(100_000));
  expect(value).toBeUndefined();
  expect(problems).toEqual([expect.stringMatching(/^1:\d+ nesting-limit maps and lists are nested more than 250 deep$/)]);
  const column = Number(problems[0]!.split(/[: ]/)[1]);
  expect(Math.abs(column - start.length - 251 * opening.length)).toBeLessThan(10);
});

it("indented maps may nest to the same limit", () => {
  const nested = (levels: number) => Array.from({ length: levels }, (_, level) => `${" ".repeat(level)}a:\n`).join("");
  expect(yaml(nested(250)).problems).toEqual([]);
  expect(yaml(nested(252)).problems).toEqual(["252:253 nesting-limit maps and lists are nested more than 250 deep"]);
});

it("shows the first of many errors", () => {
  expect(yaml("a: ]\n".repeat(1000)).problems).toHaveLength(50);
});
