import { expect, test } from "vitest";
import { loadOutput } from "../support/load-output.js";
import { featureOf, json, refer } from "./feature.js";

const closed = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

/** An operation that returns items of these media types. */
const streaming = (operationId: string, content: object) => ({
  get: { operationId, responses: { 200: { description: "The items.", content } } },
});

const contract = {
  openapi: "3.2.0",
  security: [],
  paths: {
    "/ticks": streaming("listTicks", { "application/jsonl": { itemSchema: refer("Tick") } }),
    "/records": streaming("listRecords", { "application/json-seq": { itemSchema: refer("Tick") } }),
    "/events": streaming("watchTicks", { "text/event-stream": { itemSchema: refer("TickEvent") } }),
    "/texts": streaming("watchTexts", {
      "text/event-stream": {
        itemSchema: closed({ data: { type: "string", maxLength: 100 }, retry: { type: "integer" } }, ["data"]),
      },
    }),
    "/mixed": streaming("watchMixed", { "text/event-stream": { itemSchema: refer("MixedEvent") } }),
    "/either": streaming("readTicks", {
      ...json({ type: "array", items: refer("Tick") }),
      "application/x-ndjson": { itemSchema: refer("Tick") },
    }),
  },
  components: {
    schemas: {
      Tick: closed({ at: { type: "integer", minimum: 0 }, note: { type: "string", maxLength: 20 } }, ["at"]),
      TickEvent: closed(
        {
          id: { type: "string" },
          event: { const: "tick" },
          data: { type: "string", contentMediaType: "application/json", contentSchema: refer("Tick") },
        },
        ["data", "event"],
      ),
      MixedEvent: {
        type: "object",
        required: ["event", "data"],
        properties: { event: { type: "string" }, data: { type: "string" } },
        oneOf: [
          {
            required: ["event", "data"],
            properties: { event: { const: "note" }, data: { type: "string", pattern: "^[a-z]*$" } },
          },
          {
            required: ["event", "data"],
            properties: {
              event: { const: "tick" },
              data: { contentMediaType: "application/json", contentSchema: refer("Tick") },
            },
          },
        ],
      },
    },
  },
};

async function* each(...items: readonly object[]): AsyncGenerator<object> {
  yield* items;
}

const collect = async (sequence: unknown) => {
  const items: unknown[] = [];
  for await (const item of sequence as AsyncIterable<unknown>) items.push(item);
  return items;
};

