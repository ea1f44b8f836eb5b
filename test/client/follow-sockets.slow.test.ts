import http from "node:http";
import { describe, expect, test } from "vitest";
import { connectClient } from "../binding/bound-contract.js";
import type { Style } from "../binding/style.js";
import { databases } from "../binding/styles/databases.js";
import { hostingServers } from "../binding/styles/hosting-servers.js";
import { tickets } from "../binding/styles/tickets.js";
import { serve } from "../server/listen.js";
import { failureOf, type Scripted } from "./connect.js";
import { emitClientOf, jsonOf, machines, object, text } from "./other-contract.js";

type Follow = (call: unknown, body: unknown, options?: object) => Promise<unknown>;

interface Seen {
  readonly line: string;
  readonly token: string | undefined;
  readonly at: number;
}

/** An API that sends some responses, the last one again and again; `undefined`: none at all. */
async function apiOf(responses: readonly (Scripted | undefined)[]) {
  const seen: Seen[] = [];
  const { port } = await serve(
    http.createServer((request, response) => {
      request.resume().on("end", () => {
        const { method = "", url = "", headers } = request;
        seen.push({ line: `${method} ${url}`, token: headers.authorization, at: Date.now() });
        const scripted = responses[Math.min(seen.length, responses.length) - 1];
        if (!scripted) return;
        response.writeHead(scripted.status, { "content-type": "application/json", ...scripted.headers });
        response.end(JSON.stringify(scripted.body));
      });
    }),
  );
  return { seen, baseUrl: `http://127.0.0.1:${port}` };
}

const linesOf = (seen: readonly Seen[]) => seen.map(({ line }) => line);

/** Follows an action of one of the contracts in `test/binding`. */
async function follow(
  style: Style,
  [type, action, body]: readonly [string, string, object],
  responses: readonly (Scripted | undefined)[],
  options: object = {},
) {
  const { seen, baseUrl } = await apiOf(responses);
  const { client, exports } = await connectClient(style, { baseUrl });
  const call = (exports["follow"] as Follow)(client[type]!(style.path)[action], body, { interval: 1, ...options });
  return { call, seen };
}

const restore = ["postgres", "restore", { at: "2030-01-02T03:04:05Z" }] as const;
const accepted = { status: 202, body: { status: "accepted", operation_id: "o 1" } };
const operation = (status: string, headers = {}): Scripted => ({ status: 200, headers, body: { id: "o 1", status } });

describe("an operation resource", () => {
  test.each(["succeeded", "failed"])("is polled until it has %s", async (end) => {
    const responses = [accepted, operation("pending"), operation("running"), operation(end)];
    const { call, seen } = await follow(databases, restore, responses);
    expect(await call).toEqual({ id: "o 1", status: end });
    expect(linesOf(seen)).toEqual([`POST ${databases.url("restore")}`, ...Array<string>(3).fill("GET /operations/o%201")]);
    expect(new Set(seen.map(({ token }) => token))).toEqual(new Set(["Bearer all"]));
  });

  test("may be what the response represents", async () => {
    const shows = (status: string) => ({ action: { id: 7, command: "change_type", status } });
    const { call, seen } = await follow(
      hostingServers,
      ["server", "change_type", { server_type: "cx21", upgrade_disk: false }],
      [
        { status: 201, body: shows("running") },
        { status: 200, body: shows("running") },
        { status: 200, body: shows("error") },
      ],
    );
    expect(await call).toEqual(shows("error"));
    expect(linesOf(seen).slice(1)).toEqual(["GET /actions/7", "GET /actions/7"]);
  });

  test("is not polled before the time in Retry-After", async () => {
    const responses = [
      { ...accepted, headers: { "retry-after": "1" } },
      operation("running", { "retry-after": "1" }),
      operation("succeeded"),
    ];
    const { call, seen } = await follow(databases, restore, responses);
    await call;
    const pauses = seen.slice(1).map(({ at }, index) => at - seen[index]!.at);
    for (const pause of pauses) expect(pause).toBeGreaterThan(950);
  });

  test("that never ends is given up after a timeout, or by its caller", async () => {
    const responses = [accepted, operation("running")];
    const late = await follow(databases, restore, responses, { timeout: 1000 });
    expect(await failureOf(late.call)).toMatchObject({
      name: "TimeoutError",
      message: "postgres.restore did not complete in time",
    });
    expect(late.seen.length).toBeGreaterThan(1);
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const left = await follow(databases, restore, responses, { signal: controller.signal, onProgress });
    expect(await failureOf(left.call)).toMatchObject({ name: "AbortError" });
    expect(left.seen).toHaveLength(2);
  });

  test("without a response is given up after a timeout", async () => {
    const { call } = await follow(databases, restore, [accepted, undefined], { timeout: 1000 });
    expect(await failureOf(call)).toMatchObject({ name: "TimeoutError", message: "postgres.restore did not complete in time" });
  });
});

