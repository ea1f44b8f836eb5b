import { beforeAll, expect, test } from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonObject } from "../../generator/document/json-value.js";
import { featureOf, json, type Feature } from "./feature.js";

const sized = { type: "object", required: ["size"], properties: { size: { type: "integer" } }, additionalProperties: false };

/** A key of the body names the action, or a key of an item of a list. */
const endpoint = (type: string, more: object, schema: object) => ({
  post: {
    operationId: `change_${type}`,
    "x-platform-action-binding": { action: { in: "body-key" }, type: { const: type }, response: null, ...more },
    [`x-platform-${type}-actions`]: { start: { label: "Start" }, resize: { label: "Resize", body: sized } },
    requestBody: { required: true, content: json(schema) },
    responses: {
      204: { description: "Done." },
      default: {
        description: "Failed.",
        content: json({ type: "object", required: ["error"], properties: { error: { type: "string" } } }),
      },
    },
  },
});
const contract = {
  security: [],
  paths: {
    "/disk": endpoint("disk", {}, { type: "object" }),
    "/list": endpoint(
      "list",
      { list: "/actions" },
      { type: "object", properties: { actions: { type: "array", items: { type: "object" } } } },
    ),
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract, ["binding-assumed"]);
});

test.each([
  ["disk", { start: null }, true],
  ["disk", { start: {} }, false],
  ["disk", { start: { size: 1 } }, false],
  ["disk", { start: null, other: 1 }, false],
  ["disk", { resize: { size: 1 } }, true],
  ["disk", { resize: null }, false],
  ["list", { actions: [{ start: null }] }, true],
  ["list", { actions: [{ start: {} }] }, true],
  ["list", { actions: [{ start: { size: 1 } }] }, false],
])("%s: what expand writes about %j is what a server does", async (type, body, isValid) => {
  const handlers = { start: () => undefined, resize: () => undefined };
  const application = { handlers: { operations: {}, actions: { disk: handlers, list: handlers } } };
  const { send } = await feature.connect({}, application as never);
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  expect((await send(`/${type}`, init)).status < 400).toBe(isValid);
  const { paths, components } = await feature.expanded();
  const name = JSON.stringify(body).includes("resize") ? "resize" : "start";
  const item = paths as Record<string, { post: { requestBody: { content: Record<string, { schema: JsonObject }> } } }>;
  const [, { post }] = Object.entries(item).find(([path]) => path.startsWith(`/${type}`) && path.includes(name))!;
  const { schema } = post.requestBody.content["application/json"]!;
  const validate = new Ajv2020({ strict: false }).compile({ ...schema, components });
  expect(validate(body)).toBe(isValid);
});
