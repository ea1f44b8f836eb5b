import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { reply } from "./parts-server.js";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const text = { type: "string", minLength: 1, maxLength: 40 };
const inPath = (name: string) => ({ name, in: "path", required: true, schema: { type: "string", pattern: "^[a-z0-9]{1,40}$" } });
const failure = { description: "An error.", ...json({ type: "object", required: ["error"], properties: { error: text } }) };
const failures = { "400": failure, "404": failure, "409": failure };
const order = {
  type: "object",
  required: ["id", "type", "status"],
  properties: { id: text, type: { const: "order" }, status: { enum: ["draft", "booked", "sent"] } },
};
const label = {
  type: "object",
  required: ["name", "colour"],
  properties: { name: { ...text, readOnly: true }, colour: { enum: ["red", "blue"] } },
};
const shown = (schema: object) => ({ "200": { description: "It.", ...json(schema) }, ...failures });
const action = (states: readonly string[]) => ({
  label: "Do",
  summary: "Does it.",
  scopes: ["orders"],
  availability: { states },
});

/** Orders that are booked, then sent, and never go back; and labels that clients name. */
const document = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  servers: [{ url: "/" }],
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  "x-platform-lifecycle": {
    states: { draft: {}, booked: {}, sent: {} },
    transitions: [
      { from: "draft", event: "book", to: "booked" },
      { from: "booked", event: "send", to: "sent" },
    ],
  },
  paths: {
    "/orders": {
      post: { operationId: "createOrder", responses: { "201": { description: "Made.", ...json(order) }, ...failures } },
    },
    "/orders/{id}": {
      parameters: [inPath("id")],
      get: { operationId: "getOrder", responses: shown(order) },
      delete: { operationId: "deleteOrder", responses: { "204": { description: "Gone." }, ...failures } },
    },
    "/orders/{id}/actions/{action}": {
      parameters: [inPath("id"), { ...inPath("action"), schema: text }],
      post: {
        operationId: "act",
        requestBody: { required: true, ...json({ type: "object" }) },
        responses: {
          "200": { description: "Done.", ...json({ type: "object", properties: { action: text, status: text } }) },
          ...failures,
        },
        "x-platform-order-actions": { book: action(["draft"]), send: action(["booked"]) },
      },
    },
    "/labels/{name}": {
      parameters: [inPath("name")],
      get: { operationId: "getLabel", responses: shown(label) },
      put: {
        operationId: "putLabel",
        requestBody: {
          required: true,
          ...json({
            type: "object",
            required: ["colour"],
            additionalProperties: false,
            properties: { colour: { enum: ["red", "blue"] } },
          }),
        },
        responses: { ...shown(label), "201": { description: "Made.", ...json(label) } },
      },
      delete: { operationId: "deleteLabel", responses: { "204": { description: "Gone." }, ...failures } },
    },
  },
};

type Fault = "takes any action" | "sends what it books" | "forgets labels";

/** The findings of the cases that begin so, and the ids of those that were skipped. */
async function run(only: readonly string[], fault?: Fault) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "one-way-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const orders = new Map<string, string>();
  const labels = new Map<string, string>();
  const next: Readonly<Record<string, readonly [from: string, to: string]>> = {
    book: ["draft", "booked"],
    send: ["booked", "sent"],
  };
  const fetch = async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    const [, collection, id = "", , name] = new URL(url).pathname.split("/");
    const body = (await request.json().catch(() => undefined)) as { colour?: string } | undefined;
    if (collection === "labels") {
      const isNew = !labels.has(id);
      if (request.method === "PUT") {
        if (!body || !["red", "blue"].includes(`${body.colour}`) || Object.keys(body).length !== 1)
          return reply(400, { error: "no" });
        if (fault !== "forgets labels") labels.set(id, body.colour!);
        return reply(isNew ? 201 : 200, { name: id, colour: body.colour });
      }
      if (isNew) return reply(404, { error: "none" });
      if (request.method === "DELETE") labels.delete(id);
      return request.method === "DELETE" ? reply(204) : reply(200, { name: id, colour: labels.get(id) });
    }
    if (id === "") {
      const made = `o${orders.size + 1}`;
      orders.set(made, "draft");
      return reply(201, { id: made, type: "order", status: "draft" });
    }
    const status = orders.get(id);
    if (status === undefined) return reply(404, { error: "none" });
    if (name === undefined) {
      if (request.method === "DELETE") orders.delete(id);
      return request.method === "DELETE" ? reply(204) : reply(200, { id, type: "order", status });
    }
    const [from, to] = next[name] ?? [];
    if (from === undefined)
      return fault === "takes any action" ? reply(200, { action: name, status: "ok" }) : reply(404, { error: "no such action" });
    if (status !== from) return reply(409, { error: "not now" });
    orders.set(id, fault === "sends what it books" && name === "book" ? "sent" : to!);
    return reply(200, { action: name, status: "ok" });
  };
  const report = await testContract({ contract: file, fetch, only, callers: { me: { token: "a-token" } } });
  return {
    texts: report.diagnostics.map(({ code, message }) => `${code} ${message}`),
    skipped: report.cases.filter(({ outcome }) => outcome === "skipped").map(({ case: { id } }) => id),
  };
}

test("each gate is tried on a new service, which its actions bring into each state", async () => {
  expect(await run(["gate", "valid", "unknown"])).toEqual({ texts: [], skipped: [] });
});

test("an action that the contract doesn't have is found", async () => {
  const { texts } = await run(["unknown"], "takes any action");
  expect(texts).toEqual(["test-gate act: responds with 200 to an action that the contract doesn't have"]);
});

test("what another action leads to doesn't count", async () => {
  const { texts } = await run(["gate"], "sends what it books");
  expect(texts).toContainEqual(expect.stringMatching(/^test-gate order\.book: .* its service is "sent" instead of "booked"/));
});

test("items whose names clients choose are made by PUT", async () => {
  const { texts, skipped } = await run(["resource", "idempotent/putLabel"]);
  expect(texts).toEqual([]);
  expect(skipped).toEqual(["resource/putLabel/less"]);
  const faulty = await run(["resource"], "forgets labels");
  expect(faulty.texts).toContainEqual(
    expect.stringMatching(/^test-resource putLabel: responds with 201, but getLabel then responds with 404/),
  );
});