describe("the status of the service", () => {
  test.each(["solved", "lost"])("is polled until it is %s", async (end) => {
    const started = { status: 200, body: { verb: "move", payload: { phase: "moving", value: {} } } };
    const shows = (phase: string) => ({ status: 200, body: { number: 7, meta: { class: "incident", phase } } });
    const responses = [started, shows("open"), shows("moving"), shows(end)];
    const { call, seen } = await follow(tickets, ["incident", "move", {}], responses);
    expect(await call).toEqual({ number: 7, meta: { class: "incident", phase: end } });
    expect(linesOf(seen)).toEqual(["POST /desk/7/move", ...Array<string>(3).fill("GET /tickets/7")]);
  });
});

describe.each(["Location", "Operation-Location"])("the header %s", (header) => {
  const states = { enum: ["queued", "succeeded", "failed"] };
  const getOperation = {
    operationId: "getOperation",
    parameters: [{ name: "operation_id", in: "path", required: true, schema: text }],
    responses: { "200": jsonOf(object({ status: states }, ["status"])) },
  };
  const emitted = emitClientOf(
    machines(
      {
        actions: { start: { label: "Start", async: true } },
        responses: { "202": jsonOf(object({ status: text }), { headers: { [header]: { schema: text } } }) },
      },
      { paths: { "/operations/{operation_id}": { get: getOperation } } },
    ),
  );
  const shows = (status: string) => ({ status: 200, body: { status } });

  /** The location is written with the base URL of the API. */
  async function followHeader(
    location: (baseUrl: string) => string,
    responses: readonly Scripted[],
    options: object = {},
    clientOptions: object = {},
  ) {
    const { exports } = await emitted;
    const sent = { status: 202, headers: {}, body: { status: "ok" } };
    const { seen, baseUrl } = await apiOf([sent, ...responses]);
    sent.headers = { [header]: location(baseUrl) };
    const createClient = exports["createClient"] as (
      options: object,
    ) => Record<string, (path: object) => Record<string, unknown>>;
    const client = createClient({ baseUrl, token: "t", ...clientOptions });
    const start = client["vm"]!({ id: "m-1" })["start"];
    return { seen, call: (exports["follow"] as Follow)(start, {}, { interval: 1, ...options }) };
  }

  test.each<[string, (baseUrl: string) => string]>([
    ["absolute", (baseUrl) => `${baseUrl}/operations/7`],
    ["relative to the origin", () => "/operations/7"],
    ["relative to the request", () => "../../../operations/7"],
  ])("%s is polled with credentials until it has ended", async (_, location) => {
    const { call, seen } = await followHeader(location, [shows("queued"), shows("failed")]);
    expect(await call).toEqual({ status: "failed" });
    expect(linesOf(seen)).toEqual(["POST /machines/m-1/do/start", "GET /operations/7", "GET /operations/7"]);
    expect(seen.map(({ token }) => token)).toEqual(Array<string>(3).fill("Bearer t"));
  });

  test("to another origin is not called, nor is a redirect to one", async () => {
    const stranger = await apiOf([shows("succeeded")]);
    const away = await followHeader(() => `${stranger.baseUrl}/operations/7`, [shows("succeeded")]);
    expect(await failureOf(away.call)).toMatchObject({ name: "InvalidResponseError" });
    const redirect = { status: 307, headers: { location: `${stranger.baseUrl}/operations/7` } };
    const redirected = await followHeader(() => "/operations/7", [redirect]);
    expect(await failureOf(redirected.call)).toMatchObject({ name: "ApiError", status: 307, call: "getOperation" });
    expect(stranger.seen).toEqual([]);
    expect(away.seen).toHaveLength(1);
  });

  test("with a resource that never ends is given up after a timeout", async () => {
    const { call } = await followHeader(() => "/operations/7", [shows("queued")], { timeout: 1000 });
    expect(await failureOf(call)).toMatchObject({ name: "TimeoutError", message: "vm.start did not complete in time" });
  });

  test("points to an operation, whose type and failures the client has", async () => {
    const { call } = await followHeader(() => "/operations/7", [{ status: 404, body: {} }]);
    expect(await failureOf(call)).toMatchObject({ name: "ApiError", message: "getOperation returned 404" });
    const { call: other } = await followHeader(() => "/operations/7", [{ status: 201, body: { status: "succeeded" } }]);
    expect(await failureOf(other)).toMatchObject({ message: "getOperation returned an undeclared 201" });
    const { check, exports } = await emitted;
    const isObject = (value: unknown) => typeof value === "object" && Object.keys(value ?? {}).length > 0;
    const guard = Object.assign(isObject, { errors: null });
    const operations = { getOperation: { path: guard, responses: { 200: guard } } };
    const validate = exports["validate"] as (validators: object) => unknown;
    const read = (body: object) =>
      followHeader(() => "/operations/7", [{ status: 200, body }], {}, { use: [validate({ operations })] });
    expect(await (await read({ status: "succeeded" })).call).toEqual({ status: "succeeded" });
    expect(await failureOf((await read({})).call)).toMatchObject({
      message: "getOperation violates the contract: its response is invalid",
    });
    expect(
      await check(`
        import { createClient, follow } from "./client/index.js";
        const { status } = await follow(createClient({ baseUrl: "" }).vm({ id: "m-1" }).start, {});
        const state: "queued" | "succeeded" | "failed" = status;
        void state;
      `),
    ).toBe("");
  });
});
