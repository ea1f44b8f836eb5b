import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { emitTypes } from "../../generator/emit/types/emit-types.js";
import { temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { contractOf, documentOf } from "./load-emitted.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas = {
  Value: {
    anyOf: [
      { type: ["string", "number", "boolean", "null"] },
      { type: "array", items: ref("Value") },
      { type: "object", additionalProperties: ref("Value") },
    ],
  },
  "list.of-lists": { type: "array", items: ref("list.of-lists") },
  Row: { type: "array", items: ref("Cell") },
  Cell: { oneOf: [{ type: "string" }, ref("Row")] },
  Tree: { type: "object", properties: { children: { type: "array", items: ref("Tree") } } },
  Rows: { type: "array", items: ref("Row") },
};

const uses = `import type { components } from "./types.js";
type Schemas = components["schemas"];
export const value: Schemas["Value"] = ["a", 1, null, { deep: [[true]] }];
// @ts-expect-error a function is no JSON
export const notValue: Schemas["Value"] = [() => 1];
export const lists: Schemas["list.of-lists"] = [[], [[]]];
// @ts-expect-error no list
export const notLists: Schemas["list.of-lists"] = [1];
export const row: Schemas["Row"] = ["a", ["b", ["c"]]];
// @ts-expect-error no text
export const notRow: Schemas["Row"] = [["b", [1]]];
export const tree: Schemas["Tree"] = { children: [{ children: [] }] };
`;

test("schemas that contain themselves through arrays alone are types that the compiler accepts", async () => {
  const folder = temporaryFolder();
  const { text } = await emitTypes(contractOf(documentOf({}, schemas)));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "types.ts"), text);
  writeFileSync(path.join(folder, "uses.ts"), uses);
  expect(await typeCheckNatively(folder)).toBe("");
  // Only where it is needed.
  expect([...text.matchAll(/^type (\w+)/gm)].map(([, name]) => name)).toEqual([
    "RecursiveCell",
    "RecursiveRow",
    "RecursiveValue",
    "RecursiveListOfLists",
  ]);
});
