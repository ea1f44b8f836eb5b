import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { splice, type Insertion, findUnwantedChange } from "../../../generator/typescript/scaffold/text-splice.js";

const parse = (text: string) => ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);

function verify(text: string, insertions: readonly Insertion[], tamper = (after: string) => after): string | undefined {
  const spliced = splice(text, insertions);
  return findUnwantedChange(parse(text), parse(tamper(spliced.text)), spliced);
}

const text = "const a = { b: 1 };\nconst c = `x`;\n";

test("new members, statements and names are not a change", () => {
  expect(verify(text, [{ at: 16, text: ", d: 2" }])).toBeUndefined();
  expect(
    verify(text, [
      { at: 0, text: 'import { e } from "e";\n' },
      { at: text.length, text: "f();\n" },
    ]),
  ).toBeUndefined();
  expect(
    verify(text, [
      { at: 16, text: "," },
      { at: 16, text: " /* g */ " },
    ]),
  ).toBeUndefined();
});

test("lost or altered text is one", () => {
  expect(verify(text, [], (after) => after.replace("b: 1", "b: 2"))).toBe("text was lost");
  expect(verify(text, [{ at: 0, text: "d();\n" }], (after) => after.replace("\n", ""))).toBe("text was lost");
});

test.each([
  ["a comment that takes in code", { at: 0, text: "// " }],
  ["a comment that takes in a line", { at: 16, text: "/* " }],
  ["a text that goes on", { at: 31, text: "${d}" }],
  ["a name that grows", { at: 7, text: "a" }],
  ["a value that grows", { at: 16, text: "0" }],
  ["a value that is calculated with", { at: 16, text: " + 1" }],
  ["an operator before it", { at: 15, text: "-" }],
  ["another kind of declaration", { at: 0, text: "export " }],
])("%s is one", (_, insertion) => {
  expect(verify(text, [insertion])).toBeDefined();
});

test("pieces for one place keep their order", () => {
  expect(
    splice("ab", [
      { at: 1, text: "2" },
      { at: 0, text: "0" },
      { at: 1, text: "3" },
      { at: 2, text: "4" },
    ]),
  ).toEqual({
    text: "0a23b4",
    inserted: [
      { start: 0, end: 1 },
      { start: 2, end: 3 },
      { start: 3, end: 4 },
      { start: 5, end: 6 },
    ],
  });
});
