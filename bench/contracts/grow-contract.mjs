/**
 * @typedef {Record<string, unknown>} JsonObject
 * @typedef {{ paths: Record<string, Record<string, JsonObject>>, components: Record<string, JsonObject> }} OpenApiDocument
 */

const schemaPrefix = "#/components/schemas/";

/**
 * A contract with the given number of actions and realistic bodies: the action maps of a closed document, copied
 * under other names of types, actions and schemas, with copies of the schemas that they use.
 * @param {OpenApiDocument} original
 * @param {number} wanted number of actions
 * @returns {OpenApiDocument}
 */
export function growContract(original, wanted) {
  const document = structuredClone(original);
  const { endpoint, maps } = findActionMaps(document);
  const schemas = original.components["schemas"] ?? {};
  let missing = wanted;
  for (let copy = 1; missing > 0; copy++) {
    for (const { type, actions } of maps) {
      const chosen = Object.entries(actions).slice(0, missing);
      missing -= chosen.length;
      if (copy === 1) endpoint[keyOf(type)] = Object.fromEntries(chosen);
      else if (chosen.length > 0) {
        addSchemas(document, schemas, schemasUsedBy(chosen, schemas), copy);
        endpoint[keyOf(`${type}_${copy}`)] = renumber(
          Object.fromEntries(chosen.map(([name, action]) => [`${name}_${copy}`, action])),
          copy,
        );
      }
    }
  }
  return document;
}

/**
 * Returns the operation with the action maps, and the maps.
 * @param {OpenApiDocument} document
 * @returns {{ path: string, endpoint: JsonObject, maps: { type: string, actions: Record<string, JsonObject> }[] }}
 */
export function findActionMaps(document) {
  for (const [path, item] of Object.entries(document.paths)) {
    const endpoint = item["post"];
    if (!endpoint || !path.includes("{action}")) continue;
    const maps = Object.entries(endpoint).flatMap(([key, value]) => {
      const type = /^x-platform-(.+)-actions$/.exec(key)?.[1];
      return type === undefined ? [] : [{ type, actions: /** @type {Record<string, JsonObject>} */ (value) }];
    });
    return { path, endpoint, maps };
  }
  throw new Error("the document has no action endpoint");
}

/** @param {string} type */
function keyOf(type) {
  return `x-platform-${type}-actions`;
}

/**
 * Names of the schemas that a value refers to, directly or not.
 * @param {unknown} value
 * @param {JsonObject} schemas
 * @param {Set<string>} [found]
 */
function schemasUsedBy(value, schemas, found = new Set()) {
  for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    schemasUsedBy(schemas[name], schemas, found);
  }
  return found;
}

/**
 * @param {OpenApiDocument} document
 * @param {JsonObject} schemas
 * @param {ReadonlySet<string>} names
 * @param {number} copy
 */
function addSchemas(document, schemas, names, copy) {
  const target = (document.components["schemas"] ??= {});
  for (const name of names) target[`${name}${copy}`] ??= renumber(schemas[name], copy);
}

/**
 * Copies a value and points its references to the copied schemas.
 * @param {unknown} value
 * @param {number} copy
 */
function renumber(value, copy) {
  const text = JSON.stringify(value).replaceAll(new RegExp(`"(${schemaPrefix}[^"]+)"`, "g"), `"$1${copy}"`);
  return /** @type {JsonObject} */ (JSON.parse(text));
}
