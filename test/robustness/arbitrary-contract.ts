import fc from "fast-check";

/** Names that some language, file system or library treats in its own way, and plain ones. */
const name = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/) },
  { weight: 2, arbitrary: fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,4}([_.:-][A-Za-z0-9]{1,4}){1,2}$/) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "default",
      "class",
      "constructor",
      "toString",
      "hasOwnProperty",
      "then",
      "await",
      "actions",
      "index",
      "operations",
      "Schemas",
      "Error",
      "Promise",
      "string",
      "body",
      "result",
      "con",
      "nul",
      "A",
      "a",
      "add_ip",
      "add-ip",
      "addIp",
      "valueOf",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "0",
      "1e3",
      "é",
      "名前",
      "a b",
      "a/b",
      "a~b",
      "a'b",
      'a"b',
      "a`b",
      "$ref",
      "-",
      "_",
      "prototype",
      "",
    ),
  },
);

const componentName = fc.constantFrom("Alpha", "beta", "Gamma.v1", "delta-x", "Error", "Promise", "Record", "Actions");

const words = fc.oneof(
  fc.constantFrom("Text", "*/", "`${x}`", "a\nb", "", "\u2028", "@deprecated"),
  fc.string({ maxLength: 12 }),
);

const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, "a", "", "x*/y", 2 ** 53),
  fc.string({ maxLength: 4 }),
);

const scalarSchema = fc.oneof(
  fc.record(
    {
      type: fc.constant("string"),
      minLength: fc.nat(3),
      maxLength: fc.integer({ min: 3, max: 9 }),
      pattern: fc.constantFrom("^a", "b$", "^[a-z]+$", "\\d", "^(a|b)*$", "^\\p{L}$"),
      format: fc.constantFrom("uuid", "date", "date-time", "email", "uri", "ipv4", "byte", "odd"),
      default: fc.constantFrom("a", "aaa", "b", 1),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    {
      type: fc.constantFrom("integer", "number"),
      minimum: fc.integer({ min: -3, max: 3 }),
      exclusiveMaximum: fc.integer({ min: 3, max: 9 }),
      multipleOf: fc.constantFrom(1, 2, 0.1, 0.5),
      format: fc.constantFrom("int32", "int64", "double"),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constantFrom("boolean", "null", ["string", "null"], ["integer", "array"]) }),
  fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4, selector: (value) => JSON.stringify(value) }) }),
  fc.record({ const: scalar }),
  fc.record({ $ref: componentName.map((component) => `#/components/schemas/${component}`) }),
);

const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: scalarSchema },
    {
      weight: 4,
      arbitrary: fc
        .record(
          {
            type: fc.constant("object"),
            title: words,
            description: words,
            properties: fc.dictionary(name, tie("schema"), { maxKeys: 4 }),
            additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
            minProperties: fc.nat(2),
            deprecated: fc.boolean(),
          },
          { requiredKeys: ["type", "properties"] },
        )
        .chain((object) =>
          fc.record({
            ...Object.fromEntries(Object.entries(object).map(([key, value]) => [key, fc.constant(value)])),
            required: fc.subarray(Object.keys(object.properties)),
          }),
        ),
    },
    {
      weight: 2,
      arbitrary: fc.record(
        { type: fc.constant("array"), items: tie("schema"), maxItems: fc.nat(3), uniqueItems: fc.boolean() },
        { requiredKeys: ["type", "items"] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({ prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }), items: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ not: tie("schema") }) },
    { weight: 1, arbitrary: fc.record({ if: tie("schema"), then: tie("schema") }) },
  ),
}));

const objectSchema = fc.record(
  {
    type: fc.constant("object"),
    additionalProperties: fc.boolean(),
    properties: fc.dictionary(name, schema, { maxKeys: 4 }),
    description: words,
  },
  { requiredKeys: ["type", "properties", "additionalProperties"] },
);

const action = fc.record(
  {
    label: words.map((text) => text || "Do"),
    summary: words,
    description: words,
    body: objectSchema,
    result: objectSchema,
    statuses: fc.uniqueArray(fc.constantFrom("ok", "queued", "*/"), { minLength: 1 }),
    scopes: fc.uniqueArray(fc.constantFrom("read", "write:all"), { minLength: 1 }),
    readOnly: fc.boolean(),
    idempotent: fc.boolean(),
    async: fc.boolean(),
    deprecated: fc.boolean(),
    availability: fc.record({ states: fc.constant(["active"]) }),
    errors: fc.uniqueArray(
      fc.record({ code: fc.constantFrom("taken", "gone", "con"), status: fc.constantFrom(409, 404, 400), description: words }),
      { selector: ({ code }) => code, maxLength: 2 },
    ),
  },
  { requiredKeys: ["label"] },
);

const content = (of: fc.Arbitrary<object>) => fc.record({ "application/json": fc.record({ schema: of }) });

const plainOperation = fc.record(
  {
    operationId: fc.oneof(name, fc.stringMatching(/^[a-z][A-Za-z]{3,9}$/)),
    summary: words,
    requestBody: fc.record({ required: fc.boolean(), content: content(schema) }),
    responses: fc.record(
      {
        "200": fc.record({ description: words, content: content(schema) }),
        "4XX": fc.record({ description: words }),
        default: fc.record({ description: words, content: content(schema) }),
      },
      { requiredKeys: ["200"] },
    ),
  },
  { requiredKeys: ["responses"] },
);

const types = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z0-9]{0,5}([_-][a-z0-9]{1,4})?$/),
  fc.dictionary(fc.oneof(name, fc.constantFrom("start", "stop")), action, { maxKeys: 4 }),
  { maxKeys: 3 },
);

/** Contracts of all shapes: most are accepted, many have a mistake somewhere. */
export const contract = fc
  .record({
    title: words.map((text) => text || "Random"),
    types,
    plain: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), plainOperation, { maxKeys: 3 }),
    schemas: fc.tuple(
      ...["Alpha", "beta", "Gamma.v1", "delta-x", "Error", "Promise", "Record", "Actions"].map((key) =>
        schema.map((value) => [key, value] as const),
      ),
    ),
  })
  .map(({ title, types: actionMaps, plain, schemas }) => ({
    openapi: "3.1.0",
    info: { title, version: "1.0.0" },
    security: [{ login: [] }],
    paths: {
      "/things/{id}/do/{action}": {
        post: {
          operationId: "act",
          parameters: ["id", "action"].map((parameter) => ({
            name: parameter,
            in: "path",
            required: true,
            schema: { type: "string", maxLength: 64 },
          })),
          requestBody: { content: { "application/json": { schema: { type: "object" } } } },
          responses: { "200": { description: "Done" } },
          ...Object.fromEntries(Object.entries(actionMaps).map(([type, actions]) => [`x-platform-${type}-actions`, actions])),
        },
      },
      ...Object.fromEntries(Object.entries(plain).map(([path, operation]) => [`/plain/${path}`, { post: operation }])),
    },
    components: {
      securitySchemes: { login: { type: "http", scheme: "bearer" } },
      schemas: Object.fromEntries(schemas),
    },
  }));
