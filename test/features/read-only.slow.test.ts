import { beforeAll, describe, expect, test } from "vitest";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import { answering, featureOf, json, refer, type Feature } from "./feature.js";

const user = {
  type: "object",
  required: ["id", "name", "password"],
  additionalProperties: false,
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    password: { type: "string", writeOnly: true },
    manager: refer("User"),
  },
};
const contract = {
  paths: {
    "/users": {
      post: {
        operationId: "addUser",
        security: [],
        requestBody: { required: true, content: json(refer("User")) },
        responses: answering(refer("User")),
      },
      get: { operationId: "listUsers", security: [], responses: answering({ type: "array", items: refer("User") }) },
    },
  },
  components: { schemas: { User: user } },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

test("lint accepts it", () => {
  expect(feature.findings.filter((finding) => finding.includes("secret") || finding.includes("mismatch"))).toEqual([]);
});

describe("requests", () => {
  const add = async (body: object) => {
    const { send } = await feature.connect({ addUser: () => ({ status: 200, body: { id: 1, name: "a" } }) });
    const headers = { "content-type": "application/json" };
    const response = await send("/users", { method: "POST", body: JSON.stringify(body), headers });
    return [response.status, await response.json()];
  };

  test("need no read-only property, at any depth", async () => {
    const manager = { name: "b", password: "p" };
    expect(await add({ name: "a", password: "p", manager })).toEqual([200, { id: 1, name: "a" }]);
  });

  test("may have one, so that resources can be sent back; it must be valid", async () => {
    expect(await add({ id: 1, name: "a", password: "p" })).toEqual([200, { id: 1, name: "a" }]);
    expect(await add({ id: "1", name: "a", password: "p" })).toEqual([400, { error: "invalid_body: /id must be integer." }]);
  });

  test("require a write-only one", async () => {
    expect(await add({ name: "a" })).toEqual([400, { error: "invalid_body: /password is required." }]);
  });
});

describe("responses", () => {
  const answer = async (body: object) => {
    const problems: unknown[] = [];
    const log: AnyApplication["log"] = (entry) => void problems.push(...(entry.problems ?? []));
    const { send } = await feature.connect({ listUsers: () => ({ status: 200, body: [body] }) }, { log });
    const response = await send("/users", { method: "GET" });
    return { status: response.status, problems, text: await response.text() };
  };

  test("require read-only properties and no write-only ones", async () => {
    expect(await answer({ id: 1, name: "a", manager: { id: 2, name: "b" } })).toMatchObject({ status: 200, problems: [] });
    expect(await answer({ name: "a" })).toMatchObject({ status: 500 });
  });

  test("never have a write-only property: the server does not send it", async () => {
    const { status, text } = await answer({ id: 1, name: "a", manager: { id: 2, name: "b", password: "hunter2" } });
    expect(status).toBe(500);
    expect(text).not.toContain("hunter2");
  });
});

test("types: requests and responses differ", async () => {
  const program = `
import { createClient } from "./client/index.js";
import type { OperationHandlers } from "./server/index.js";
import type { components } from "./types.js";

const client = createClient({ baseUrl: "" });
const { id, name, manager } = await client.addUser({ body: { name: "a", password: "p", manager: { name: "b", password: "p" } } });
export const told: [number, string, number | undefined] = [id, name, manager?.id];
// @ts-expect-error a password is needed
await client.addUser({ body: { name: "a" } });
export const sent: components["schemas"]["UserInput"] = { name: "a", password: "p" };
export const listUsers: OperationHandlers["listUsers"] = async () => {
  const user: components["schemas"]["User"] = { id: 1, name: "a" };
  return { status: 200, body: [user] };
};
// @ts-expect-error a password is never answered
export const wrong: components["schemas"]["User"] = { id: 1, name: "a", password: "p" };
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("a component of one direction keeps its name", async () => {
  const { files } = await featureOf({
    paths: {
      "/a": { post: { operationId: "a", security: [], requestBody: { content: json(refer("User")) }, responses: answering() } },
    },
    components: { schemas: { User: user } },
  });
  const types = files.find(({ path }) => path === "types.ts")!.text;
  expect(types).toContain('"application/json": User');
  expect(types).not.toContain("UserInput");
});

test("an operation that reveals secrets may return them", async () => {
  const revealing = await featureOf({
    ...contract,
    paths: {
      "/key": { get: { operationId: "key", "x-platform-reveal": true, responses: answering(refer("User")) } },
    },
    security: [{ token: [] }],
    components: { ...contract.components, securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  });
  const { operations } = await revealing.validators();
  expect(operations["key"]!.responses["200"]!({ id: 1, name: "a", password: "p" })).toBe(true);
});

test("fixtures, docs, diff and expand agree", async () => {
  const request = { body: { name: "a", password: "p" } };
  const held = (body: object) =>
    feature.validate({ operation: "addUser", request, response: { status: 200, body: body as never } });
  expect(held({ id: 1, name: "a" })).toEqual([]);
  expect(held({ name: "a" })).toEqual(["/response/body/id is required"]);
  expect(held({ id: 1, name: "a", password: "p" })[0]).toMatch(/^\/response\/body\/password /);

  const page = await feature.page("operations/addUser.md");
  const [body, answer] = page.split(/## (?:Response 200|Example)/) as [string, string];
  expect(body).toMatch(/`password` \*required\*/);
  expect(body).toMatch(/`id` \|/);
  expect(answer).toMatch(/`id` \*required\*/);
  expect(answer).not.toContain("password");

  expect(await feature.changes(contract)).toEqual([]);
  const more = {
    ...user,
    required: [...user.required, "since"],
    properties: { ...user.properties, since: { type: "string", readOnly: true } },
  };
  const changes = await feature.changes({ ...contract, components: { schemas: { User: more } } });
  expect(changes.filter((change) => change.startsWith("error"))).toEqual([]);
  expect((await feature.expanded())["components"]).toMatchObject({ schemas: { User: user } });
});

test.each([
  ["optional", {}, "warning response-optional-property-removed"],
  ["required", { required: ["note"] }, "error response-property-removed"],
])("diff: an %s property that becomes writeOnly is removed from responses", async (_, more, change) => {
  for (const closing of [{}, { additionalProperties: false }]) {
    for (const mark of [{}, { readOnly: true }]) {
      const contract = (marked: object) => ({
        paths: {
          "/notes": {
            get: {
              operationId: "getNote",
              security: [],
              responses: answering({ type: "object", properties: { note: { type: "string", ...marked } }, ...more, ...closing }),
            },
          },
        },
      });
      const feature = await featureOf(contract(mark));
      const changes = await feature.changes(contract({ writeOnly: true }));
      expect(changes.map((text) => text.split(" ").slice(0, 2).join(" "))).toEqual([change]);
      expect(await feature.changes(contract({ ...mark, description: "Same." }))).toEqual([]);
    }
  }
});
