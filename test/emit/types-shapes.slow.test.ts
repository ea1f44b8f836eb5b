import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { emitTypes } from "../../generator/emit/types/emit-types.js";
import { temporaryFolder } from "../support/command-line.js";
import { typeCheck, typeCheckNatively } from "../support/type-check.js";
import { contractOf } from "./load-emitted.js";

/** Type errors of code that uses the types of a document, of both compilers. */
async function typeErrors(document: object, uses: string): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "types.ts"), (await emitTypes(contractOf(document))).text);
  writeFileSync(path.join(folder, "uses.ts"), uses);
  const files = ["types.ts", "uses.ts"].map((name) => path.join(folder, name));
  return [await typeCheckNatively(folder), ...typeCheck(files)].join("");
}

const info = { title: "T", version: "1" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const done = { "204": { description: "Done." } };

test("operations of shared path items and callbacks have one type each", async () => {
  const item = (operationId: string) => ({ post: { operationId, requestBody: json({ type: "integer" }), responses: done } });
  const ref = (name: string) => ({ $ref: `#/components/pathItems/${name}` });
  const callbacks = { done: { "{$request.query.url}": ref("Q") }, same: { $ref: "#/components/callbacks/C" } };
  const errors = await typeErrors(
    {
      openapi: "3.2.0",
      info,
      paths: {
        "/a": ref("P"),
        "/b": { post: { operationId: "b", responses: done, callbacks } },
        "/c": { post: { operationId: "c", responses: done, callbacks } },
        "/d": { additionalOperations: { COPY: { operationId: "d", responses: done, callbacks } } },
      },
      webhooks: { one: ref("Q"), two: ref("W"), three: ref("P") },
      components: {
        pathItems: { P: item("p"), Q: item("q"), W: ref("U"), U: item("u"), Unused: item("unused") },
        callbacks: { C: { "{$request.query.url}": item("shared") } },
      },
    },
    `import type { operations, webhooks } from "./types.js";
     type Body<T extends { requestBody?: { content: { "application/json": unknown } } }> = NonNullable<T["requestBody"]>["content"]["application/json"];
     export const bodies: [Body<operations["p"]>, Body<operations["q"]>, Body<operations["u"]>, Body<operations["shared"]>] = [1, 2, 3, 4];
     export const events: [Body<webhooks["one"]["post"]>, Body<webhooks["b.done"]["post"]>, Body<webhooks["c.same"]["post"]>] = [1, 2, 3];`,
  );
  expect(errors).toBe("");
});

const schemasOf = (schemas: object) => ({
  openapi: "3.1.0",
  info,
  paths: { "/op": { post: { operationId: "op", requestBody: json({ type: "integer" }), responses: done } } },
  components: { schemas },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const animal = (more: object) => ({ oneOf: [ref("Cat"), ref("Dog")], ...more });
const mapping = { feline: "Cat", canine: "#/components/schemas/Dog" };
const child = (kind: object, more: object, required = ["kind"]) => ({
  type: "object",
  required: [...required, ...Object.keys(more)],
  properties: { kind, ...more },
});

test.each([
  ["a plain string", { type: "string" }],
  ["a shared enum", { enum: ["feline", "canine", "bird"] }],
  ["a shared component", ref("Kind")],
  ["values of their own", undefined],
  ["an optional property", { type: "string" }, []],
])("a discriminator with a mapping narrows: %s", async (_, kind, required?: string[]) => {
  const errors = await typeErrors(
    schemasOf({
      Kind: { type: "string", enum: ["feline", "canine", "bird"] },
      Animal: animal({ discriminator: { propertyName: "kind", mapping } }),
      Any: { anyOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind", mapping } },
      Implicit: { oneOf: [ref("Owl"), ref("Hen")], discriminator: { propertyName: "kind", mapping: { owl: "Owl" } } },
      Owl: child({ type: "string" }, { hoots: { type: "integer" } }),
      Hen: child({ type: "string" }, {}),
      Cat: child(kind ?? { const: "feline" }, { lives: { type: "integer" } }, required),
      Dog: { allOf: [child(kind ?? { const: "canine" }, {}, required), child({}, { bark: { type: "string" } }, [])] },
    }),
    `import type { components } from "./types.js";
     type Animal = components["schemas"]["Animal"];
     export const f = (r: Animal | components["schemas"]["Any"]): number | string | undefined =>
       r.kind === "feline" ? r.lives : r.kind === "canine" ? r.bark : undefined;
     export const cat: Animal = { kind: "feline", lives: 9 };
     // @ts-expect-error the mapping doesn't know it
     export const bird: Animal = { kind: "bird", lives: 9 };
     export const g = (r: components["schemas"]["Implicit"]): number | undefined => (r.kind === "Hen" ? undefined : r.hoots);`,
  );
  expect(errors).toBe("");
});

test.each(["oneOf", "anyOf"])("a parent that lists its children in %s is their union", async (keyword) => {
  const pet = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
  const extending = (more: object) => ({
    allOf: [ref("Pet"), { type: "object", required: Object.keys(more), properties: more }],
  });
  const errors = await typeErrors(
    schemasOf({
      Pet: {
        ...pet,
        discriminator: { propertyName: "kind", mapping: { feline: "Cat", canine: "Dog" } },
        [keyword]: [ref("Cat"), ref("Dog")],
      },
      Cat: extending({ lives: { type: "integer" } }),
      Dog: extending({ bark: { type: "string" } }),
    }),
    `import type { components } from "./types.js";
     type S = components["schemas"];
     export const f = (r: S["Pet"]): number | string => (r.kind === "feline" ? r.lives : r.bark);
     export const pet: S["Pet"] = { kind: "canine", bark: "x" };
     export const cat: S["Cat"] = { kind: "feline", lives: 9 };
     export const base: S["PetBase"] = cat;`,
  );
  expect(errors).toBe("");
});

test("a tuple has the length that its schema allows", async () => {
  const [text, number] = [{ type: "string" }, { type: "integer" }];
  const tuple = (more: object) => ({ type: "array", prefixItems: [text, number], ...more });
  const errors = await typeErrors(
    schemasOf({
      Open: tuple({}),
      Closed: tuple({ items: false }),
      Pair: tuple({ minItems: 2, maxItems: 2 }),
      Fixed: tuple({ items: false, minItems: 2 }),
      First: tuple({ minItems: 1, maxItems: 1 }),
      Rest: tuple({ items: { type: "boolean" }, minItems: 1, maxItems: 5 }),
      Union: { type: ["array", "null"], prefixItems: [{ oneOf: [text, number] }], items: false },
      None: tuple({ maxItems: 0 }),
      Tree: { type: "array", prefixItems: [text], items: ref("Tree") },
    }),
    `import type { components } from "./types.js";
     type S = components["schemas"];
     export const open: S["Open"][] = [[], ["a"], ["a", 1], ["a", 1, {}]];
     export const closed: S["Closed"][] = [[], ["a"], ["a", 1]];
     export const pair: [S["Pair"], S["Fixed"]] = [["a", 1], ["a", 1]];
     export const first: S["First"] = ["a"];
     export const rest: S["Rest"][] = [["a"], ["a", 1], ["a", 1, true, false]];
     export const union: S["Union"][] = [null, [], ["a"], [1]];
     export const none: S["None"] = [];
     export const tree: S["Tree"] = ["a", ["b", []], []];
     export const read = (r: S["Pair"]): [string, number, 2] => [r[0], r[1], r.length];
     // @ts-expect-error the first item is a string
     export const open0: S["Open"] = [1];
     // @ts-expect-error closed
     export const closed0: S["Closed"] = ["a", 1, 2];
     // @ts-expect-error two items are required
     export const pair0: S["Pair"] = ["a"];
     // @ts-expect-error and no more
     export const pair1: S["Pair"] = ["a", 1, 2];
     // @ts-expect-error at most one
     export const first0: S["First"] = ["a", 1];
     // @ts-expect-error others are boolean
     export const rest0: S["Rest"] = ["a", 1, 1];
     // @ts-expect-error at least one
     export const rest1: S["Rest"] = [];
     // @ts-expect-error none
     export const none0: S["None"] = ["a"];`,
  );
  expect(errors).toBe("");
});

test("a map whose names are listed has these properties", async () => {
  const names = { enum: ["one", "two", "a-b"] };
  const map = (more: object) => ({ type: "object", propertyNames: names, ...more });
  const number = { type: "integer" };
  const errors = await typeErrors(
    schemasOf({
      Key: { type: "string", ...names },
      Map: map({ additionalProperties: number }),
      Named: map({ propertyNames: ref("Key"), additionalProperties: number, required: ["one"] }),
      Mixed: map({ properties: { two: { type: "string" }, three: { type: "string" } }, additionalProperties: number }),
      Closed: map({ properties: { two: { type: "string" } }, additionalProperties: false }),
      Any: map({ propertyNames: { const: "one" } }),
      Nullable: map({ type: ["object", "null"], additionalProperties: number }),
      Both: { allOf: [map({ additionalProperties: number }), { type: "object", properties: { two: { type: "integer" } } }] },
      Free: map({ propertyNames: { pattern: "^x" }, additionalProperties: number }),
    }),
    `import type { components } from "./types.js";
     type S = components["schemas"];
     export const map: S["Map"][] = [{}, { one: 1, "a-b": 2 }];
     export const named: S["Named"] = { one: 1 };
     export const mixed: S["Mixed"] = { one: 1, two: "b" };
     export const closed: S["Closed"] = { two: "b" };
     export const any: S["Any"] = { one: {} };
     export const nullable: S["Nullable"][] = [null, { two: 2 }];
     export const both: S["Both"] = { one: 1, two: 2 };
     export const free: S["Free"] = { x: 1 };
     export const read = (map: S["Map"]): number | undefined => map.one;
     // @ts-expect-error not listed
     export const map0: S["Map"] = { three: 3 };
     // @ts-expect-error required
     export const named0: S["Named"] = { two: 1 };
     // @ts-expect-error declared, but not a valid name
     export const mixed0: S["Mixed"] = { three: "c" };
     // @ts-expect-error closed
     export const closed0: S["Closed"] = { one: 1 };
     // @ts-expect-error a number
     export const nullable0: S["Nullable"] = { two: "2" };`,
  );
  expect(errors).toBe("");
});
