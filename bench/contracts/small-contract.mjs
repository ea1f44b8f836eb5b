/** The document that the contracts of `shapes.mjs` have in common. */

/**
 * An object schema that allows no other properties.
 * @param {Record<string, unknown>} properties
 * @param {readonly string[]} [required]
 */
export function object(properties, required = []) {
  return { type: "object", additionalProperties: false, ...(required.length > 0 && { required }), properties };
}

/**
 * A reference to a schema of the document.
 * @param {string} name
 */
export function reference(name) {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * A contract of plain operations.
 * @param {Record<string, unknown>} paths
 * @param {Record<string, unknown>} schemas
 */
export function plainContract(paths, schemas) {
  return {
    openapi: "3.1.0",
    info: { title: "Scale", version: "1.0.0", license: { name: "MIT", url: "https://opensource.org/license/mit" } },
    servers: [{ url: "https://api.platform.example" }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { ...schemas, Error: object({ error: { type: "string", maxLength: 500 } }, ["error"]) },
      responses: {
        Rejected: { description: "Rejected", content: { "application/json": { schema: reference("Error") } } },
      },
    },
  };
}

/**
 * A contract with the actions of one service type.
 * @param {Record<string, unknown>} actions
 * @param {Record<string, unknown>} [schemas]
 */
export function actionContract(actions, schemas = {}) {
  const body = { "application/json": { schema: { type: "object", additionalProperties: true } } };
  const responses = {
    200: { description: "Done", content: body },
    400: { $ref: "#/components/responses/Rejected" },
  };
  const parameter = (/** @type {string} */ name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", maxLength: 64 },
  });
  return plainContract(
    {
      "/services/{service_id}/actions/{action}": {
        post: {
          operationId: "invokeAction",
          summary: "Invoke an action",
          parameters: [parameter("service_id"), parameter("action")],
          requestBody: { required: true, content: body },
          responses,
          "x-platform-thing-actions": actions,
        },
      },
    },
    schemas,
  );
}