test("items are typed in handlers and clients", async () => {
  const feature = await featureOf(contract);
  expect(feature.findings).toEqual([]);
  const program = `
import { createClient, validate } from "./client/index.js";
import { operations } from "./validators/index.js";
import type { OperationHandlers } from "./server/index.js";
const client = createClient({ baseUrl: "", use: [validate({ operations })] });
for await (const { at, note } of await client.listTicks()) [at satisfies number, note satisfies string | undefined];
for await (const { data } of await client.watchTicks()) data.at satisfies number;
for await (const { data } of await client.watchTexts()) data satisfies string;
for await (const item of await client.watchMixed()) if (item.event === "note") item.data satisfies string;
const either = await client.readTicks();
if (!Array.isArray(either)) for await (const { at } of either as Exclude<typeof either, readonly unknown[]>) at satisfies number;
async function* ticks() {
  yield { at: 1 };
}
export const handlers: Pick<OperationHandlers, "listTicks" | "readTicks"> = {
  listTicks: () => ({ status: 200, body: ticks() }),
  readTicks: () => ({ status: 200, body: [{ at: 1 }] }),
};
export const wrong: Pick<OperationHandlers, "watchTicks"> = {
  // @ts-expect-error the items are events
  watchTicks: () => ({ status: 200, body: ticks() }),
};
// @ts-expect-error a text is no sequence
export const text: Pick<OperationHandlers, "listTicks"> = { listTicks: () => ({ status: 200, body: "" }) };
const guard = operations.watchTicks.items["200"]["text/event-stream"];
const value: unknown = {};
if (guard(value)) value.data.at satisfies number;
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("items arrive as they were sent", async () => {
  const feature = await featureOf(contract);
  const tick = { event: "tick", data: { at: 1, note: "a\nb" }, id: "7" };
  const { client, send } = await feature.connect({
    listTicks: () => ({ status: 200, body: each({ at: 1 }, { at: 2, note: "ü\n" }) }),
    listRecords: () => ({ status: 200, body: each({ at: 1 }, { at: 2 }) }),
    watchTicks: () => ({ status: 200, body: each(tick, { event: "tick", data: { at: 2 } }) }),
    watchTexts: () => ({ status: 200, body: each({ data: "a\nb" }, { data: "", retry: 50 }, { data: " c" }) }),
    watchMixed: () => ({ status: 200, body: each({ event: "note", data: "{}".slice(2) }, { event: "tick", data: { at: 3 } }) }),
    readTicks: () => ({ status: 200, body: each({ at: 1 }) }),
  });
  const read = async (operation: string) => collect(await client[operation]!());
  expect(await read("listTicks")).toEqual([{ at: 1 }, { at: 2, note: "ü\n" }]);
  expect(await read("listRecords")).toEqual([{ at: 1 }, { at: 2 }]);
  expect(await read("watchTicks")).toEqual([tick, { event: "tick", data: { at: 2 } }]);
  expect(await read("watchTexts")).toEqual([{ data: "a\nb" }, { data: "", retry: 50 }, { data: " c" }]);
  expect(await read("watchMixed")).toEqual([
    { event: "note", data: "" },
    { event: "tick", data: { at: 3 } },
  ]);
  expect(await read("readTicks")).toEqual([{ at: 1 }]);
  const raw = await send("https://api.test/events", {});
  expect(raw.headers.get("content-type")).toBe("text/event-stream");
  expect(await raw.text()).toBe('event: tick\nid: 7\ndata: {"at":1,"note":"a\\nb"}\n\nevent: tick\ndata: {"at":2}\n\n');
  expect(await (await send("https://api.test/records", {})).text()).toBe('\u001e{"at":1}\n\u001e{"at":2}\n');
  const { operations } = (await feature.validators()) as unknown as Record<
    string,
    Record<string, { items: Record<string, Record<string, (value: unknown) => boolean>> }>
  >;
  const fits = operations!["watchTicks"]!.items["200"]!["text/event-stream"]!;
  expect([fits(tick), fits({ ...tick, data: "{}" })]).toEqual([true, false]);
});

test("the client validates items when they arrive", async () => {
  const feature = await featureOf(contract);
  const load = loadOutput(feature.files);
  const { createClient, validate } = (await load("client/index.ts")) as unknown as {
    createClient: (options: object) => Record<string, () => Promise<unknown>>;
    validate: (validators: object) => unknown;
  };
  const { operations } = await load("validators/index.ts");
  const fetch = () => {
    return Promise.resolve(new Response('{"at":1}\n{"at":-1}\n', { headers: { "content-type": "application/x-ndjson" } }));
  };
  const client = createClient({ baseUrl: "", fetch, use: [validate({ operations })] });
  const sequence = ((await client["readTicks"]!()) as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  expect(await sequence.next()).toEqual({ done: false, value: { at: 1 } });
  const message = "readTicks violates the contract: an item at /at must be >= 0";
  await expect(sequence.next()).rejects.toMatchObject({ name: "InvalidResponseError", message });
  expect(await sequence.next()).toEqual({ done: true, value: undefined });
});

test("fixtures list the items, and docs, diff and expand support them", async () => {
  const feature = await featureOf(contract);
  const check = (operation: string, body: unknown) =>
    feature.validate({ operation, response: { status: 200, body, headers: { "content-type": "text/event-stream" } } } as never);
  expect(check("watchTicks", [{ event: "tick", data: { at: 1 } }])).toEqual([]);
  expect(
    check("watchTicks", [
      { event: "tick", data: { at: 1 } },
      { event: "tick", data: { at: -1 } },
    ]),
  ).toEqual(["/response/body/1/data/at must be >= 0"]);
  expect(check("watchTicks", {})).toEqual(["/response/body must be the list of the items"]);
  const page = await feature.page("operations/watchTicks.md");
  expect(page).toContain("curl -N ");
  expect(page).toContain("for await (const item of await client.watchTicks()) console.log(item);");
  expect(await feature.page("operations/readTicks.md")).toContain("const response = await client.readTicks();");
  expect(page).toContain("A sequence of server-sent events");
  expect(page).toContain("data.at");
  const { paths } = (await feature.expanded()) as unknown as typeof contract;
  expect(paths["/ticks"].get.responses[200].content).toEqual({ "application/jsonl": { itemSchema: refer("Tick") } });
  expect(JSON.stringify(await feature.expanded())).not.toContain("x-openapi-actions");
  const after = structuredClone(contract);
  after.components.schemas.Tick = closed({ at: { type: "integer", minimum: -1 } }, ["at"]) as never;
  expect(await feature.changes(after)).toEqual([
    'warning response-optional-property-removed "[].note" in the 200 response of "readTicks" and 5 other locations is no longer sent',
    'error response-limit-loosened "[].at" in the 200 response of "readTicks" and 5 other locations now has minimum -1 instead of 0',
  ]);
});

test("documents of 3.1 with item schemas, as FastAPI writes them, are read as those of 3.2, with a warning", async () => {
  const feature = await featureOf({ ...contract, openapi: "3.1.0" });
  const warning = 'warning item-schema-version "itemSchema" is not a field of OpenAPI 3.1; it is read as in OpenAPI 3.2';
  expect(feature.findings).toEqual(Object.keys(contract.paths).map(() => warning));
  const { client } = await feature.connect({ listTicks: () => ({ status: 200, body: each({ at: 1 }) }) });
  expect(await collect(await client["listTicks"]!())).toEqual([{ at: 1 }]);
  const { paths } = (await feature.expanded()) as unknown as typeof contract;
  expect(paths["/events"]).toEqual(contract.paths["/events"]);
});
