import { expect, test } from "vitest";
import * as engine from "../../generator/lint/redocly/engine.js";
import { resolveBundled } from "../../generator/lint/redocly/bundled-references.js";

function resolve(schemas: Record<string, object>) {
  const document = { source: new engine.Source("/a.yaml", ""), parsed: { components: { schemas } } };
  const found = resolveBundled(document, engine);
  return (ref: string) => found.get(`/a.yaml::${ref}`);
}

test("a reference resolves to its value, through any number of others", () => {
  const end = { type: "string" };
  const at = resolve({ A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/C~1d" }, "C/d": end });
  expect(at("#/components/schemas/B")).toMatchObject({ resolved: true, nodePointer: "#/components/schemas/C~1d" });
  expect(at("#/components/schemas/B")?.node).toBe(end);
});

test("an intermediate value with siblings of its reference is kept", () => {
  const at = resolve({ A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/C", title: "b" }, C: {} });
  const found = at("#/components/schemas/B");
  expect(found?.chain?.map(({ location }) => location.absolutePointer)).toEqual(["/a.yaml#/components/schemas/B"]);
});

test("the mapping of a discriminator is resolved, too", () => {
  const at = resolve({ A: { discriminator: { mapping: { b: "#/components/schemas/B" } } }, B: {} });
  expect(at("#/components/schemas/B")?.resolved).toBe(true);
});

test("cycles, other documents and names of JavaScript objects don't resolve", () => {
  const refs = ["#/components/schemas/A", "https://127.0.0.1/x", "file.yaml#/x", "#/constructor", "#/components/schemas/none"];
  const at = resolve({ A: { $ref: refs[0] }, B: { enum: refs.map(($ref) => ({ $ref })) } });
  expect(refs.map((ref) => at(ref)?.resolved)).toEqual([false, false, false, false, false]);
});

test("a chain of thousands is resolved", () => {
  const count = 3_000;
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`S${n}`, { $ref: `#/components/schemas/S${n + 1}` }]),
  );
  const at = resolve({ ...schemas, [`S${count}`]: { type: "string" } });
  expect(at("#/components/schemas/S1")).toMatchObject({ resolved: true, node: { type: "string" } });
});
