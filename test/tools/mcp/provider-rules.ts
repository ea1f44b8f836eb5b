import { own, type JsonObject, type JsonValue } from "../../../generator/document/json-value.js";
import type { ListedTool } from "../../../templates/runtime/mcp/contract.js";

/** What docs/mcp.md says that providers accept, as checks: each returns what a tool violates. */
export const providerRules: Readonly<Record<string, (tool: ListedTool) => readonly string[]>> = {
  "Anthropic: names": ({ name }) => unless(/^[a-zA-Z0-9_-]{1,64}$/.test(name), name),
  "Anthropic: no alternatives at the top": ({ inputSchema }) => present(inputSchema, ["oneOf", "anyOf", "allOf"]),
  "Anthropic: names of properties": ({ inputSchema }) =>
    propertyNames(inputSchema).filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)),
  "Anthropic: no references": ({ inputSchema }) =>
    schemasIn(inputSchema).flatMap((part) => present(part, ["$ref", "$defs", "definitions"])),
  "OpenAI: an object without alternatives at the top": ({ inputSchema }) => [
    ...unless(inputSchema["type"] === "object", "type"),
    ...present(inputSchema, ["oneOf", "anyOf", "allOf", "enum", "not"]),
  ],
  "OpenAI: no oneOf and allOf below the top": ({ inputSchema }) =>
    schemasIn(inputSchema).flatMap((part) =>
      present(part, ["oneOf", "allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"]),
    ),
  "OpenAI: descriptions": ({ description }) => unless(description.length <= 1_024, description),
  "Google: names begin with a letter or an underscore": ({ name }) => unless(/^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/.test(name), name),
  "Google: names of arguments": ({ inputSchema }) =>
    Object.keys(inputSchema["properties"] as JsonObject).filter((name) => !/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name)),
  "Google: schemas are objects": ({ inputSchema }) =>
    schemasIn(inputSchema)
      .filter((part) => typeof part === "boolean")
      .map(String),
  "Google: one type for each schema": ({ inputSchema }) =>
    schemasIn(inputSchema)
      .filter((part) => Array.isArray(own(part, "type")))
      .map((part) => JSON.stringify(part)),
  "Google: enums are texts, none of which is empty": ({ inputSchema }) =>
    schemasIn(inputSchema)
      .filter((part) => {
        const values = own(part, "enum") as readonly JsonValue[] | undefined;
        return values && (own(part, "type") !== "string" || !values.every((value) => typeof value === "string" && value !== ""));
      })
      .map((part) => JSON.stringify(part)),
  "Google: lists have items": ({ inputSchema }) =>
    schemasIn(inputSchema)
      .filter((part) => own(part, "type") === "array" && typeof own(part, "items") !== "object")
      .map((part) => JSON.stringify(part)),
  "Google: alternatives are alone": ({ inputSchema }) =>
    schemasIn(inputSchema)
      .filter((part) => own(part, "anyOf") !== undefined && Object.keys(part as JsonObject).length > 1)
      .map((part) => JSON.stringify(part)),
  "Bedrock: names": ({ name }) => unless(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(name), name),
  "Bedrock: an object": ({ inputSchema }) => unless(inputSchema["type"] === "object", "type"),
};

function unless(isRight: boolean, problem: string): readonly string[] {
  return isRight ? [] : [problem];
}

function present(schema: JsonValue, keywords: readonly string[]): readonly string[] {
  return keywords.filter((keyword) => own(schema, keyword) !== undefined);
}

/** A schema and all schemas in it, but for booleans that close or open an object. */
function schemasIn(schema: JsonValue): JsonValue[] {
  const inner = [
    ...Object.values((own(schema, "properties") ?? {}) as JsonObject),
    ...((own(schema, "anyOf") ?? []) as JsonValue[]),
    ...[own(schema, "items"), own(schema, "additionalProperties")].filter((part) => typeof part === "object"),
  ];
  return [schema, ...inner.flatMap((part) => schemasIn(part as JsonValue))];
}

function propertyNames(schema: JsonValue): string[] {
  return schemasIn(schema).flatMap((part) => Object.keys((own(part, "properties") ?? {}) as JsonObject));
}
