import { expect, test } from "vitest";
import { temporaryFolder } from "../support/command-line.js";
import { needsFiles } from "../support/live-output.js";
import { repositoryPath } from "../support/repository.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { answering, featureOf, json, refer } from "./feature.js";

const shipped = {
  post: {
    summary: "An order has left the house",
    security: [],
    requestBody: { required: true, content: json(refer("Order")) },
    responses: { "200": { description: "Noted.", content: json({ type: "object", required: ["seen"], properties: { seen: { type: "boolean" } } }) } }, // prettier-ignore
  },
};

const contract = {
  webhooks: { "order.shipped": shipped },
  paths: {
    "/orders": {
      post: {
        operationId: "addOrder",
        security: [],
        requestBody: { required: true, content: json(refer("Order")) },
        responses: answering(),
        callbacks: {
          paid: {
            "{$request.body#/url}": {
              post: {
                requestBody: {
                  content: json({ type: "object", required: ["amount"], properties: { amount: { type: "number" } } }),
                },
                responses: answering(),
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: "object",
        required: ["id", "name"],
        properties: { id: { type: "string", readOnly: true }, name: { type: "string" } },
      },
    },
  },
};

test("webhooks and callbacks have guards, next to those of operations", async () => {
  const feature = await featureOf(contract);
  const { webhooks, operations } = await feature.validators();
  const order = webhooks["order.shipped"]!["post"]!;
  expect(order.body!({ id: "1", name: "a" })).toBe(true);
  expect(order.body!({ id: "1" })).toBe(false);
  expect(order.responses["200"]!({ seen: true })).toBe(true);
  expect(order.responses["200"]!({})).toBe(false);
  const paid = webhooks["addOrder.paid"]!["post"]!;
  expect(paid.body!({ amount: 1 })).toBe(true);
  expect(paid.body!({ amount: "1" })).toBe(false);
  expect(Object.keys(operations)).toEqual(["addOrder"]);
});

test("the service sends them, so read-only properties are present", async () => {
  const feature = await featureOf(contract);
  const { webhooks, operations } = await feature.validators();
  expect(webhooks["order.shipped"]!["post"]!.body!({ name: "a" })).toBe(false);
  expect(operations["addOrder"]!.body!({ name: "a" })).toBe(true);
});

test("types: a receiver reads a value that its guard has accepted", async () => {
  const feature = await featureOf(contract);
  const program = `
import { webhooks } from "./validators/index.js";
import type { webhooks as Webhooks } from "./types.js";

export function receive(payload: unknown): string {
  const { body } = webhooks["order.shipped"].post;
  return body(payload) ? payload.id : "";
}
export type Shipped = NonNullable<Webhooks["order.shipped"]["post"]["requestBody"]>["content"]["application/json"];
export const order: Shipped = { id: "1", name: "a" };
export type Paid = NonNullable<Webhooks["addOrder.paid"]["post"]["requestBody"]>["content"]["application/json"];
// @ts-expect-error an amount is a number
export const paid: Paid = { amount: "1" };
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("the docs list them, expand keeps them", async () => {
  const feature = await featureOf(contract);
  const page = await feature.page("webhooks.md");
  expect(page).toContain("`order.shipped`");
  expect(page).toContain("An order has left the house");
  expect(page).toMatch(/`name` \*required\*[^\n]*string/);
  expect(page).toContain("`addOrder.paid`");
  expect(page).toMatch(/`amount` \*required\*[^\n]*number/);
  expect(await feature.expanded()).toMatchObject({
    webhooks: contract.webhooks,
    paths: { "/orders": { post: { callbacks: contract.paths["/orders"].post.callbacks } } },
  });
});

test("diff: a property that a webhook no longer has breaks its receivers", async () => {
  const feature = await featureOf(contract);
  const { Order } = contract.components.schemas;
  const without = { ...Order, required: ["id"], properties: { id: Order.properties.id } };
  const changes = await feature.changes({ ...contract, components: { schemas: { Order: without } } });
  expect(changes.join("\n")).toContain("order.shipped");
});

/** A sender and a receiver of a contract with these webhooks. */
const programFor = (receiver: string) => `
import { createReceiver, createSender, createSecret, toFetchHandler, toNodeHandler, type Receiver } from "./webhooks/index.js";

const secrets = createSecret();
const log = () => undefined;
const handlers: Receiver["handlers"] = {
  "order.shipped": ({ body, id, timestamp }) => {
    console.log(body.id, body.name, id, timestamp.getTime());
    return { status: 200, body: { seen: true } };
  },
  "addOrder.paid": async ({ body }) => console.log(body?.amount),
};
${receiver}
export const [node, web] = [toNodeHandler(receiver), toFetchHandler(receiver)];

const { send } = createSender({ attempts: 3 });
const endpoint = { url: "https://shop.example/hooks", secrets };
export const sent = send("order.shipped", endpoint, { id: "1", name: "a" });
// @ts-expect-error an order has a name
void send("order.shipped", endpoint, { id: "1" });
// @ts-expect-error there is no such webhook
void send("order.lost", endpoint, {});
// @ts-expect-error every webhook has a handler
void createReceiver({ secrets, log, handlers: {}, nameOf: () => undefined });
`;

test("types: senders and receivers; what names a webhook is asked for if no body does", async () => {
  const feature = await featureOf(contract);
  const named = "const receiver = createReceiver({ secrets, log, handlers, nameOf: ({ url }) => (url === '/paid' ? 'addOrder.paid' : 'order.shipped') });"; // prettier-ignore
  expect(await feature.typeErrors(programFor(named))).toBe("");
  const unnamed = "// @ts-expect-error nameOf is missing\nconst receiver = createReceiver({ secrets, log, handlers });";
  expect(await feature.typeErrors(programFor(unnamed))).toBe("");
});

test("generated senders and receivers of one contract, and of a webhook that has two methods", async () => {
  const feature = await featureOf({ webhooks: { ping: { post: { ...shipped.post, operationId: "a" }, put: { responses: answering() } } }, components: contract.components }); // prettier-ignore
  const load = (await feature.load("webhooks/index.ts")) as Record<string, (...given: unknown[]) => never>;
  const received: string[] = [];
  const logged: object[] = [];
  const secrets = load["createSecret"]!();
  const receiver = load["createReceiver"]!({
    secrets,
    log: (entry: object) => void logged.push(entry),
    handlers: {
      "ping.post": ({ body }: { body: { id: string } }) => {
        received.push(body.id);
        return { status: 200, body: { seen: true } };
      },
      "ping.put": () => void received.push("put"),
    },
    nameOf: ({ url }: { url: string }) => url.slice(1),
  });
  const handle = load["toFetchHandler"]!(receiver) as (request: Request) => Promise<Response>;
  const fetch = (url: string, init: RequestInit) => handle(new Request(url, init));
  const { send } = load["createSender"]!({ fetch, attempts: 1 }) as { send: (...given: unknown[]) => Promise<object> };
  const first = await send("ping.post", { url: "http://a/ping.post", secrets }, { id: "1", name: "a" }).catch(
    (error: unknown) => error,
  );
  expect([logged, first]).toMatchObject([[], { status: 200 }]);
  expect(await send("ping.put", { url: "http://a/ping.put", secrets })).toMatchObject({ status: 204 });
  const wrong = send("ping.post", { url: "http://a/ping.put", secrets }, { id: "1", name: "a" });
  await expect(wrong).rejects.toMatchObject({ status: 405 });
  expect(received).toEqual(["1", "put"]);
});

test("senders, receivers, keys and preconditions compile without the DOM's types, and without those of Node", async () => {
  const parameters = ["Idempotency-Key", "If-Match"].map((name) => ({ name, in: "header", schema: { type: "string" } }));
  const post = { operationId: "pay", security: [], parameters, responses: answering() };
  const { files } = await featureOf({ ...contract, paths: { ...contract.paths, "/payments": { post } } });
  needsFiles();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const forNode = { lib: ["es2022"], types: ["node"], typeRoots: [repositoryPath("node_modules/@types")] };
  expect(await typeCheckNatively(folder, forNode)).toBe("");
  expect(await typeCheckNatively(folder, { lib: ["es2022", "dom"] })).toBe("");
});

test("a contract that sends nothing has no such module", async () => {
  const feature = await featureOf({ paths: { "/a": { get: { operationId: "a", security: [], responses: answering() } } } });
  expect(feature.files.filter(({ path }) => path.includes("webhooks"))).toEqual([]);
  expect(await feature.typeErrors()).toBe("");
});
