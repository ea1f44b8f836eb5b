import { findActionMaps } from "./grow-contract.mjs";

/**
 * A closed document in which each action is an ordinary operation, `POST …/actions/<type>.<action>`, so that tools
 * without support for the extension do the same work.
 * @param {import("./grow-contract.mjs").OpenApiDocument} original
 */
export function lowerActions(original) {
  const document = structuredClone(original);
  const { path, endpoint, maps } = findActionMaps(document);
  const shared = /** @type {unknown} */ (document.paths[path]?.["parameters"]);
  const parameters = /** @type {{ name?: string }[]} */ (shared).filter(({ name }) => name !== "action");
  delete document.paths[path];
  for (const { type, actions } of maps) {
    for (const [name, action] of Object.entries(actions)) {
      const operation = lowerAction(type, name, action, endpoint);
      document.paths[path.replace("{action}", `${type}.${name}`)] = {
        parameters: /** @type {any} */ (parameters),
        post: operation,
      };
    }
  }
  return document;
}

/**
 * @param {string} type
 * @param {string} name
 * @param {Record<string, any>} action
 * @param {Record<string, any>} endpoint
 */
function lowerAction(type, name, { summary, body, result, statuses, async: isAsync }, endpoint) {
  const envelope = {
    type: "object",
    additionalProperties: false,
    required: ["action", "status"],
    properties: {
      action: { type: "string", const: name },
      status: { type: "string", ...(statuses ? { enum: statuses } : {}) },
      message: { type: "string" },
      result: result ?? { type: "object", additionalProperties: true },
    },
  };
  const status = isAsync ? "202" : "200";
  const failures = Object.entries(endpoint["responses"]).filter(([code]) => !code.startsWith("2"));
  return {
    operationId: `${type}_${name}`,
    summary,
    tags: endpoint["tags"],
    security: endpoint["security"],
    requestBody: {
      required: true,
      content: { "application/json": { schema: body ?? { type: "object", additionalProperties: false } } },
    },
    responses: {
      ...Object.fromEntries(failures),
      [status]: { description: "The action was accepted.", content: { "application/json": { schema: envelope } } },
    },
  };
}
