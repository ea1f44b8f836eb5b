import { expect, test } from "vitest";
import { answering, featureOf, json } from "./feature.js";

const id = { name: "id", in: "path", required: true, schema: { type: "string", maxLength: 9 } };
const user = {
  type: "object",
  additionalProperties: false,
  required: ["id"],
  properties: { id: { type: "string", maxLength: 9 } },
};

const contract = {
  openapi: "3.1.0",
  security: [],
  paths: {
    "/users": {
      post: {
        operationId: "addUser",
        requestBody: { required: true, content: json(user) },
        responses: {
          201: {
            description: "Added.",
            content: json(user),
            links: {
              self: {
                operationId: "getUser",
                parameters: { id: "$response.body#/id" },
                description: "The **new** user.",
              },
              change: {
                operationRef: "#/paths/~1users~1%7Bid%7D/put",
                parameters: { "path.id": "$response.body#/id" },
                requestBody: "$request.body",
              },
              other: { operationRef: "https://other.test/openapi.json#/paths/~1mails/get", parameters: { limit: 7 } },
              shared: { $ref: "#/components/links/Shared" },
            },
          },
          409: {
            description: "There is one.",
            content: json(user),
            links: { existing: { operationId: "getUser", parameters: { id: "$response.body#/id" } } },
          },
        },
      },
    },
    "/users/{id}": {
      parameters: [id],
      get: { operationId: "getUser", responses: answering(user) },
      put: { operationId: "putUser", requestBody: { required: true, content: json(user) }, responses: answering(user) },
    },
  },
  components: { links: { Shared: { operationId: "get user", parameters: {} } } },
};

test("docs show which call can follow a response, and which of its parameters come from where", async () => {
  const feature = await featureOf(contract);
  const page = await feature.page("operations/addUser.md");
  expect(page).toContain("| Link | Calls | With |");
  expect(page).toContain("| `self` | [`getUser`](getUser.md) | `id` = `$response.body#/id`<br>The **new** user. |");
  expect(page).toContain("| `change` | [`putUser`](putUser.md) | `path.id` = `$response.body#/id`<br>the body `$request.body` |");
  expect(page).toContain("| `other` | `https://other.test/openapi.json#/paths/~1mails/get` | `limit` = `7` |");
  expect(page).toContain("| `shared` | `get user` |  |");
  expect(page).toContain("| `existing` | [`getUser`](getUser.md) | `id` = `$response.body#/id` |");
  const html = await feature.page("operations/addUser.html");
  expect(html).toMatch(/<a href=getUser.html><code>getUser<\/code><\/a>/);
});

test("links change nothing else", async () => {
  const feature = await featureOf(contract);
  const { client } = await feature.connect({ addUser: ({ body }: { body: object }) => ({ status: 201, body }) });
  expect(await client["addUser"]!({ body: { id: "a" } })).toEqual({ id: "a" });
  expect((await feature.expanded())["paths"]).toMatchObject({
    "/users": { post: { responses: { 201: { links: { self: { operationId: "getUser" } } } } } },
  });
});
