import { describe, expect, it } from "vitest";
import type { Diagnostic, Location } from "../../../generator/diagnostics/diagnostic.js";
import { printConcise } from "../../../generator/diagnostics/print/concise.js";
import { printPretty, type Palette } from "../../../generator/diagnostics/print/pretty.js";
import { locationAt } from "../../../generator/document/locations.js";

const paint = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
const colours: Palette = {
  red: paint("red"),
  yellow: paint("yellow"),
  blue: paint("blue"),
  bold: paint("bold"),
  dim: paint("dim"),
};
const plain: Palette = { red: String, yellow: String, blue: String, bold: String, dim: String };

const file = { path: "spec/a.yaml", absolutePath: "/spec/a.yaml", text: "openapi: 3.1.0\nx-plaform-db-actions:\n  run: {}\n" };
const near: Diagnostic = {
  code: "near-miss",
  severity: "error",
  message: 'no "plaform"',
  location: locationAt(file, 15, 35),
  related: [{ message: "referenced here", location: locationAt(file, 39, 42) }],
  hint: 'Did you mean "platform"?',
};

/** The code frame of text in one line, of which a part is marked. */
function frame(text: string, start: number, end: number): string {
  const location = locationAt({ ...file, text }, start, end);
  const { hint: _, ...rest } = near;
  return printPretty({ ...rest, location, related: [] }, plain)
    .split("\n")
    .slice(1, -1)
    .join("\n");
}

it("prints the location, the line, related locations and the hint", () => {
  expect(printPretty(near, plain)).toBe(`spec/a.yaml:2:1 error near-miss: no "plaform"
  2 | x-plaform-db-actions:
    | ^^^^^^^^^^^^^^^^^^^^
  spec/a.yaml:3:3 referenced here
  hint: Did you mean "platform"?
`);
});

it("colours each part", () => {
  expect(printPretty(near, colours)).toBe(`<bold>spec/a.yaml:2:1</bold> <red>error</red> <dim>near-miss:</dim> no "plaform"
  <dim>2 |</dim> x-plaform-db-actions:
  <dim>  |</dim> <red>^^^^^^^^^^^^^^^^^^^^</red>
  <blue>spec/a.yaml:3:3</blue> referenced here
  <dim>hint:</dim> Did you mean "platform"?
`);
  expect(printPretty({ ...near, severity: "warning" }, colours)).toContain("<yellow>warning</yellow>");
});

it("prints problems without location, line and hint", () => {
  const bare: Diagnostic = { code: "a", severity: "warning", message: "m", related: [] };
  expect(printPretty(bare, plain)).toBe("warning a: m\n");
  expect(printPretty({ ...bare, location: { path: "a", line: 1, column: 2 } }, plain)).toBe("a:1:2 warning a: m\n");
  expect(printConcise(bare)).toBe("warning a: m\n");
});

it("prints one line in the concise format, whatever the text contains", () => {
  expect(printConcise(near)).toBe('spec/a.yaml:2:1 error near-miss: no "plaform"\n');
  const hostile = { ...near, message: "a\nb\u001b[2K", location: { path: "a\n::error::b.yaml", line: 1, column: 1 } };
  expect(printConcise(hostile)).toBe("a\\u000a::error::b.yaml:1:1 error near-miss: a\\u000ab\\u001b[2K\n");
  expect(printPretty(hostile, plain).split("\n")[0]).toBe("a\\u000a::error::b.yaml:1:1 error near-miss: a\\u000ab\\u001b[2K");
});

it("shows a piece of a line as if it were the line", () => {
  const location: Location = {
    path: "a.har",
    line: 1,
    column: 20_004,
    endColumn: 20_006,
    lineText: '"a":"b"',
    textColumn: 20_000,
  };
  const [, text, mark] = printPretty({ ...near, location }, plain).split("\n");
  expect(`${text}\n${mark}`).toBe('  1 | "a":"b"\n    |     ^^');
});

describe("the mark is below the marked text", () => {
  it.each([
    ["after tabs", "\t\ta: b", 5, 6, "  1 |   a: b\n    |      ^"],
    ["after escaped characters", "a\u200bb: c", 5, 6, "  1 | a\\u200bb: c\n    |           ^"],
    ["on escaped characters", "a: \u202ex", 3, 5, "  1 | a: \\u202ex\n    |    ^^^^^^^"],
    ["at the end of the line", "a: ", 3, 4, "  1 | a: \n    |    ^"],
    ["on an empty line", "", 0, 1, "  1 | \n    | ^"],
  ])("%s", (_, text, start, end, expected) => {
    expect(frame(text, start, end)).toBe(expected);
  });

  it("in the middle of a long line, within the visible part", () => {
    const text = `${"a".repeat(5000)}BAD${"c".repeat(5000)}`;
    expect(frame(text, 5000, 5003)).toBe(`  1 | ${"a".repeat(50)}BAD${"c".repeat(47)}\n    | ${" ".repeat(50)}^^^`);
    expect(frame(text, 5000, 9000)).toBe(`  1 | ${"a".repeat(50)}BAD${"c".repeat(47)}\n    | ${" ".repeat(50)}${"^".repeat(50)}`);
    expect(frame(text, 3, 9000)).toBe(`  1 | ${"a".repeat(100)}\n    |    ${"^".repeat(97)}`);
  });
});
