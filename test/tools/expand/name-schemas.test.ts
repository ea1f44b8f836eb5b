import { expect, test } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { contractWith, expandValue, operationOf } from "./expand-contract.js";

const branch = (title: string | undefined, kind: string, more: JsonObject = {}): JsonObject => ({
  ...(title !== undefined && { title }),
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string", const: kind }, ...more },
});

const schemasOf = (actions: Record<string, JsonObject>, components = {}) =>
  expandValue(contractWith(actions, { components })).document("vm").components["schemas"] as Record<string, JsonObject>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test("alternatives become components, with a discriminator if a required text distinguishes them", () => {
  const schemas = schemasOf({ go: { body: { oneOf: [branch("By hand", "hand"), branch(undefined, "timer")] } } });
  expect(schemas["VmGoBody"]).toEqual({
    oneOf: [ref("ByHand"), ref("VmGoBodyTimer")],
    discriminator: {
      propertyName: "kind",
      mapping: { hand: "#/components/schemas/ByHand", timer: "#/components/schemas/VmGoBodyTimer" },
    },
  });
  const same = schemasOf({ go: { body: { oneOf: [branch("A", "x", { a: {} }), branch("B", "x", { b: {} })] } } });
  expect(same["VmGoBody"]).toEqual({ oneOf: [ref("A"), ref("B")] });
});

test("conditions and annotations of a location remain next to the reference", () => {
  const conditional = { ...branch("Timer", "timer"), if: { required: ["at"] }, then: { required: ["zone"] } };
  const schemas = schemasOf({ go: { body: { oneOf: [branch("Hand", "hand"), conditional] } } });
  expect(schemas["VmGoBody"]).toEqual({ oneOf: [ref("Hand"), { ...ref("Timer"), if: conditional.if, then: conditional.then }] });
  expect(Object.keys(schemas["Timer"]!)).not.toContain("if");
  const inner = { type: ["object", "null"], properties: { size: { type: "integer" } }, readOnly: true, default: null };
  const nested = schemasOf({ go: { result: { type: "object", properties: { disk: inner } } } });
  const disk = { anyOf: [ref("VmGoResultDisk"), { type: "null" }], readOnly: true, default: null };
  expect(nested["VmGoResult"]).toMatchObject({ properties: { disk } });
  expect(nested["VmGoResultDisk"]).toEqual({ type: "object", properties: inner.properties });
});

test("equal schemas with one title are one component; different ones have names of their locations", () => {
  const union = (...branches: JsonObject[]) => ({ body: { oneOf: branches } });
  const first = { a: union(branch("Hand", "hand"), branch("Timer", "timer")) };
  const second = { b: union(branch("Hand", "hand"), branch("Timer", "timer", { at: { type: "string" } })) };
  const schemas = schemasOf({ ...first, ...second });
  expect(schemas["VmABody"]).toMatchObject({ oneOf: [ref("Hand"), ref("VmABodyTimer")] });
  expect(schemas["VmBBody"]).toMatchObject({ oneOf: [ref("Hand"), ref("VmBBodyTimer")] });
  expect(schemasOf({ ...second, ...first })).toEqual(schemas);
  const taken = schemasOf({ ...first, x: { body: ref("timer") } }, { schemas: { timer: { type: "object" } } });
  expect(taken["VmABody"]).toMatchObject({ oneOf: [ref("Hand"), ref("VmABodyTimer")] });
});

test.each([
  ["dotted", ["vm.add_ip", "vm.add-ip"], []],
  ["snake", ["vm_add_ip", "vm_add_ip2"], ["vm_add_ip"]],
  ["camel", ["vmAddIp", "vmAddIp2"], ["vmAddIp"]],
] as const)("operationIds in the style %s are unique, and a number is reported", (operationId, ids, wanted) => {
  const expanded = expandValue(contractWith({ add_ip: {}, "add-ip": {} }), { operationId });
  const found = ["add_ip", "add-ip"].map((name) => operationOf(expanded, name).operationId);
  expect(found.sort()).toEqual([...ids].sort());
  expect(expanded.diagnostics.map(({ code }) => code)).toEqual(wanted.map(() => "expand-operation-id-taken"));
  for (const id of wanted) expect(expanded.diagnostics[0]!.message).toContain(`"${id}", so it has "${id}2"`);
});

test("features that OpenAPI 3.0 lacks are omitted, and reported once at their location", () => {
  const body = { type: "object", properties: { a: { $ref: "#/components/schemas/Part" }, b: { not: ref("Part") } } };
  const Part = { type: ["object", "null"], dependentRequired: { x: ["y"] }, properties: { x: { const: 1 } } };
  const { document, diagnostics } = expandValue(contractWith({ go: { body } }, { components: { schemas: { Part } } }), {
    openapi: "3.0",
  });
  expect(document("vm")["openapi"]).toBe("3.0.3");
  const schemas = document("vm").components["schemas"] as Record<string, JsonObject>;
  expect(schemas["Part"]).toEqual({ type: "object", nullable: true, properties: { x: { enum: [1] } } });
  expect(schemas["VmGoBody"]!["properties"]).toEqual({ a: ref("Part"), b: {} });
  const messages = diagnostics.map(({ message }) => /"(.*)"/.exec(message)![1]).sort();
  expect(messages).toEqual(["dependentRequired", "not"]);
  for (const { location } of diagnostics) expect(location).toMatchObject({ line: 1 });
});

test("further examples and descriptions of content in OpenAPI 3.0", () => {
  const text = { type: "string", contentMediaType: "application/json", contentSchema: { type: "object" } };
  const bytes = { type: "string", contentEncoding: "base64", contentMediaType: "image/png" };
  const file = { type: "string", contentMediaType: "image/png", examples: ["a", "b", "c"] };
  const body = { type: "object", examples: [{}], properties: { text, bytes, file } };
  const { document, diagnostics } = expandValue(contractWith({ go: { body } }), { openapi: "3.0" });
  const schemas = document("vm").components["schemas"] as Record<string, JsonObject>;
  expect(schemas["VmGoBody"]).toEqual({
    type: "object",
    example: {},
    properties: {
      text: { type: "string" },
      bytes: { type: "string", format: "byte" },
      file: { type: "string", format: "binary", example: "a", "x-examples": ["b", "c"] },
    },
  });
  const messages = diagnostics.map(({ message }) => /"(.*)"/.exec(message)![1]).sort();
  expect(messages).toEqual(["contentMediaType", "contentMediaType", "contentSchema"]);
});
