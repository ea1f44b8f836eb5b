import { httpMethods } from "../../document/visitor.js";
import { bindingKeys } from "../../binding/binding.js";
import { actionDefinitions } from "../../lint/action-object.js";
import { extensionKeys } from "./actions-schema.js";
import { bindingDefinitions } from "./binding-schema.js";
import {
  flag,
  list,
  map,
  object,
  orReference,
  ref,
  text,
  type JsonSchema,
  type Properties,
} from "../../json-schema/build-schema.js";
import { uploadsKey } from "../../document/uploads.js";
import { schemaDefinitions } from "./schema-object.js";

const mediaTypes = map(orReference("MediaType"), "What is sent, by media type.");
const examples = map(orReference("Example"), "Examples by name.");
const security = (description: string): JsonSchema => ({ description, ...list(map(list({ type: "string" }))) });
const servers: JsonSchema = { description: "The servers of the API.", ...list(ref("Server")) };
const parameters: JsonSchema = {
  description: "Parameters of the path, the query, headers and cookies.",
  ...list(orReference("Parameter")),
};
const externalDocs: JsonSchema = { description: "Further documentation.", ...ref("ExternalDocs") };
const section = (name: string): JsonSchema => map(orReference(name));

/** The description and serialization of a value in a parameter or header. */
const valueFields: Properties = {
  description: text("What it is for, in Markdown."),
  required: flag("It is required."),
  deprecated: flag("It should no longer be used."),
  schema: ref("Schema"),
  content: { ...mediaTypes, minProperties: 1, maxProperties: 1 },
  example: { description: "An example." },
  examples,
  explode: flag("Lists and maps are serialized as several parts."),
};

