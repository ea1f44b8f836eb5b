import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { contractOf, documentOf, emit, validatorIn, validatorOf } from "./load-emitted.js";

/** Texts that end a literal, a comment or a line somewhere, and then do harm. */
const attacks = [
  '"; globalThis.harmed = 1; //',
  "'; globalThis.harmed = 1; //",
  "`; globalThis.harmed = 1; `",
  "${(globalThis.harmed = 1)}",
  "*/ globalThis.harmed = 1; /*",
  "\n globalThis.harmed = 1;\n",
  "\u2028globalThis.harmed = 1;\u2029",
  "\\",
  '\\"; globalThis.harmed = 1; //',
  "</script><script>globalThis.harmed = 1</script>",
  "]; globalThis.harmed = 1; [",
  "constructor",
  "toString",
  "",
  "a~1b/c%25",
];

/** A schema with a text in every place where text can stand. */
function schemaWith(text: string): object {
  const pattern = `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
  return {
    $id: text,
    $comment: text,
    title: text,
    description: text,
    type: "object",
    properties: {
      [text]: { const: text },
      all: { allOf: [{ enum: [text, { [text]: text }] }, { const: text }] },
      many: { enum: [text, ...attacks, { [text]: text }] },
      one: {
        oneOf: [{ type: "object", required: [text], properties: { [text]: { const: text } } }],
        discriminator: { propertyName: text },
      },
      names: { propertyNames: { pattern }, patternProperties: { [pattern]: { type: "integer" } }, additionalProperties: false },
      format: { format: text },
      text: { type: "string", pattern },
      inner: { type: "object", properties: { [text]: { type: "integer" } }, unevaluatedProperties: false },
    },
    required: [text],
    dependentRequired: { [text]: [text] },
    dependentSchemas: { [text]: { required: [text] } },
    additionalProperties: false,
  };
}

/** The names that a module declares at its top level, and the kinds of its other statements. */
function declarations(text: string): string[] {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2022) as ts.SourceFile & {
    parseDiagnostics: unknown[];
  };
  expect(source.parseDiagnostics).toEqual([]);
  return source.statements.map((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name!.text;
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map((declaration) => (declaration.name as ts.Identifier).text).join();
    return ts.SyntaxKind[statement.kind];
  });
}

const plain = emit(contractOf(documentOf({ check: schemaWith("plain") })));

test.each(attacks)("%j remains text in any location", async (text) => {
  const files = emit(contractOf(documentOf({ check: schemaWith(text) })));
  for (const [index, file] of files.entries()) {
    const expected = declarations(plain[index]!.text).filter((name) => !/\$(?:values|names|pattern)\d+$/.test(name));
    const found = declarations(file.text);
    expect(found.filter((name) => !/^\$VmCheckBody(?:\$all)?\$(?:values|names|pattern)\d+$/.test(name))).toEqual(expected);
  }

  const { guard, list } = await validatorIn(files);
  const valid = {
    [text]: text,
    all: text,
    many: { [text]: text },
    one: { [text]: text },
    names: { [text]: 1 },
    format: "anything",
    text,
    inner: { [text]: 1 },
  };
  expect(list(valid)).toEqual([]);
  expect(guard(valid)).toBe(true);
  const invalid = { all: 1, many: 1, one: { [text]: "x" }, names: { x: 1 }, text: "x", inner: { [text]: "x" } };
  expect(guard(invalid)).toBe(false);
  expect(new Set(list(invalid).map((error) => error.keyword))).toEqual(
    new Set(["required", "enum", "const", "discriminator", "pattern", "propertyNames", "additionalProperties", "type"]),
  );
  expect(globalThis).not.toHaveProperty("harmed");
});

test("errors never contain values", async () => {
  const secret = "correct horse battery staple";
  const { guard, list } = await validatorOf({
    type: "object",
    properties: {
      enum: { enum: ["a"] },
      const: { const: "a" },
      format: { format: "uuid" },
      pattern: { pattern: "^x$" },
      length: { maxLength: 1 },
      bytes: { "x-max-utf8-bytes": 1 },
      number: { maximum: 1 },
      multiple: { multipleOf: 2 },
      unique: { uniqueItems: true },
      not: { not: {} },
      choice: { oneOf: [{ const: 1 }, { const: 2 }] },
      kind: {
        oneOf: [{ type: "object", required: ["kind"], properties: { kind: { const: "a" } } }],
        discriminator: { propertyName: "kind" },
      },
    },
  });
  const value = {
    enum: secret,
    const: secret,
    format: secret,
    pattern: secret,
    length: secret,
    bytes: secret,
    number: 123456789,
    multiple: 987654321,
    unique: [secret, secret],
    not: secret,
    choice: secret,
    kind: { kind: secret },
  };
  expect(guard(value)).toBe(false);
  const errors = list(value, 1000);
  expect(new Set(errors.map((error) => error.instancePath.split("/")[1]))).toEqual(new Set(Object.keys(value)));
  expect(JSON.stringify([guard.errors, errors])).not.toMatch(/correct|123456789|987654321/);
});
