import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printRoute } from "../../generator/emit/print-route.js";
import { dataConstant, isData, printDataConstant } from "../../generator/typescript/data-constant.js";
import { docs, printLine, printLiteral, printMembers, type Data } from "../../generator/typescript/encode.js";

const texts = fc.string({ unit: "binary", maxLength: 40 });

const { data } = fc.letrec<{ data: Data }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("data"), { maxLength: 4 }),
    fc.dictionary(texts, tie("data"), { maxKeys: 4 }),
  ),
}));

test("the output of the printers of data is data", () => {
  fc.assert(
    fc.property(data, (value) => {
      expect(isData(printLine(value))).toBe(true);
      expect(isData(printLiteral(value))).toBe(true);
      expect(isData(printMembers([["a b", value]]))).toBe(true);
      expect(isData(printRoute({ constructor: value } as object))).toBe(true);
    }),
  );
});

test.each([
  "",
  "{",
  "{}}",
  "[}",
  "{},",
  "{}; evil()",
  "{ a: evil() }",
  "{ a: b }",
  "{ a: `b` }",
  '{ a: "b" + "c" }',
  '{ a: "b',
  '{ a: "b\n" }',
  '{ a: "b\\" }',
  "{ a: 1n }",
  "{ a: trueish }",
  "{ /* a */ }",
  "{ // a\n }",
  "{ ...a }",
  "{ [a]: 1 }",
  "{ a() {} }",
  "1 2",
  " as const",
  "{} as const as const",
  "{} as const; evil()",
  "{ a: 1 } as b",
])("%j is not data", (text) => expect(isData(text)).toBe(false));

describe("a constant", () => {
  const type = "readonly string[]";

  test("is printed with its type and comment", () => {
    const constant = dataConstant("names", '["a"]', { type, docs: docs(["All names."]), isExported: true });
    expect(printDataConstant(constant)).toBe('/** All names. */\nexport const names: readonly string[] = ["a"];\n');
    expect(printDataConstant(dataConstant("names", "[]", { type }))).toBe("const names: readonly string[] = [];\n");
  });

  test("of something else is a bug", () => {
    expect(() => printDataConstant(dataConstant("names", "[evil()]", { type }))).toThrow("names would contain something other");
  });
});
