// Edits of what clients send, and whether they break clients.
import { isRequired, isText, ofProperty } from "./edit.mjs";

/** @type {readonly import("./edit.mjs").Edit[]} */
export const requestEdits = [
  ofProperty(
    "add an optional property to a body",
    false,
    "request",
    () => true,
    ({ schema }) => {
      schema.properties.added_by_edit = { type: "string" };
    },
  ),
  ofProperty(
    "add a required property to a body",
    true,
    "request",
    () => true,
    ({ schema }) => {
      schema.properties.added_by_edit = { type: "string" };
      (schema.required ??= []).push("added_by_edit");
    },
  ),
  ofProperty(
    "require a property of a body",
    true,
    "request",
    (_, name, schema) => !isRequired(schema, name),
    ({ schema, name }) => {
      (schema.required ??= []).push(name);
    },
  ),
  ofProperty(
    "no longer require a property of a body",
    false,
    "request",
    (_, name, schema) => isRequired(schema, name),
    ({ schema, name }) => {
      schema.required = schema.required.filter((/** @type {string} */ other) => other !== name);
      if (schema.required.length === 0) delete schema.required;
    },
  ),
  ofProperty(
    "remove an allowed value of a body",
    true,
    "request",
    ({ enum: values }) => values?.length > 1,
    ({ property }) => void property.enum.pop(),
  ),
  ofProperty(
    "add an allowed value of a body",
    false,
    "request",
    ({ enum: values }) => values?.length > 0,
    ({ property }) => void property.enum.push("added_by_edit"),
  ),
  ofProperty(
    "limit the length of a text in a body",
    true,
    "request",
    (property) => isText(property) && !property.maxLength && !property.minLength,
    ({ property }) => {
      property.maxLength = 3;
    },
  ),
  ofProperty(
    "require a pattern of a text in a body",
    true,
    "request",
    (property) => isText(property) && !property.pattern,
    ({ property }) => {
      property.pattern = "^[a-z]{2}$";
    },
  ),
  ofProperty("require a format of a text in a body", true, "request", isText, ({ property }) => {
    property.format = "uuid";
  }),
  ofProperty("change the type of a property of a body", true, "request", isText, ({ property }) => {
    property.type = "integer";
    for (const key of ["maxLength", "minLength", "pattern", "default", "example"]) delete property[key];
  }),
  ofProperty(
    "close a body",
    true,
    "request",
    (_, __, schema) => schema.type === "object" && schema.additionalProperties === undefined,
    ({ schema }) => {
      schema.additionalProperties = false;
    },
  ),
];
