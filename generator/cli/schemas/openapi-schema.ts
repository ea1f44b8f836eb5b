import { httpMethods } from "../../document/visitor.js";
import { bindingKeys } from "../../binding/binding.js";
import { actionDefinitions, extensionKeys } from "./actions-schema.js";
import { bindingDefinitions } from "./binding-schema.js";
import { flag, list, map, object, orReference, ref, text, type JsonSchema, type Properties } from "./build.js";
import { schemaDefinitions } from "./schema-object.js";

const mediaTypes = map(ref("MediaType"), "What is sent, by media type.");
const examples = map(orReference("Example"), "Examples by name.");
const security = (description: string): JsonSchema => ({ description, ...list(map(list({ type: "string" }))) });
const servers: JsonSchema = { description: "Where the API is.", ...list(ref("Server")) };
const parameters: JsonSchema = {
  description: "Parameters of the path, the query, headers and cookies.",
  ...list(orReference("Parameter")),
};
const externalDocs: JsonSchema = { description: "More to read.", ...ref("ExternalDocs") };
const section = (name: string): JsonSchema => map(orReference(name));

/** How a value is described and written in a parameter or header. */
const valueFields: Properties = {
  description: text("What it is for, in Markdown."),
  required: flag("It must be there."),
  deprecated: flag("It is there, but should no longer be used."),
  schema: ref("Schema"),
  content: { ...mediaTypes, minProperties: 1, maxProperties: 1 },
  example: { description: "An example." },
  examples,
  explode: flag("Lists and maps are written as several parts."),
};

