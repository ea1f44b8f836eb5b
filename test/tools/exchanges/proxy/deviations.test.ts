import type http from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shopContract } from "../shop-contract.js";
import { sendJson, startProxied } from "./proxied.js";

/** The lines of the contract that contain a text, counted from 1. */
function lineOf(text: string, after = ""): number {
  const from = after === "" ? 0 : shopContract.indexOf(after);
  return shopContract.slice(0, shopContract.indexOf(text, from)).split("\n").length;
}

interface Deviation {
  readonly method?: string;
  readonly path: string;
  readonly sent?: object | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly respond: (response: http.ServerResponse) => void;
  /** `<line> <part of the message>` */
  readonly expected: string;
}

const json =
  (status: number, body: unknown, headers = {}) =>
  (response: http.ServerResponse) =>
    sendJson(response, status, body, headers);
const shop = { id: 7, type: "bakery" };
const baked = { action: "bake", status: "ok", result: { minutes: 4 } };
const bake = (more: Partial<Deviation> & Pick<Deviation, "expected">): Deviation => ({
  method: "POST",
  path: "/shops/7/actions/bake",
  sent: { cake: "Sacher" },
  respond: json(200, baked),
  ...more,
});
const shopSchema = "    Shop:\n";
const operation = (id: string) => lineOf(`operationId: ${id}`);

