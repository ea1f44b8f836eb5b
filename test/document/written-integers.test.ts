import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ErrorLister } from "../../templates/runtime/json.js";
import { loadOutput } from "../support/load-output.js";
import { expect, test } from "vitest";
import { emitAll } from "../../generator/emit/emit-all.js";
import { emitOpenApi } from "../../generator/emit/openapi.js";
import { expand } from "../../generator/tools/expand/expand.js";
import type { JsonValue } from "../../generator/document/json-value.js";
import { loadContract, type LoadedContract } from "../../generator/document/load-contract.js";
import { printJson, WrittenIntegers } from "../../generator/document/written-integers.js";
import { buildContract } from "../../generator/model/build-contract.js";
import { readTemplate } from "../../generator/package.js";

function load(name: string, text: string): LoadedContract {
  const folder = mkdtempSync(path.join(tmpdir(), "integers-"));
  writeFileSync(path.join(folder, name), text);
  return loadContract(name, { workingFolder: folder }).contract!;
}

const digitsOf = (loaded: LoadedContract) => loaded.writtenIntegers.all.map(({ key, digits }) => `${key} ${digits}`);

const head = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n";

test("integers beyond 2^53 keep their digits, in plain and other YAML, in blocks, lists and brackets", () => {
  const constants = `    Id:
      const: 9007199254740993
      enum: [1, -9007199254740993, 9007199254740992, 2.5]
      minimum: -9223372036854775808 # the least
      maximum: 9223372036854775807
      multipleOf: 9007199254740991
      exclusiveMaximum: 1e300
`;
  const found = ["const 9007199254740993", "1 -9007199254740993", "2 9007199254740992"];
  const bounds = ["maximum 9223372036854775807", "minimum -9223372036854775808"];
  expect(digitsOf(load("a.yaml", head + constants))).toEqual([...found, ...bounds]);
  expect(digitsOf(load("a.yaml", `---\n${head}${constants}`))).toEqual([...found, ...bounds]);
});

test("numbers in YAML notations are written as in JSON", () => {
  const text = `${head}    Id: { default: +9007199254740993, maximum: 0x7FFFFFFFFFFFFFFF, minimum: 0009007199254740995 }\n`;
  expect(digitsOf(load("a.yaml", text))).toEqual([
    "default 9007199254740993",
    "maximum 9223372036854775807",
    "minimum 9007199254740995",
  ]);
});

const json = `{
  "openapi": "3.0.3",
  "info": { "title": "T", "version": "1" },
  "paths": {
    "/vms/{id}/actions/{action}": {
      "post": {
        "operationId": "invoke",
        "responses": { "200": { "description": "Done." } },
        "x-platform-vm-actions": {
          "start": { "body": { "type": "object", "properties": { "id": { "enum": [9007199254740993, 9007199254740992] }, "other": { "$ref": "#/components/schemas/Id" } } } }
        }
      }
    }
  },
  "components": {
    "schemas": { "Id": { "type": "integer", "example": 12345678901234567891, "maximum": 9223372036854775807 } }
  }
}`;

test("openapi.json and expanded documents contain them as written, even if two are read as the same number", () => {
  const loaded = load("a.json", json);
  const contract = buildContract(loaded);
  const written = emitOpenApi(contract);
  const [expanded] = expand(contract, loaded, { layout: "per-type" }).files;
  for (const { text } of [written, expanded!]) {
    expect(text.match(/\d{16,}/g)).toEqual(
      expect.arrayContaining(["9007199254740993", "9007199254740992", "12345678901234567891", "9223372036854775807"]),
    );
    expect(text).toMatch(/\[\s*9007199254740993,\s*9007199254740992\s*\]/);
    expect(JSON.parse(text)).toBeTypeOf("object");
  }
});

test("a number alone is printed with the digits that all of its kind have", () => {
  const at = (value: number, digits: string) => ({ holder: {}, key: "a", value, digits });
  const integers = new WrittenIntegers([
    at(2 ** 63, "9223372036854775807"),
    at(2 ** 63, "9223372036854775807"),
    at(2 ** 53, "9007199254740992"),
    at(2 ** 53, "9007199254740993"),
  ]);
  expect([integers.print(2 ** 63), integers.print(2 ** 53), integers.print(7)]).toEqual([
    "9223372036854775807",
    "9007199254740992",
    "7",
  ]);
});

test("printJson is JSON.stringify for all else", () => {
  const value: JsonValue = { a: [], b: {}, c: [1, [2.5, "ü\n\u2028"], { d: null, e: [true] }], 'é"': -0, f: 1e300 };
  const integers = new WrittenIntegers([{ holder: {}, key: "a", value: 2 ** 60, digits: "1" }]);
  for (const space of [0, 2]) {
    expect(printJson(value, integers, space)).toBe(JSON.stringify(value, null, space));
    expect(printJson([value, 2 ** 60], integers, space)).toContain("1");
  }
});

test("types and the messages of validators have them", async () => {
  const text = `${head}    Id:
      type: integer
      enum: [9007199254740993, -9007199254740993, 5]
      default: 9007199254740993
      maximum: 9223372036854775807
`.replace(
    "paths: {}",
    `paths:
  /ids:
    put:
      operationId: putId
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Id' } } } }
      responses: { '204': { description: Done. } }`,
  );
  const files = await emitAll(buildContract(load("a.yaml", text)), { template: readTemplate });
  const textOf = (file: string) => files.find(({ path: found }) => found === file)!.text;
  expect(textOf("types.ts")).toContain("@default 9007199254740993 */");
  expect(textOf("types.ts")).toContain("type Id = 9007199254740993 | -9007199254740993 | 5;");
  expect(textOf("validators/compiled/operations.ts")).toContain(
    'outOfRange("", here, "maximum", 9223372036854776000, "9223372036854775807")',
  );
  const { operations } = await loadOutput(files)("validators/all-errors/operations.ts");
  const { putId } = operations as Record<string, { body: ErrorLister }>;
  expect(putId!.body(1e19).map(({ message }) => message)).toContain("must be <= 9223372036854775807");
});