/** The objects of OpenAPI 3.1 that contain neither actions nor bindings. */
const definitions: Properties = {
  Info: object(
    "Information about the API.",
    {
      title: text("Its name."),
      version: text("The version of this document, in quotes."),
      summary: text("What it does, in one line."),
      description: text("A detailed description, in Markdown."),
      termsOfService: text("URL of the terms."),
      contact: object("The contact for questions.", { name: text("Name."), url: text("URL."), email: text("E-mail.") }),
      license: object(
        "The licence of the API.",
        { name: text("Its name."), identifier: text("Its SPDX identifier, such as MIT."), url: text("Its URL.") },
        { required: ["name"] },
      ),
    },
    { required: ["title", "version"] },
  ),
  Server: object(
    "A server of the API.",
    {
      url: text("The URL; {name} is a variable."),
      name: text("Its name (3.2)."),
      description: text("What this server is for."),
      variables: map(
        object(
          "A variable of the URL.",
          { enum: list({ type: "string" }, { minItems: 1 }), default: text("Its value."), description: text("What it is.") },
          { required: ["default"] },
        ),
      ),
    },
    { required: ["url"] },
  ),
  Parameter: object(
    "A parameter of an operation.",
    {
      name: text("Its name on the wire."),
      in: { description: "Its location.", enum: ["path", "query", "querystring", "header", "cookie"] },
      ...valueFields,
      allowEmptyValue: flag("It may be present without a value."),
      style: {
        description: "How it is serialized.",
        enum: ["matrix", "label", "simple", "form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie"],
      },
      allowReserved: flag("Reserved characters are not percent-encoded."),
    },
    {
      required: ["name", "in"],
      if: { properties: { in: { const: "path" } }, required: ["in"] },
      then: { properties: { required: { const: true } }, required: ["required"] },
    },
  ),
  Header: object("A header of a response.", { ...valueFields, style: { const: "simple" } }),
  RequestBody: object(
    "The body of a request.",
    { description: text("Its content."), content: mediaTypes, required: flag("It is required.") },
    { required: ["content"] },
  ),
  MediaType: object("The content in a media type.", {
    schema: ref("Schema"),
    itemSchema: { description: "Each item of a sequence, such as an event (3.2).", ...ref("Schema") },
    example: { description: "An example." },
    examples,
    encoding: map(ref("Encoding")),
    prefixEncoding: { description: "How the first parts of a list of parts are serialized (3.2).", ...list(ref("Encoding")) },
    itemEncoding: { description: "How all other parts of a list of parts are serialized (3.2).", ...ref("Encoding") },
  }),
  Encoding: object("How a property of a form, or a part, is serialized.", {
    contentType: text("Its media type."),
    headers: section("Header"),
    style: { enum: ["form", "spaceDelimited", "pipeDelimited", "deepObject"] },
    explode: flag("Lists and maps are serialized as several parts."),
    allowReserved: flag("Reserved characters are not percent-encoded."),
    prefixEncoding: { description: "How its own first parts are serialized (3.2).", ...list(ref("Encoding")) },
    itemEncoding: { description: "How all its other parts are serialized (3.2).", ...ref("Encoding") },
  }),
  Responses: {
    description: "Responses by status.",
    type: "object",
    properties: { default: orReference("Response") },
    patternProperties: { "^[1-5]([0-9]{2}|XX)$": orReference("Response"), "^x-": {} },
    additionalProperties: false,
  },
  Callback: {
    description: "Requests that the API sends, by URL.",
    type: "object",
    patternProperties: { "^x-": {} },
    additionalProperties: ref("PathItem"),
  },
  Example: object("An example.", {
    summary: text("What it shows."),
    description: text("A detailed description."),
    value: { description: "The example itself." },
    dataValue: { description: "The example as data (3.2)." },
    serializedValue: text("The serialized example (3.2)."),
    externalValue: text("URL of the example."),
  }),
  Link: object("A possible next call.", {
    operationRef: text("A reference to the operation."),
    operationId: text("The operation."),
    parameters: map({}),
    requestBody: {},
    description: text("What for."),
    server: ref("Server"),
  }),
  SecurityScheme: object(
    "An authentication scheme.",
    {
      type: { description: "Its kind.", enum: ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"] },
      description: text("How to use it."),
      name: text("Name of the key's header, parameter or cookie."),
      in: { description: "The location of the key.", enum: ["query", "header", "cookie"] },
      scheme: text("The HTTP scheme, such as bearer."),
      bearerFormat: text("The format of the token."),
      flows: object(
        "The flows of OAuth 2.",
        Object.fromEntries(
          ["implicit", "password", "clientCredentials", "authorizationCode", "deviceAuthorization"].map((name) => [
            name,
            ref("OAuthFlow"),
          ]),
        ),
      ),
      openIdConnectUrl: text("URL of the discovery document."),
      oauth2MetadataUrl: text("URL of the authorization server's metadata (3.2)."),
      deprecated: flag("It should no longer be used (3.2)."),
    },
    { required: ["type"] },
  ),
  OAuthFlow: object(
    "A flow of OAuth 2.",
    {
      authorizationUrl: text("URL where the user consents."),
      deviceAuthorizationUrl: text("URL where a device gets its code (3.2)."),
      tokenUrl: text("URL that issues tokens."),
      refreshUrl: text("URL that renews tokens."),
      scopes: map({ type: "string" }, "What each scope is for."),
    },
    { required: ["scopes"] },
  ),
  Tag: object(
    "A group of operations.",
    {
      name: text("Its name."),
      summary: text("Its display name (3.2)."),
      description: text("What it contains."),
      parent: text("The group that it belongs to (3.2)."),
      kind: text("What it is for, such as nav (3.2)."),
      externalDocs,
    },
    { required: ["name"] },
  ),
  ExternalDocs: object(
    "Further documentation.",
    { description: text("What it is."), url: text("Its address.") },
    { required: ["url"] },
  ),
  PathItem: object("The operations of a path.", {
    $ref: text("A reference to a path item."),
    summary: text("What the path is, in one line."),
    description: text("A detailed description."),
    servers,
    parameters,
    ...Object.fromEntries(httpMethods.map((method) => [method, ref("Operation")])),
    additionalOperations: map(ref("Operation")),
  }),
  Components: object("Reusable definitions, by name.", {
    schemas: map(ref("Schema")),
    responses: section("Response"),
    parameters: section("Parameter"),
    examples: section("Example"),
    requestBodies: section("RequestBody"),
    headers: section("Header"),
    securitySchemes: section("SecurityScheme"),
    links: section("Link"),
    callbacks: section("Callback"),
    pathItems: map(ref("PathItem")),
    mediaTypes: section("MediaType"),
  }),
};

const response: Properties = {
  summary: text("What it is, in one line (3.2)."),
  description: text("When it is returned."),
  headers: section("Header"),
  content: mediaTypes,
  links: section("Link"),
};

const operation: Properties = {
  operationId: text("Its name in generated code."),
  summary: text("What it does, in one line."),
  description: text("A detailed description, in Markdown."),
  tags: { description: "The groups it belongs to.", ...list({ type: "string" }) },
  parameters,
  requestBody: orReference("RequestBody"),
  responses: ref("Responses"),
  callbacks: section("Callback"),
  deprecated: flag("It should no longer be used."),
  security: security("Who may call it: one of these. An empty list: everybody."),
  servers,
  externalDocs,
};

/** The JSON Schema of an OpenAPI 3.1 or 3.2 document with `x-<prefix>-<type>-actions`, for editors. */
export function openapiSchema(prefix: string): JsonSchema {
  const { actions, others } = extensionKeys(prefix);
  const errorBinding = { [bindingKeys(prefix).error]: ref("ErrorBinding") };
  const patternProperties = { [actions]: ref("Actions"), [others]: {} };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `OpenAPI 3.1 and 3.2 with x-${prefix}-<type>-actions`,
    ...object(
      "An API.",
      {
        openapi: text("The version of OpenAPI.", { pattern: "^3\\.[12]\\.[0-9]+$" }),
        $self: text("The URI of this document (3.2)."),
        info: ref("Info"),
        jsonSchemaDialect: text("The dialect of the schemas."),
        servers,
        security: security("Who may call operations without their own security."),
        tags: { description: "The groups of operations.", ...list(ref("Tag")) },
        paths: {
          description: "Path items by path.",
          type: "object",
          patternProperties: { "^/": ref("PathItem"), "^x-": {} },
          additionalProperties: false,
        },
        webhooks: map(ref("PathItem"), "Requests that the API sends, by name."),
        components: ref("Components"),
        externalDocs,
        ...errorBinding,
      },
      { required: ["openapi", "info"], patternProperties },
    ),
    $defs: documentDefinitions(prefix),
  };
}

