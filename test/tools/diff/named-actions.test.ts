import { describe, expect, test } from "vitest";
import { changes } from "./small-contracts.js";

const renamed = 'error action-renamed: "resize" of "a" was removed; "resize_up" appears to be its new name';
const added = 'warning action-added: "pause" of "a" is a new action';
const removed = 'error action-removed-without-deprecation: "pause" of "a" was removed without prior deprecation';

/** An endpoint of `start`, `resize` and other actions, by the style in which requests name them. */
const endpoint = (action: string, operation: string, rest = "") =>
  `paths:
  /a/{id}/actions:
    post:
      operationId: act
      x-platform-action-binding: { action: ${action}, type: { const: a }, response: null }
      ${operation}
      responses: { "200": { description: Done. } }
${rest}`;
const takes = (schema: string, rest = "") =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }${rest}`;
const field = "{ in: body-field, name: action }, from: body";

const branch = (name: string, size: string) =>
  `{ type: object, required: [action, ${name[0]}], properties: { action: { const: ${name} }, ${name[0]}: ${size} } }`;
const text = "{ type: string }";

const styles: Readonly<Record<string, (...names: string[]) => string>> = {
  "alternatives with a const": (...names) =>
    endpoint(field, takes(`{ oneOf: [${names.map((name) => branch(name, text)).join(", ")}] }`)),
  "a discriminator": (...names) => {
    const mapping = names.map((name) => `${name}: '#/components/schemas/${name}'`).join(", ");
    const refs = names.map((name) => `{ $ref: '#/components/schemas/${name}' }`).join(", ");
    const schemas = names.map((name) => `    ${name}: ${branch(name, text)}`).join("\n");
    return endpoint(
      field,
      takes(`{ oneOf: [${refs}], discriminator: { propertyName: action, mapping: { ${mapping} } } }`),
      `components:\n  schemas:\n${schemas}`,
    );
  },
  "an enum": (...names) =>
    endpoint(
      field,
      takes(`{ type: object, required: [action, at], properties: { action: { enum: [${names.join(", ")}] }, at: ${text} } }`),
    ),
  "an enum deeper in the body": (...names) =>
    endpoint(
      "{ in: body-field, name: /meta/type, value: 'v1.{action}' }, body: /data",
      `${takes(
        `{ type: object, required: [meta, data], properties: { meta: { type: object, required: [type], properties: { type: { enum: [${names.map((name) => `v1.${name}`).join(", ")}] } } }, data: { type: object } } }`,
      )}
      x-platform-a-actions: { ${names.map((name) => `${name}: { body: { type: object, properties: { at: ${text} } } }`).join(", ")} }`,
    ),
  "the only key": (...names) =>
    endpoint(
      "{ in: body-key }, from: body",
      takes(
        `{ oneOf: [${names.map((name) => `{ type: object, required: [${name}], additionalProperties: false, properties: { ${name}: { type: object, properties: { at: ${text} } } } }`).join(", ")}] }`,
      ),
    ),
  "keys of one object": (...names) =>
    endpoint(
      "{ in: body-key }, from: body",
      takes(
        `{ type: object, minProperties: 1, maxProperties: 1, additionalProperties: false, properties: { ${names.map((name) => `${name}: { type: object, properties: { at: ${text} } }`).join(", ")} } }`,
      ),
    ),
  "an enum of a query parameter": (...names) =>
    endpoint(
      "{ in: query, name: Action }",
      `parameters: [{ name: Action, in: query, required: true, schema: { enum: [${names.join(", ")}] } }]
      x-platform-a-actions: { ${names.map((name) => `${name}: {}`).join(", ")} }`,
    ),
};

describe.each(Object.entries(styles))("if %s names actions", (_, make) => {
  test("a renamed action is one change", () => {
    expect(changes(make("start", "resize"), make("start", "resize_up"))).toEqual([renamed]);
  });
  test("and so is a new one", () => {
    expect(changes(make("start", "resize"), make("start", "resize", "pause"))).toEqual([added]);
  });
  test("and one that is removed", () => {
    expect(changes(make("start", "resize", "pause"), make("start", "resize"))).toEqual([removed]);
  });
});

test("a change of the body next to the name is reported", () => {
  const body = (name: string, size: string) =>
    endpoint(field, takes(`{ oneOf: [${branch("start", size)}, ${branch(name, text)}] }`));
  const found = changes(body("resize", text), body("resize_up", "{ type: string, maxLength: 5 }"));
  expect(found).toContain(renamed);
  expect(found.filter((line) => line !== renamed)).toEqual([expect.stringContaining('"s" in the body of "act" and 1 other')]);
});

test.each(["3.0.3", "3.1.0"])("a change in the body of an action is one change in OpenAPI %s", (version) => {
  const sized = (max: number) => `{ type: string, maxLength: ${max} }`;
  const key = (max: number) =>
    `{ type: object, maxProperties: 1, properties: { start: { type: object, properties: { at: ${sized(max)} } } } }`;
  const keyed = (max: number) => endpoint("{ in: body-key }, from: body", takes(key(max)));
  const named = (max: number) =>
    endpoint(field, takes(`{ oneOf: [${branch("start", sized(max)).replace("const: start", "enum: [start]")}] }`));
  const found = [keyed, named].map((make) => changes(make(8), make(5), {}, [version, version]));
  const tightened = (path: string) =>
    `error request-limit-tightened: "${path}" in the body of "act" and 1 other location now has maxLength 5 instead of 8`;
  expect(found).toEqual([[tightened("start.at")], [tightened("s")]]);
});

test("a value that names no action is reported", () => {
  const list = (values: string) =>
    endpoint(
      "{ in: body-field, name: action }",
      `${takes(`{ type: object, required: [action], properties: { action: { enum: [${values}] } } }`)}
      x-platform-a-actions: { start: {} }`,
    );
  expect(changes(list("start, other"), list("start"))).toEqual([
    'error request-enum-value-removed: "action" in the body of "act" no longer accepts "other"',
  ]);
});

test("values are reported if the actions aren't", () => {
  const make = styles["an enum of a query parameter"]!;
  expect(changes(make("start"), make("start", "pause"), { severities: { "action-added": "off" } })).toEqual([
    'warning request-enum-value-added: the query parameter "Action" of "act" now also accepts "pause"',
  ]);
});

test("a part of a removed action's name is reported with the action, and others are reported themselves", () => {
  const make = (names: readonly string[], verbs: string) =>
    endpoint(
      "{ parts: [{ in: body-field, name: on }, { in: body-field, name: verb }], separator: . }",
      `${takes(`{ type: object, required: [on, verb], properties: { on: { enum: [disk, vm] }, verb: { enum: [${verbs}] } } }`)}
      x-platform-a-actions: { ${names.map((name) => `${name}: {}`).join(", ")} }`,
    );
  const all = ["disk.grow", "disk.pause", "vm.grow"];
  const without = changes(make(all, "grow, pause"), make(["disk.grow", "vm.grow"], "grow"));
  expect(without).toEqual([removed.replace('"pause"', '"disk.pause"')]);
  expect(changes(make(all, "grow, pause, stop"), make(all, "grow, pause"))).toEqual([
    'error request-enum-value-removed: "verb" in the body of "act" no longer accepts "stop"',
  ]);
});