/** The objects of OpenAPI 3.1 that hold neither actions nor bindings. */
const definitions: Properties = {
  Info: object(
    "What the API is.",
    {
      title: text("Its name."),
      version: text("The version of this document, in quotes."),
      summary: text("What it does, in a line."),
      description: text("The same at length, in Markdown."),
      termsOfService: text("Address of the terms."),
      contact: object("Whom to ask.", { name: text("Name."), url: text("Address."), email: text("E-mail.") }),
      license: object(
        "The licence of the API.",
        { name: text("Its name."), identifier: text("Its SPDX identifier, such as MIT."), url: text("Its address.") },
        { required: ["name"] },
      ),
    },
    { required: ["title", "version"] },
  ),
  Server: object(
    "An address at which the API is.",
    {
      url: text("The address; {name} stands for a variable."),
      description: text("What this one is for."),
      variables: map(
        object(
          "A variable of the address.",
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
      in: { description: "Where it stands.", enum: ["path", "query", "header", "cookie"] },
      ...valueFields,
      allowEmptyValue: flag("It may be there without a value."),
      style: {
        description: "How it is written.",
        enum: ["matrix", "label", "simple", "form", "spaceDelimited", "pipeDelimited", "deepObject"],
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
    { description: text("What it holds."), content: mediaTypes, required: flag("It must be there.") },
    { required: ["content"] },
  ),
  MediaType: object("What is sent in a media type.", {
    schema: ref("Schema"),
    example: { description: "An example." },
    examples,
    encoding: map(
      object("How a property of a form is written.", {
        contentType: text("Its media type."),
        headers: section("Header"),
        style: { enum: ["form", "spaceDelimited", "pipeDelimited", "deepObject"] },
        explode: flag("Lists and maps are written as several parts."),
        allowReserved: flag("Reserved characters are not percent-encoded."),
      }),
    ),
  }),
  Responses: {
    description: "Answers by status.",
    type: "object",
    properties: { default: orReference("Response") },
    patternProperties: { "^[1-5]([0-9]{2}|XX)$": orReference("Response"), "^x-": {} },
    additionalProperties: false,
  },
  Callback: {
    description: "Requests that the API sends, by address.",
    type: "object",
    patternProperties: { "^x-": {} },
    additionalProperties: ref("PathItem"),
  },
  Example: object("An example.", {
    summary: text("What it shows."),
    description: text("The same at length."),
    value: { description: "The example itself." },
    dataValue: { description: "The example as data (3.2)." },
    serializedValue: text("The example as it is sent (3.2)."),
    externalValue: text("Address of the example."),
  }),
  Link: object("What can be called next.", {
    operationRef: text("A reference to the operation."),
    operationId: text("The operation."),
    parameters: map({}),
    requestBody: {},
    description: text("What for."),
    server: ref("Server"),
  }),
  SecurityScheme: object(
    "A way to say who calls.",
    {
      type: { description: "Its kind.", enum: ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"] },
      description: text("How to use it."),
      name: text("Name of the key's header, parameter or cookie."),
      in: { description: "Where the key stands.", enum: ["query", "header", "cookie"] },
      scheme: text("The HTTP scheme, such as bearer."),
      bearerFormat: text("What the token is."),
      flows: object(
        "The flows of OAuth 2.",
        Object.fromEntries(
          ["implicit", "password", "clientCredentials", "authorizationCode", "deviceAuthorization"].map((name) => [
            name,
            ref("OAuthFlow"),
          ]),
        ),
      ),
      openIdConnectUrl: text("Address of the discovery document."),
      oauth2MetadataUrl: text("Address of the authorization server's metadata (3.2)."),
      deprecated: flag("It still works, but should no longer be used (3.2)."),
    },
    { required: ["type"] },
  ),
  OAuthFlow: object(
    "A flow of OAuth 2.",
    {
      authorizationUrl: text("Where the user agrees."),
      deviceAuthorizationUrl: text("Where a device gets its code (3.2)."),
      tokenUrl: text("Where tokens are given out."),
      refreshUrl: text("Where tokens are renewed."),
      scopes: map({ type: "string" }, "What each scope is for."),
    },
    { required: ["scopes"] },
  ),
  Tag: object(
    "A group of operations.",
    {
      name: text("Its name."),
      summary: text("Its name as people read it (3.2)."),
      description: text("What it holds."),
      parent: text("The group that it belongs to (3.2)."),
      kind: text("What it is for, such as nav (3.2)."),
      externalDocs,
    },
    { required: ["name"] },
  ),
  ExternalDocs: object("More to read.", { description: text("What it is."), url: text("Its address.") }, { required: ["url"] }),
  PathItem: object("The operations of a path.", {
    $ref: text("A path item that stands elsewhere."),
    summary: text("What the path is, in a line."),
    description: text("The same at length."),
    servers,
    parameters,
    ...Object.fromEntries(httpMethods.map((method) => [method, ref("Operation")])),
  }),
  Components: object("Definitions to refer to, by name.", {
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
  summary: text("What it is, in a line (3.2)."),
  description: text("When it is given."),
  headers: section("Header"),
  content: mediaTypes,
  links: section("Link"),
};

const operation: Properties = {
  operationId: text("Its name in generated code."),
  summary: text("What it does, in a line."),
  description: text("The same at length, in Markdown."),
  tags: { description: "The groups it belongs to.", ...list({ type: "string" }) },
  parameters,
  requestBody: orReference("RequestBody"),
  responses: ref("Responses"),
  callbacks: section("Callback"),
  deprecated: flag("It is there, but should no longer be used."),
  security: security("Who may call it: one of these. An empty list: everybody."),
  servers,
  externalDocs,
};

/** The JSON Schema of an OpenAPI 3.1 or 3.2 document with `x-<prefix>-<type>-actions`, for editors. */
export function openapiSchema(prefix: string): JsonSchema {
  const { actions, others } = extensionKeys(prefix);
  const keys = bindingKeys(prefix);
  const errorBinding = { [keys.error]: ref("ErrorBinding") };
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
        security: security("Who may call operations that say nothing else."),
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
    $defs: {
      ...definitions,
      Response: object("An answer.", { ...response, ...errorBinding }, { required: ["description"] }),
      ...bindingDefinitions,
      Operation: object(
        "What a method of a path does.",
        {
          ...operation,
          [`x-${prefix}-reveal`]: flag("Its successful answer may hold secrets."),
          [keys.action]: ref("ActionBinding"),
        },
        { patternProperties },
      ),
      ...actionDefinitions(prefix),
      ...schemaDefinitions,
    },
  };
}