/** The JSON Schema of a file with one path item. */
export function pathItemSchema(prefix: string): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Path item of OpenAPI 3.1 and 3.2",
    ...ref("PathItem"),
    $defs: documentDefinitions(prefix),
  };
}

/** The JSON Schema of a file with schemas by name. */
export function schemasSchema(): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Schemas of OpenAPI 3.1 and 3.2",
    ...map(ref("Schema"), "Schemas by name."),
    $defs: schemaDefinitions,
  };
}

function documentDefinitions(prefix: string): Properties {
  const { actions, others } = extensionKeys(prefix);
  const keys = bindingKeys(prefix);
  return {
    ...definitions,
    Response: object("A response.", { ...response, [keys.error]: ref("ErrorBinding") }, { required: ["description"] }),
    ...bindingDefinitions,
    Operation: object(
      "A method of a path.",
      {
        ...operation,
        [`x-${prefix}-reveal`]: flag("Its successful response may contain secrets."),
        [uploadsKey(prefix)]: {
          description: "Whether handlers receive files and other bytes while they arrive, or whole.",
          enum: ["stream", "buffer"],
        },
        [keys.action]: ref("ActionBinding"),
      },
      { patternProperties: { [actions]: ref("Actions"), [others]: {} } },
    ),
    ...actionDefinitions(prefix),
    ...schemaDefinitions,
  };
}
