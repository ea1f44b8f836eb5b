// Edits of operations, and whether they break clients.
import { edit, ofOperation, queries } from "./edit.mjs";

/** @type {readonly import("./edit.mjs").Edit[]} */
export const operationEdits = [
  ofOperation(
    "remove an operation",
    true,
    () => true,
    ({ item, method }) => delete item[method],
  ),
  edit("remove a path", true, (document, pick) => {
    const path = pick(Object.keys(document.paths));
    if (path) delete document.paths[path];
    return path;
  }),
  ofOperation(
    "add an operation",
    false,
    () => true,
    (_, document) => {
      document.paths["/added-by-an-edit"] = {
        get: { operationId: "addedByAnEdit", responses: { 200: { description: "Done." } } },
      };
    },
  ),
  ofOperation(
    "add a required query parameter",
    true,
    () => true,
    ({ operation }) => {
      (operation.parameters ??= []).push({ name: "added_by_edit", in: "query", required: true, schema: { type: "string" } });
    },
  ),
  ofOperation(
    "add an optional query parameter",
    false,
    () => true,
    ({ operation }) => {
      (operation.parameters ??= []).push({ name: "added_by_edit", in: "query", schema: { type: "string" } });
    },
  ),
  ofOperation(
    "remove a query parameter",
    true,
    (operation) => queries(operation).length > 0,
    ({ operation }) => {
      operation.parameters.splice(operation.parameters.indexOf(queries(operation)[0]), 1);
    },
  ),
  ofOperation(
    "require a query parameter",
    true,
    (operation) => queries(operation).some((/** @type {Json} */ query) => !query.required),
    ({ operation }) => {
      queries(operation).find((/** @type {Json} */ query) => !query.required).required = true;
    },
  ),
  ofOperation(
    "change how a list in the query is exploded",
    true,
    (operation) => queries(operation).some((/** @type {Json} */ query) => query.schema?.type === "array"),
    ({ operation }) => {
      const query = queries(operation).find((/** @type {Json} */ found) => found.schema?.type === "array");
      query.explode = query.explode === false;
    },
  ),
  ofOperation(
    "require a body",
    true,
    (operation) => operation.requestBody?.content && !operation.requestBody.required,
    ({ operation }) => {
      operation.requestBody.required = true;
    },
  ),
  ofOperation(
    "remove a media type of a body",
    true,
    (operation) => Object.keys(operation.requestBody?.content ?? {}).length > 0,
    ({ operation }) => {
      const [name] = Object.keys(operation.requestBody.content);
      operation.requestBody.content["application/x-other"] = operation.requestBody.content[/** @type {string} */ (name)];
      delete operation.requestBody.content[/** @type {string} */ (name)];
    },
  ),
  ofOperation(
    "return 202 instead of 200",
    true,
    (operation) => operation.responses?.["200"] && !operation.responses["202"],
    ({ operation }) => {
      operation.responses["202"] = operation.responses["200"];
      delete operation.responses["200"];
    },
  ),
  ofOperation(
    "require another scheme",
    true,
    () => true,
    ({ operation }, document) => {
      ((document.components ??= {}).securitySchemes ??= {}).addedByAnEdit = { type: "apiKey", in: "header", name: "x-added" };
      operation.security = [{ addedByAnEdit: [] }];
    },
  ),
];
