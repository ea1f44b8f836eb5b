// Edits of what servers send, and whether they break clients.
import { isRequired, isText, ofProperty } from "./edit.mjs";

/** @type {readonly import("./edit.mjs").Edit[]} */
export const responseEdits = [
  ofProperty(
    "add a property to a response",
    false,
    "response",
    () => true,
    ({ schema }) => {
      schema.properties.added_by_edit = { type: "string" };
    },
  ),
  ofProperty(
    "remove a property that is always in a response",
    true,
    "response",
    (_, name, schema) => isRequired(schema, name),
    ({ schema, name }) => {
      delete schema.properties[name];
      schema.required = schema.required.filter((/** @type {string} */ other) => other !== name);
      if (schema.required.length === 0) delete schema.required;
    },
  ),
  ofProperty(
    "no longer promise a property of a response",
    true,
    "response",
    (_, name, schema) => isRequired(schema, name),
    ({ schema, name }) => {
      schema.required = schema.required.filter((/** @type {string} */ other) => other !== name);
      if (schema.required.length === 0) delete schema.required;
    },
  ),
  ofProperty(
    "promise a property of a response",
    false,
    "response",
    (_, name, schema) => !isRequired(schema, name),
    ({ schema, name }) => {
      (schema.required ??= []).push(name);
    },
  ),
  ofProperty(
    "add a possible value of a response",
    true,
    "response",
    ({ enum: values }) => values?.length > 0,
    ({ property }) => void property.enum.push("added_by_edit"),
  ),
  ofProperty(
    "remove a possible value of a response",
    false,
    "response",
    ({ enum: values }) => values?.length > 1,
    ({ property }) => void property.enum.pop(),
  ),
  ofProperty(
    "let a text of a response be anything",
    true,
    "response",
    ({ enum: values, type }) => values?.length > 0 && type === "string",
    ({ property }) => {
      delete property.enum;
    },
  ),
  ofProperty("change the type of a property of a response", true, "response", isText, ({ property }) => {
    property.type = "integer";
    for (const key of ["maxLength", "minLength", "pattern", "default", "example"]) delete property[key];
  }),
  ofProperty(
    "let a whole number of a response be a fraction",
    true,
    "response",
    ({ type }) => type === "integer",
    ({ property }) => {
      property.type = "number";
      delete property.format;
    },
  ),
  ofProperty(
    "make a fraction of a response whole",
    false,
    "response",
    ({ type, enum: values }) => type === "number" && !values,
    ({ property }) => {
      property.type = "integer";
    },
  ),
  ofProperty(
    "limit the length of a text in a response",
    false,
    "response",
    (property) => isText(property) && !property.maxLength,
    ({ property }) => {
      property.maxLength = 300;
    },
  ),
];
