import { catalog } from "../catalog.js";
import { isAdjustableCode } from "./adjustable.js";
import { configField, namePattern, prefixPattern, type Field } from "./fields.js";

/** The JSON Schema of a config in JSON or YAML, for editors: made from the same description as the checks. */
export function configSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Config of openapi-actions",
    ...schemaOf(configField),
    $defs: { code: { type: "string", anyOf: [{ enum: adjustableCodes() }, { pattern: "/" }] } },
  };
}

function schemaOf(field: Field): object {
  return { description: field.description, ...shapeOf(field) };
}

function shapeOf(field: Field): object {
  switch (field.is) {
    case "text":
    case "path":
      return { type: "string", pattern: "\\S" };
    case "pointer":
      return { type: "string", pattern: "^(/|$)" };
    case "prefix":
      return { type: "string", pattern: prefixPattern.source };
    case "count":
      return { type: "integer", minimum: 0 };
    case "code":
      return { $ref: "#/$defs/code" };
    case "choice":
      return { enum: field.of };
    case "rule":
    case "emitter":
      return { not: {} };
    case "list": {
      // What only code can say has no items here.
      const isCode = field.items.is === "rule" || field.items.is === "emitter";
      return isCode ? { type: "array", maxItems: 0 } : { type: "array", items: schemaOf(field.items) };
    }
    case "one or more":
      return { anyOf: [shapeOf(field.items), { type: "array", items: schemaOf(field.items) }] };
    case "map": {
      const names = field.keys === "code" ? { $ref: "#/$defs/code" } : { pattern: namePattern.source };
      return { type: "object", propertyNames: names, additionalProperties: schemaOf(field.values) };
    }
    case "object": {
      const properties = Object.entries(field.fields).map(([name, inner]) => [name, schemaOf(inner)] as const);
      const required = field.required ?? [];
      return {
        type: "object",
        additionalProperties: false,
        ...(required.length > 0 && { required }),
        properties: Object.fromEntries(properties),
      };
    }
    default:
      return field satisfies never;
  }
}

function adjustableCodes(): string[] {
  return [...catalog.keys()].filter(isAdjustableCode).sort();
}
