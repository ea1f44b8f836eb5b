import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { actionMaps } from "./arbitrary-action.js";
import { objectSchema, schema, sharedFile, toOpenApi30 } from "./arbitrary-contract-schema.js";
import { componentNames, words } from "./arbitrary-texts.js";
import { actionAnswers, plainOperation } from "./arbitrary-operation.js";

/** A contract and the files beside it, by name. */
export type RandomContract = Readonly<Record<string, JsonValue>>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Alternatives told apart by a property, with inheritance. */
const pets = {
  Pet: {
    oneOf: [ref("Cat"), ref("Dog")],
    discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "Dog" } },
  },
  Animal: { type: "object", required: ["kind"], properties: { kind: { type: "string" }, mother: ref("Pet") } },
  Cat: { allOf: [ref("Animal"), { properties: { kind: { enum: ["cat"] }, lives: { type: "integer" } } }] },
  Dog: {
    type: "object",
    required: ["kind"],
    properties: { kind: { enum: ["dog"] }, friends: { type: "array", items: ref("Dog") } },
  },
};

/** Recursive alone and through each other, within another file. */
const shared = {
  Tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/Tree" } } }, additionalProperties: false },
  Left: { type: "object", properties: { right: { $ref: "#/Right" } } },
  Right: { type: "object", properties: { left: { $ref: "#/Left" }, name: { $ref: `${sharedFile}#/Name` } } },
  Name: { type: "string", maxLength: 5 },
};

const securitySchemes = {
  login: { type: "http", scheme: "bearer" },
  key: { type: "apiKey", in: "query", name: "key" },
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://a.test/token", scopes: { read: "Read" } } } },
};

const servers = fc.constantFrom<object[]>(
  [{ url: "https://api.test" }],
  [{ url: "/" }, { url: "https://{region}.test/v1", variables: { region: { default: "eu", enum: ["eu", "us"] } } }],
);

// Most components are objects: what only refers to another soon refers to itself.
const component = fc.oneof({ weight: 4, arbitrary: objectSchema }, { weight: 1, arbitrary: schema });

/** Contracts of all shapes, in OpenAPI 3.1 and 3.0: most are accepted, many have a mistake somewhere. */
export const contract: fc.Arbitrary<RandomContract> = fc
  .record({
    version: fc.constantFrom("3.1.0", "3.1.0", "3.0.3"),
    title: words.map((text) => text || "Random"),
    maps: actionMaps,
    isAtRoot: fc.boolean(),
    binding: fc.option(fc.constant({ response: null, service: { type: null } }), { freq: 9 }),
    answers: fc.option(actionAnswers),
    plain: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), plainOperation, { maxKeys: 3, noNullPrototype: true }),
    webhook: fc.option(plainOperation, { freq: 6 }),
    callback: fc.option(plainOperation, { freq: 6 }),
    servers: fc.option(servers),
    schemas: fc.tuple(...componentNames.map((key) => component.map((value) => [key, value] as const))),
  })
  .map(({ version, title, maps, isAtRoot, binding, answers, plain, webhook, callback, servers: hosts, schemas }) => {
    const extension = Object.fromEntries(Object.entries(maps).map(([type, actions]) => [`x-platform-${type}-actions`, actions]));
    const isAsync = JSON.stringify(maps).includes('"async":true');
    const isOld = version.startsWith("3.0");
    const parameter = (name: string) => ({ name, in: "path", required: true, schema: { type: "string", maxLength: 64 } });
    const document = {
      openapi: version,
      info: { title, version: "1.0.0" },
      ...(hosts && { servers: hosts }),
      security: [{ login: [] }],
      paths: {
        "/things/{id}/do/{action}": {
          parameters: [parameter("id")],
          post: {
            operationId: "act",
            parameters: [parameter("action")],
            requestBody: { content: { "application/json": { schema: { type: "object" } } } },
            responses: {
              ...(answers ?? { "200": { description: "Done" } }),
              ...(isAsync && { "202": { description: "Accepted" } }),
            },
            ...(binding && { "x-platform-action-binding": binding }),
            ...(callback && { callbacks: { done: { "{$request.body#/url}": { post: callback } } } }),
            ...(!isAtRoot && extension),
          },
        },
        ...Object.fromEntries(Object.entries(plain).map(([path, operation]) => [`/plain/${path}`, { post: operation }])),
      },
      ...(webhook && !isOld && { webhooks: { event: { post: webhook } } }),
      ...(isAtRoot && extension),
      components: { securitySchemes, schemas: { ...pets, ...Object.fromEntries(schemas) } },
    } as unknown as JsonObject;
    return { "openapi.json": isOld ? toOpenApi30(document) : document, [sharedFile]: shared };
  });
