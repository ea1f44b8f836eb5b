import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("parameter-form", () => {
  const values = (schema: string, form = "in: query") => {
    const found = findings(
      "parameter-form",
      contract({ paths: `/a: { get: { operationId: a, parameters: [{ name: p, ${form}, schema: ${schema} }] } }` }),
    );
    return found.map((text) => /allows (.*), which/.exec(text)?.[1]);
  };
  const object = (schema: string) => `{ type: object, properties: { a: ${schema} } }`;
  const list = (schema: string) => `{ type: array, items: ${schema} }`;
  const text = "{ type: string }";

  it.each([
    [object(object(text)), "in: query, style: deepObject", "nested lists and objects"],
    [object(object(text)), "in: query", "nested lists and objects"],
    [object(list(object(text))), "in: query, style: deepObject", "nested lists and objects"],
    [object(list(text)), "in: query, explode: false", "nested lists and objects"],
    [list(list(text)), "in: query", "nested lists and objects"],
    [list(object(text)), "in: header", "nested lists and objects"],
    ["{ type: object, additionalProperties: { type: array, items: { type: array } } }", "in: query", "nested lists and objects"],
    ["{}", "in: query", "lists and objects"],
    [`{ anyOf: [${object(text)}, ${text}] }`, "in: header", "both objects and other values"],
    [`{ anyOf: [${list(text)}, ${text}] }`, "in: query", "both lists and single values"],
    ["{ type: [integer, string], maximum: 5 }", "in: query", "strings that read as other values"],
    ["{ oneOf: [{ type: boolean }, { type: string, enum: ['true'] }] }", "in: query", "strings that read as other values"],
    [object(text), "in: query, style: pipeDelimited, explode: true", "objects"],
    [
      "{ type: object, properties: { 'a[b]': { type: string } } }",
      "in: query, style: deepObject",
      "properties with brackets in their names",
    ],
  ])("warns of %s %s", (schema, form, expected) => {
    expect(values(schema, form)).toEqual([expected]);
  });

  it.each([
    [object(list(text)), "in: query"],
    [object(list(text)), "in: query, style: deepObject"],
    [`{ anyOf: [${object(text)}, ${text}] }`, "in: query"],
    [`{ anyOf: [${object(text)}, ${list(text)}] }`, "in: query, style: deepObject"],
    ["{ anyOf: [{ type: integer }, { type: string, enum: [all] }] }", "in: query"],
    ["{ anyOf: [{ type: integer }, { type: string, format: uuid }] }", "in: path, required: true"],
    ["{ type: [string, 'null'] }", "in: query"],
    ["{ enum: [1, a] }", "in: query"],
    [list("{}"), "in: query"],
  ])("accepts %s %s", (schema, form) => {
    expect(values(schema, form)).toEqual([]);
  });

  it("accepts JSON", () => {
    const json = `{ name: p, in: query, content: { application/json: { schema: ${object(object(text))} } } }`;
    expect(findings("parameter-form", contract({ paths: `/a: { get: { operationId: a, parameters: [${json}] } }` }))).toEqual([]);
  });
});
