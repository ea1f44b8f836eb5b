// Finds what an edit of a plain OpenAPI document changes.

/**
 * @typedef {Record<string, any>} Json
 * @typedef {{ name: string, breaks: boolean, apply: (document: Json, pick: <Item>(items: Item[]) => Item | undefined) => boolean }} Edit
 */

const methods = ["get", "put", "post", "delete", "patch"];

/** @param {Json} document @param {Json | undefined} value @returns {any} */
function resolve(document, value) {
  let current = value;
  for (let steps = 0; typeof current?.["$ref"] === "string" && steps < 20; steps++) {
    current = current["$ref"]
      .replace(/^#\//, "")
      .split("/")
      .reduce(
        (/** @type {any} */ at, /** @type {string} */ key) => at?.[key.replaceAll("~1", "/").replaceAll("~0", "~")],
        document,
      );
  }
  return current;
}

/** @param {Json} document */
function operations(document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => (item?.[method] ? [{ path, method, item, operation: item[method] }] : [])),
  );
}

/** @param {Json} holder @returns {any} */
const jsonSchema = (holder) => holder?.content?.["application/json"]?.schema;

/** The inline or component schemas of bodies, or of successful responses. @param {Json} document @param {"request" | "response"} side */
function roots(document, side) {
  return operations(document).flatMap(({ operation }) => {
    if (side === "request") return [jsonSchema(resolve(document, operation.requestBody))];
    return Object.entries(operation.responses ?? {})
      .filter(([status]) => status.startsWith("2"))
      .map(([, response]) => jsonSchema(resolve(document, response)));
  });
}

/**
 * Schemas that only one side sends, so that an edit has one meaning.
 * @param {Json} document @param {"request" | "response"} side @returns {Json[]}
 */
function schemasOf(document, side) {
  const reach = (/** @type {"request" | "response"} */ which) => {
    /** @type {Set<Json>} */
    const seen = new Set();
    const pending = roots(document, which);
    for (let next = pending.pop(); pending.length > 0 || next; next = pending.pop()) {
      const schema = resolve(document, next);
      if (!schema || typeof schema !== "object" || seen.has(schema)) continue;
      seen.add(schema);
      pending.push(...Object.values(schema.properties ?? {}), schema.items, ...(schema.allOf ?? []));
    }
    return seen;
  };
  const [mine, other] = [reach(side), reach(side === "request" ? "response" : "request")];
  return [...mine].filter((schema) => !other.has(schema) && !schema.oneOf && !schema.anyOf);
}

/** Properties of such schemas. @param {Json} document @param {"request" | "response"} side @param {(property: Json, name: string, schema: Json) => boolean} matches */
function propertiesOf(document, side, matches) {
  return schemasOf(document, side).flatMap((schema) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      property && !property.readOnly && !property.writeOnly && matches(property, name, schema)
        ? [{ schema, name, property }]
        : [],
    ),
  );
}

/** @param {string} name @param {boolean} breaks @param {(document: Json, pick: <Item>(items: Item[]) => Item | undefined) => unknown} change @returns {Edit} */
export const edit = (name, breaks, change) => ({ name, breaks, apply: (document, pick) => change(document, pick) !== undefined });

/** @param {Json} schema @param {string} name */
export const isRequired = (schema, name) => (schema.required ?? []).includes(name);

/** @param {Json} schema */
export const isText = (schema) => schema.type === "string" && !schema.enum && !schema.format && schema.const === undefined;

/** @param {string} name @param {boolean} breaks @param {"request" | "response"} side @param {(property: Json, name: string, schema: Json) => boolean} matches @param {(found: { schema: Json, name: string, property: Json }) => void} change */
export const ofProperty = (name, breaks, side, matches, change) =>
  edit(name, breaks, (document, pick) => {
    const found = pick(propertiesOf(document, side, matches));
    if (found) change(found);
    return found;
  });

/** @param {string} name @param {boolean} breaks @param {(operation: Json, document: Json) => boolean} matches @param {(found: { item: Json, method: string, path: string, operation: Json }, document: Json) => void} change */
export const ofOperation = (name, breaks, matches, change) =>
  edit(name, breaks, (document, pick) => {
    const found = pick(operations(document).filter(({ operation }) => matches(operation, document)));
    if (found) change(found, document);
    return found;
  });

/** @param {Json} operation */
export const queries = (operation) =>
  (operation.parameters ?? []).filter((/** @type {Json} */ parameter) => parameter.in === "query");
