// Edits of what servers send, and whether they break clients.
import { isRequired, isText, ofProperty } from "./edit.mjs";

/** @type {readonly import("./edit.mjs").Edit[]} */
export const responseEdits = [
  ofProperty(
    "add a property to an answer",
    false,
    "response",
    () => true,
    ({ schema }) => {
      schema.properties.added_by_edit = { type: "string" };
    },
  ),
  ofProperty(
    "remove a property that is always in an answer",
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
    "no longer promise a property of an answer",
    true,
    "response",
    (_, name, schema) => isRequired(schema, name),
    ({ schema, name }) => {
      schema.required = schema.required.filter((/** @type {string} */ other) => other !== name);
      if (schema.required.length === 0) delete schema.required;
    },
  ),
  ofProperty(
    "promise a property of an answer",
    false,
    "response",
    (_, name, schema) => !isRequired(schema, name),
    ({ schema, name }) => {
      (schema.required ??= []).push(name);
    },
  ),
  ofProperty(
    "add a value that an answer may have",
    true,
    "response",
    ({ enum: values }) => values?.length > 0,
    ({ property }) => void property.enum.push("added_by_edit"),
  ),
  ofProperty(
    "remove a value that an answer may have",
    false,
    "response",
    ({ enum: values }) => values?.length > 1,
    ({ property }) => void property.enum.pop(),
  ),
  ofProperty(
    "let a text of an answer be anything",
    true,
    "response",
    ({ enum: values, type }) => values?.length > 0 && type === "string",
    ({ property }) => {
      delete property.enum;
    },
  ),
  ofProperty("change the type of a property of an answer", true, "response", isText, ({ property }) => {
    property.type = "integer";
    for (const key of ["maxLength", "minLength", "pattern", "default", "example"]) delete property[key];
  }),
  ofProperty(
    "let a whole number of an answer be a fraction",
    true,
    "response",
    ({ type }) => type === "integer",
    ({ property }) => {
      property.type = "number";
      delete property.format;
    },
  ),
  ofProperty(
    "make a fraction of an answer whole",
    false,
    "response",
    ({ type, enum: values }) => type === "number" && !values,
    ({ property }) => {
      property.type = "integer";
    },
  ),
  ofProperty(
    "limit the length of a text in an answer",
    false,
    "response",
    (property) => isText(property) && !property.maxLength,
    ({ property }) => {
      property.maxLength = 300;
    },
  ),
];
