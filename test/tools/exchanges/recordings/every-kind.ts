const json = (schema: object) => ({ "application/json": { schema } });
const thing = {
  type: "object",
  required: ["name"],
  additionalProperties: { type: ["array", "string"] },
  properties: { name: { type: "string", maxLength: 3 }, n: { type: "integer", maximum: 9 } },
};
const form = {
  ...thing,
  additionalProperties: false,
  properties: { ...thing.properties, tags: { type: "array", items: { type: "string", maxLength: 2 } } },
};
const post = (operationId: string, content: object, required = true) => ({
  post: { operationId, requestBody: { required, content }, responses: { "204": { description: "Done." } } },
});
const file = { type: "string", format: "binary", minLength: 3, pattern: "^a+$" };
const parts = {
  ...form,
  properties: {
    ...form.properties,
    file,
    files: { type: "array", maxItems: 2, items: { type: "string", contentMediaType: "image/png", maxLength: 2 } },
    meta: { type: "object", required: ["n"], properties: { n: { type: "integer" } } },
  },
};
const go = (content: object) => ({
  post: {
    parameters: [{ name: "action", in: "path", required: true, schema: { type: "string" } }],
    requestBody: { required: true, content },
    responses: { "200": { description: "Done.", content: json({ type: "object" }) } },
  },
});
/** Operations with parameters in every place, and bodies of every kind. */
export const document = {
  openapi: "3.2.0",
  info: { title: "Things", version: "1" },
  servers: [{ url: "https://shop.example" }],
  security: [],
  paths: {
    "/json": post("sendJson", json(thing)),
    "/any": post(
      "sendAny",
      { "text/plain": {}, "application/octet-stream": {}, "application/merge-patch+json": { schema: thing } },
      false,
    ),
    "/form": post("sendForm", { "application/x-www-form-urlencoded": { schema: form } }),
    "/multipart": post("sendParts", {
      "multipart/form-data": { schema: parts, encoding: { x: { contentType: "image/png" } } },
    }),
    "/files": post("sendFiles", {
      "multipart/form-data": {
        schema: { additionalProperties: file, properties: { name: { type: "string" }, x: {} }, required: ["x"] },
        encoding: { x: { contentType: "application/octet-stream" } },
      },
    }),
    "/list": post("sendList", {
      "multipart/mixed": {
        schema: {
          type: "array",
          minItems: 1,
          maxItems: 4,
          prefixItems: [thing, file, { type: "integer" }, { type: "array", maxItems: 1, items: { type: "string" } }],
        },
        prefixEncoding: [{}, { contentType: "image/png" }, {}, { contentType: "multipart/mixed", itemEncoding: {} }],
      },
    }),
    "/below": post("sendBelow", { "*/*": { schema: thing } }),
    "/ranges": post("sendRanges", {
      "*/*": { schema: { type: "string" } },
      "application/*": { schema: thing },
      "image/*": {},
      "application/vnd.n+json": { schema: { type: "integer" } },
    }),
    "/lines": post("sendLines", { "application/jsonl": { itemSchema: thing } }),
    "/nothing": { post: { operationId: "sendNothing", responses: { "204": { description: "Done." } } } },
    "/upload/{action}": {
      post: {
        ...go({ "multipart/form-data": { schema: { type: "object" } } }).post,
        operationId: "upload",
        "x-platform-upload-actions": { go: { label: "Go", body: parts } },
      },
    },
    "/mixed/{action}": {
      post: {
        ...go({ ...json({}), "multipart/form-data": {}, "application/x-www-form-urlencoded": {} }).post,
        operationId: "mix",
        "x-platform-mixed-actions": { go: { label: "Go", body: parts } },
      },
    },
    "/do/{action}": {
      post: {
        ...go(json({ type: "object" })).post,
        operationId: "act",
        "x-platform-machine-actions": {
          go: { label: "Go", body: { type: "object", additionalProperties: false, properties: { n: { type: "integer" } } } },
        },
      },
    },
    "/find/{id}": {
      get: {
        operationId: "find",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string", maxLength: 2 } },
          { name: "tags", in: "query", schema: { type: "array", items: { type: "string", maxLength: 2 } } },
          { name: "n", in: "query", schema: { type: "integer" } },
          {
            name: "filter",
            in: "query",
            style: "deepObject",
            schema: { type: "object", properties: { a: { type: "integer" } } },
          },
          { name: "where", in: "query", content: json({ type: "object" }) },
          { name: "X-N", in: "header", required: true, schema: { type: "integer" } },
          { name: "X-List", in: "header", schema: { type: "array", items: { type: "integer" } } },
          { name: "session", in: "cookie", required: true, schema: { type: "string", maxLength: 2 } },
          { name: "theme", in: "cookie", schema: { enum: ["dark", 1] } },
        ],
        responses: { "204": { description: "Done." } },
      },
    },
    "/answer-below": {
      get: {
        operationId: "answerBelow",
        responses: {
          "200": {
            description: "A thing.",
            content: {
              "*/*": { schema: thing },
              "application/vnd.n+json": { schema: { type: "integer" } },
              "text/*": { schema: { type: "string" } },
            },
          },
        },
      },
    },
    "/answer": {
      get: {
        operationId: "answer",
        responses: {
          "200": {
            description: "A thing.",
            headers: {
              "X-N": { required: true, schema: { type: "integer", maximum: 9 } },
              "X-On": { schema: { type: "boolean" } },
            },
            content: { ...json(thing), "text/plain": {} },
          },
          "204": { description: "Nothing." },
          "4XX": { description: "No.", content: json({ type: "object", required: ["error"] }) },
        },
      },
    },
  },
};
