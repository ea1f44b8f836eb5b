import { readFileSync } from "node:fs";
import path from "node:path";
import { findActionMaps } from "../contracts/grow-contract.mjs";
import { measure } from "../measure.mjs";

/**
 * The body of an action: its schema, with the components that it needs under `$defs`, and bodies with what is expected of them.
 * @typedef {{ type: string, name: string, schema: object, result: object, cases: readonly { body: unknown, isValid: boolean }[] }} ActionBody
 */

const empty = { type: "object", additionalProperties: false };

/**
 * @param {number} limit
 * @param {string} value
 */
const fitsBytes = (limit, value) => Buffer.byteLength(value) <= limit;

/**
 * All actions of the contract with the bodies that `fixtures init` makes. Plain Ajv validates them, by the schema as it is written,
 * to which the contract's own keyword `x-max-utf8-bytes` was added.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<readonly ActionBody[]>}
 */
export async function actionBodies(workspace) {
  const { default: Ajv } = await import("ajv/dist/2020.js");
  const { default: addFormats } = await import("ajv-formats");
  const { parse } = await import("yaml");
  const document = workspace.closedDocument();
  const fixtures = workspace.inFolder("library-fixtures");
  measure(workspace.cli("fixtures", "init", "--out", fixtures));
  return findActionMaps(document).maps.flatMap(({ type, actions }) =>
    Object.entries(actions).map(([name, action]) => {
      const { body = empty, result = empty } = /** @type {{ body?: object, result?: object }} */ (action);
      const schema = standalone(body, document.components.schemas);
      const ajv = new Ajv.Ajv2020({ strict: false });
      addFormats.default(ajv);
      ajv.addKeyword({ keyword: "x-max-utf8-bytes", type: "string", validate: fitsBytes });
      const isValid = ajv.compile(schema);
      const { exchanges } = parse(readFileSync(path.join(fixtures, type, `${name}.yaml`), "utf8"));
      const cases = exchanges
        .filter((/** @type {any} */ { request }) => request && Object.hasOwn(request, "body"))
        .map((/** @type {any} */ { request }) => ({ body: request.body, isValid: isValid(request.body) }));
      return { type, name, schema, result: standalone(result, document.components.schemas), cases };
    }),
  );
}

/**
 * A schema with the components that it refers to, as a document of its own.
 * @param {object} schema
 * @param {Record<string, object>} components
 */
function standalone(schema, components) {
  const prefix = "#/components/schemas/";
  /** @type {Record<string, unknown>} */
  const $defs = {};
  /** @returns {any} */
  const move = (/** @type {any} */ value) => {
    if (Array.isArray(value)) return value.map(move);
    if (typeof value !== "object" || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, move(item)]));
    if (typeof value.$ref !== "string" || !value.$ref.startsWith(prefix)) return copy;
    const name = value.$ref.slice(prefix.length);
    if (!Object.hasOwn($defs, name)) {
      $defs[name] = {};
      $defs[name] = move(components[name]);
    }
    return { ...copy, $ref: `#/$defs/${name}` };
  };
  const moved = move(schema);
  return Object.keys($defs).length > 0 ? { ...moved, $defs } : moved;
}
