import { expect, test } from "vitest";
import { contractOf, emit, loadEmitted } from "./load-emitted.js";

const id = { type: "string", pattern: "^[a-z]+$", maxLength: 8 };
const body = (name: string) => ({
  type: "object",
  properties: { [name]: { $ref: "#/components/schemas/Id" }, mode: { enum: ["a", "b"] } },
  additionalProperties: false,
});

function documentWith(postgres: object, search: object = { rebuild: { body: body("index") } }): object {
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: {
      "/services/{id}/actions/{action}": {
        post: {
          operationId: "invoke",
          parameters: [{ name: "id", in: "path", required: true, schema: { $ref: "#/components/schemas/Project" } }],
          responses: { "200": { description: "Done." } },
          "x-platform-postgres-actions": postgres,
          "x-platform-search-actions": search,
        },
      },
    },
    components: { schemas: { Id: id, Project: { type: "string" }, Unused: { type: "string" } } },
  };
}

const textsOf = (document: object) => new Map(emit(contractOf(document)).map((file) => [file.path, file.text]));

/** The lines that a text has and another doesn't. */
function linesOnlyIn(text: string, other: string): string[] {
  const known = new Set(other.split("\n"));
  return text.split("\n").filter((line) => !known.has(line));
}

test("a new action changes its own code and nothing else", () => {
  const before = textsOf(documentWith({ a: { body: body("x") }, z: { body: body("y") } }));
  const after = textsOf(documentWith({ a: { body: body("x") }, m: { body: body("n") }, z: { body: body("y") } }));
  const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
  expect(changed.sort()).toEqual([
    "validators/all-errors/postgres.ts",
    "validators/compiled/postgres.ts",
    "validators/postgres.ts",
    "validators/standard/postgres.ts",
  ]);
  for (const path of changed) expect(linesOnlyIn(before.get(path)!, after.get(path)!)).toEqual([]);
});

test("the order of a document's keys doesn't matter", () => {
  const reversed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reversed)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, item]) => [key, reversed(item)]),
          )
        : value;
  const document = documentWith({ a: { body: body("x") }, z: { body: body("y") } });
  expect(textsOf(reversed(document) as object)).toEqual(textsOf(document));
});

test("a service type's module loads nothing that only others use", () => {
  const texts = textsOf(documentWith({ a: { body: body("x") } }));
  const importsOf = (path: string) => [...texts.get(path)!.matchAll(/from "(.*)"/g)].map((match) => match[1]);
  expect(importsOf("validators/postgres.ts")).toEqual([
    "../actions.js",
    "../runtime/validators/guard.js",
    "./compiled/postgres.js",
  ]);
  expect(importsOf("validators/compiled/postgres.ts")).toEqual([
    "../../runtime/validators/all-errors.js",
    "../../runtime/validators/guard.js",
    "../../runtime/json.js",
    "../../runtime/validators/errors.js",
    "../../runtime/validators/guard.js",
    "./schemas.js",
  ]);
  expect(importsOf("validators/operations.ts")).toEqual([
    "../runtime/validators/guard.js",
    "../types.js",
    "./compiled/operations.js",
  ]);
  const functionsOf = (path: string) => [...texts.get(path)!.matchAll(/^export function (\S+)\(/gm)].map((match) => match[1]);
  expect(functionsOf("validators/compiled/schemas.ts")).toEqual(["$Id"]);
  expect(functionsOf("validators/compiled/postgres.ts")).toEqual(["$PostgresABody", "$PostgresAResult"]);
  expect(functionsOf("validators/compiled/operations.ts")).toEqual(["$Project", "_invoke$path"]);
  const constantsOf = (path: string) => [...texts.get(path)!.matchAll(/^export const (\S+):/gm)].map((match) => match[1]);
  expect(constantsOf("validators/compiled/schemas.ts")).toEqual(["$Id$schema"]);
  expect(constantsOf("validators/compiled/postgres.ts")).toEqual(["$PostgresABody$schema", "$PostgresAResult$schema"]);
});

test("a service type without actions has an empty module", () => {
  const texts = textsOf(documentWith({ a: {} }, {}));
  expect(texts.get("validators/search.ts")).toBe(`${texts.get("validators/search.ts")!.split("\n")[0]}\n\nexport {};\n`);
});

test("a service type may have the name of anything in the output", async () => {
  const names = ["actions", "operations", "index", "schemas", "runtime", "compiled", "formats", "all-errors", "guard", "class"];
  const document = documentWith({}) as { paths: Record<string, { post: Record<string, unknown> }> };
  const [route] = Object.values(document.paths);
  for (const name of names)
    route!.post[`x-platform-${name}-actions`] = { check: { body: body(name) }, void: {}, default: {}, guard: {}, Actions: {} };
  const { first, all } = await loadEmitted(contractOf(document));
  for (const name of names) {
    expect(Object.keys(first.actions[name]!).sort()).toEqual(["Actions", "check", "default", "guard", "void"]);
    expect(first.actions[name]!["check"]!.body({ [name]: "a" })).toBe(true);
    expect(all.actions[name]!["check"]!.body({ [name]: "A" })).toHaveLength(1);
  }
});
