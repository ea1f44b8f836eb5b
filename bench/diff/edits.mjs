// Edits of plain OpenAPI documents whose verdict is known: what each does to clients that were correct before.
import { edit, ofOperation, ofProperty } from "./edit.mjs";
import { operationEdits } from "./edits-of-operations.mjs";
import { requestEdits } from "./edits-of-requests.mjs";
import { responseEdits } from "./edits-of-responses.mjs";

/** Edits without an effect on the meaning. @type {readonly import("./edit.mjs").Edit[]} */
const sameMeaning = [
  ofProperty(
    "write a schema as two in allOf",
    false,
    "response",
    (_, __, schema) => schema.type === "object" && !schema.allOf && schema.additionalProperties !== false,
    ({ schema }) => {
      const { properties, required, ...rest } = schema;
      for (const key of Object.keys(schema)) delete schema[key];
      Object.assign(schema, rest, { allOf: [{ type: "object", properties, ...(required && { required }) }, { type: "object" }] });
    },
  ),
  edit("rename a component", false, (document, pick) => {
    const name = pick(Object.keys(document.components?.schemas ?? {}).filter((key) => /^[A-Za-z]+$/.test(key)));
    if (!name) return undefined;
    const text = JSON.stringify(document).replaceAll(
      `"#/components/schemas/${name}"`,
      `"#/components/schemas/${name}ByAnotherName"`,
    );
    Object.assign(document, JSON.parse(text));
    const schemas = document.components.schemas;
    document.components.schemas = Object.fromEntries(
      Object.keys(schemas).map((key) => [key === name ? `${name}ByAnotherName` : key, schemas[key]]),
    );
    return name;
  }),
  ofProperty(
    "reorder the values of an enum",
    false,
    "response",
    ({ enum: values }) => values?.length > 1,
    ({ property }) => void property.enum.reverse(),
  ),
  ofProperty(
    "write a range differently",
    false,
    "request",
    ({ type, minimum, exclusiveMinimum }) => type === "integer" && minimum === undefined && exclusiveMinimum === undefined,
    ({ property }) => {
      property.allOf = [{ type: "integer" }];
    },
  ),
  ofOperation(
    "reword a description",
    false,
    (operation) => typeof operation.description === "string",
    ({ operation }) => {
      operation.description += " In other words.";
    },
  ),
];

/** All edits. The location of each depends on its position in this list. */
export const edits = [...operationEdits, ...requestEdits, ...responseEdits, ...sameMeaning];