/** Each differs from the contract in one thing. */
const deviations: readonly Deviation[] = [
  {
    path: "/shops/7",
    respond: json(200, { ...shop, id: "7" }),
    expected: `${lineOf("id: { type: integer }", shopSchema)} "/response/body/id" must be integer`,
  },
  {
    path: "/shops/7",
    respond: json(200, { id: 7 }),
    expected: `${lineOf("required: [id, type]")} "/response/body/type" is required`,
  },
  {
    path: "/shops/7",
    respond: json(200, { ...shop, extra: 1 }),
    expected: `${lineOf("additionalProperties: false", shopSchema)} "/response/body/extra" is not allowed`,
  },
  {
    path: "/shops/7",
    respond: json(200, { ...shop, type: "butcher" }),
    expected: `${lineOf("type: { enum: [bakery")} "/response/body/type" must be`,
  },
  {
    path: "/shops/7",
    respond: json(200, [shop]),
    expected: `${lineOf("type: object", shopSchema)} "/response/body" must be object`,
  },
  {
    path: "/shops/7",
    respond: json(207, shop),
    expected: `${lineOf("responses:") + 1} "/response/status" is not declared`,
  },
  {
    path: "/shops/7",
    respond: (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
    expected: `${operation("getShop")} "/response/headers/content-type" must be`,
  },
  {
    path: "/shops/7",
    respond: (response) => response.writeHead(200, { "content-type": "application/json" }).end("{"),
    expected: `${operation("getShop")} "/response/body" is not valid JSON`,
  },
  {
    path: "/shops/7",
    respond: (response) => response.writeHead(200, { "content-type": "application/json" }).end(),
    expected: `${operation("getShop")} "/response/body" is required`,
  },
  {
    path: "/shops/7",
    respond: json(429, { error: "slow" }),
    expected: `${lineOf("Retry-After: { required: true")} "/response/headers/Retry-After" is required`,
  },
  {
    path: "/shops/7",
    respond: json(429, { error: "slow" }, { "retry-after": "0" }),
    expected: `${lineOf("Retry-After: { required: true")} "/response/headers/Retry-After" must be`,
  },
  {
    path: "/shops/7",
    respond: json(404, { message: "no" }),
    expected: `${lineOf("    Error: { type: object")} "/response/body/error" is required`,
  },
  {
    method: "DELETE",
    path: "/shops/7",
    respond: json(200, {}),
    expected: `${lineOf("responses:", "operationId: closeShop") + 1} "/response/status" is not declared`,
  },
  { path: "/shops/7?live=maybe", respond: json(200, shop), expected: `${lineOf("name: live")} "/request/query/live" must be` },
  { path: "/shops/7?tags=long-tag", respond: json(200, shop), expected: `${lineOf("name: tags")} "/request/query/tags/*" must` },
  {
    path: "/shops/7?filter%5Bmin%5D=1",
    respond: json(200, shop),
    expected: `${lineOf("additionalProperties: false")} "/request/query/filter/min" is not allowed`,
  },
  { path: "/shops/0", respond: json(200, shop), expected: `${lineOf("    ShopId:")} "/request/params/shop_id" must be` },
  {
    path: "/shops/7",
    headers: { "x-trace": "xyz" },
    respond: json(200, shop),
    expected: `${lineOf("name: X-Trace")} "/request/headers/X-Trace" must match`,
  },
  {
    path: "/shops/7",
    headers: { cookie: "lang=fr" },
    respond: json(200, shop),
    expected: `${lineOf("name: lang")} "/request/cookies/lang" must be`,
  },
  {
    method: "POST",
    path: "/orders",
    type: "application/x-www-form-urlencoded",
    sent: "item=bread&count=0",
    respond: (response) => response.writeHead(201, { "content-type": "text/plain" }).end("ok"),
    expected: `${lineOf("count: { type: integer")} "/request/body/count" must be`,
  },
  {
    method: "POST",
    path: "/orders",
    sent: { item: "bread" },
    respond: (response) => response.writeHead(201, { "content-type": "text/plain" }).end("ok"),
    expected: `${lineOf("application/x-www-form-urlencoded")} "/request/headers/content-type" must be`,
  },
  bake({ sent: { cake: 5 }, expected: `${lineOf("cake: { type: string")} bakery.bake: "/request/body/cake" must be string` }),
  bake({
    respond: json(200, { ...baked, result: { minutes: "4" } }),
    expected: `${lineOf("minutes: { type: integer }")} bakery.bake: "/response/body/result/minutes" must be integer`,
  }),
  bake({ respond: json(200, { ...baked, status: "raw" }), expected: `bakery.bake: "/response/body/status" must be` }),
  bake({ respond: json(202, baked), expected: `bakery.bake: "/response/status"` }),
  {
    method: "POST",
    path: "/shops/7/actions/fry",
    sent: {},
    respond: json(200, baked),
    expected: `"/request/params/action" is not an action of services of type "bakery"`,
  },
  {
    path: "/shelves",
    respond: json(200, {}),
    expected: `- har-unmatched the contract has no operation with the path "/shelves"`,
  },
  {
    method: "PUT",
    path: "/shops/7",
    sent: {},
    respond: json(200, {}),
    expected: `the contract has no operation "PUT" for "/shops/7"`,
  },
];

async function send(origin: string, { method = "GET", path, sent, type, headers = {} }: Omit<Deviation, "respond" | "expected">) {
  const body = sent === undefined ? {} : { body: typeof sent === "string" ? sent : JSON.stringify(sent) };
  const own = sent === undefined ? {} : { "content-type": type ?? "application/json" };
  const response = await fetch(`${origin}${path}`, { method, headers: { ...own, ...headers }, ...body });
  await response.arrayBuffer();
  return response.status;
}

test.each(deviations.map((deviation) => [deviation.expected, deviation] as const))("reports %s", async (_, deviation) => {
  const { origin, finish } = await startProxied((request, response) => {
    request.resume().on("end", () => deviation.respond(response));
  });
  await send(origin, deviation);
  await send(origin, deviation);
  const found = await finish();
  const line = /^\d+ /.exec(deviation.expected)?.[0] ?? "";
  const matching = found.filter((text) => text.startsWith(line) && text.includes(deviation.expected.slice(line.length)));
  expect(matching, found.join("\n")).toHaveLength(1);
  expect(found.filter((text) => !text.endsWith("(2)"))).toEqual([]);
});

test("clean exchanges have no findings, whatever they contain", async () => {
  let next: (response: http.ServerResponse) => void;
  const { origin, proxy, finish } = await startProxied(
    (request, response) => void request.resume().on("end", () => next(response)),
  );
  const word = fc.string({ unit: fc.constantFrom(...'abcäß✓"\\/ &=+%'), minLength: 1, maxLength: 20 });
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const clean = fc.oneof(
    fc
      .record({ id: fc.nat(), live: optional(fc.boolean()), note: optional(word), status: optional(word) })
      .map(({ id, live, ...more }) => ({
        path: `/shops/${id + 1}${live === undefined ? "" : `?live=${live}`}`,
        respond: json(200, { id, type: "book_shop", ...more }),
      })),
    fc.record({ item: word, count: optional(fc.integer({ min: 1, max: 99 })) }).map((order) => ({
      method: "POST",
      path: "/orders",
      type: "application/x-www-form-urlencoded",
      sent: new URLSearchParams(
        Object.entries(order).flatMap(([key, value]) => (value === undefined ? [] : [[key, `${value}`]])),
      ).toString(),
      respond: (response: http.ServerResponse) => void response.writeHead(201, { "content-type": "text/plain" }).end(order.item),
    })),
    fc
      .record({ cake: word, layers: optional(fc.integer({ min: 1, max: 9 })), minutes: fc.integer() })
      .map(({ minutes, ...sent }) => ({
        method: "POST",
        path: "/shops/7/actions/bake",
        sent,
        respond: json(200, { ...baked, result: { minutes } }),
      })),
    fc.constantFrom(404, 403).map((status) => ({ path: "/shops/9", respond: json(status, { error: "not here" }) })),
  );
  await fc.assert(
    fc.asyncProperty(clean, async ({ respond, ...call }) => {
      next = respond;
      await send(origin, call);
    }),
    { numRuns: 500, seed: 32 },
  );
  expect(await finish()).toEqual([]);
  expect(proxy.inspector.counts).toMatchObject({ exchanges: 500, unchecked: 0, brokenOff: 0 });
});
