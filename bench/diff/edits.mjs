// Edits of plain OpenAPI documents whose verdict is known: what each does to clients that did everything right before.

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

/** The inline or component schemas of bodies, or of successful answers. @param {Json} document @param {"request" | "response"} side */
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

/** Properties of such schemas. @param {Json} document @param {"request" | "response"} side @param {(property: Json, name: string, schema: Json) => boolean} fits */
function propertiesOf(document, side, fits) {
  return schemasOf(document, side).flatMap((schema) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      property && !property.readOnly && !property.writeOnly && fits(property, name, schema) ? [{ schema, name, property }] : [],
    ),
  );
}

/** @param {string} name @param {boolean} breaks @param {(document: Json, pick: <Item>(items: Item[]) => Item | undefined) => unknown} change @returns {Edit} */
const edit = (name, breaks, change) => ({ name, breaks, apply: (document, pick) => change(document, pick) !== undefined });

/** @param {Json} schema @param {string} name */
const isRequired = (schema, name) => (schema.required ?? []).includes(name);

/** @param {Json} schema */
const isText = (schema) => schema.type === "string" && !schema.enum && !schema.format && schema.const === undefined;

/** @param {string} name @param {boolean} breaks @param {"request" | "response"} side @param {(property: Json, name: string, schema: Json) => boolean} fits @param {(found: { schema: Json, name: string, property: Json }) => void} change */
const ofProperty = (name, breaks, side, fits, change) =>
  edit(name, breaks, (document, pick) => {
    const found = pick(propertiesOf(document, side, fits));
    if (found) change(found);
    return found;
  });

/** @param {string} name @param {boolean} breaks @param {(operation: Json, document: Json) => boolean} fits @param {(found: { item: Json, method: string, path: string, operation: Json }, document: Json) => void} change */
const ofOperation = (name, breaks, fits, change) =>
  edit(name, breaks, (document, pick) => {
    const found = pick(operations(document).filter(({ operation }) => fits(operation, document)));
    if (found) change(found, document);
    return found;
  });

/** @param {Json} operation */
const queries = (operation) => (operation.parameters ?? []).filter((/** @type {Json} */ parameter) => parameter.in === "query");

/** @type {readonly Edit[]} */
export const edits = [
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
    "explode a list in the query otherwise",
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
    "answer 202 instead of 200",
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
    "remove a value that a body may have",
    true,
    "request",
    ({ enum: values }) => values?.length > 1,
    ({ property }) => void property.enum.pop(),
  ),
  ofProperty(
    "add a value that a body may have",
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
    "demand a pattern of a text in a body",
    true,
    "request",
    (property) => isText(property) && !property.pattern,
    ({ property }) => {
      property.pattern = "^[a-z]{2}$";
    },
  ),
  ofProperty("demand a format of a text in a body", true, "request", isText, ({ property }) => {
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
  // The same in other words.
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
    "sort the values of an enum otherwise",
    false,
    "response",
    ({ enum: values }) => values?.length > 1,
    ({ property }) => void property.enum.reverse(),
  ),
  ofProperty(
    "say a range with other words",
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
