import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import { featureOf, json, type Feature } from "./feature.js";

const parameter = (name: string, schema: object = { type: "string", maxLength: 200 }) => ({
  name,
  in: "path",
  required: true,
  schema,
});
const responses = { "200": { description: "Here.", content: json({ type: "object" }) }, "400": { description: "Invalid." } };
const get = (operationId: string, ...names: string[]) => ({
  get: { operationId, security: [], parameters: names.map((name) => parameter(name)), responses },
});

const contract = {
  paths: {
    "/v1/{name=projects/*/locations/*}": get("getLocation", "name"),
    "/v1/{name=projects/*}": get("getProject", "name"),
    "/v1/{name=folders/*}": get("getFolder", "name"),
    "/v1/projects/main": get("getMain"),
    "/v1/{name=files/**}:stat": get("statFile", "name"),
    "/v1/{parent=projects/*/locations/*}/instances/{id}": get("getInstance", "parent", "id"),
    "/v1/{+name}": {
      ...get("getAny", "name"),
      delete: {
        operationId: "removeAny",
        security: [],
        parameters: [parameter("name", { type: "string", pattern: "^[a-z]+/[^/]+$" })],
        responses,
      },
    },
    "/v1/{+name}/copies": get("listCopies", "name"),
    "/v1/{+name}:start": {
      post: {
        operationId: "start",
        security: [],
        parameters: [parameter("name"), { name: "dry", in: "query", schema: { type: "boolean" } }],
        responses,
      },
    },
    "/v3/{+name}/copies": get("copy", "name"),
    "/v2/{name=instances/*}:{verb}": {
      post: {
        operationId: "act",
        security: [],
        parameters: [parameter("name"), parameter("verb")],
        "x-platform-action-binding": {
          action: { in: "path-suffix", name: "verb" },
          type: { const: "vm" },
          response: { result: "" },
        },
        "x-platform-vm-actions": {
          stop: { label: "Stop", result: { type: "object" } },
          reset: { label: "Reset", result: { type: "object" } },
        },
        requestBody: { content: json({ type: "object" }) },
        responses: { "200": { description: "Done.", content: json({ type: "object" }) } },
      },
    },
  },
};

let feature: Feature;
type Client = Record<string, (args?: object) => Promise<unknown>>;
let client: Client;
let send: (path: string, method?: string) => Promise<readonly [status: number, body: unknown]>;
let raw: (path: string) => Promise<number>;
let end: () => void;

beforeAll(async () => {
  feature = await featureOf(contract);
  const { createServer, toNodeHandler } = (await feature.load("server/index.ts")) as {
    createServer: (application: AnyApplication) => never;
    toNodeHandler: (server: never) => never;
  };
  const show = (operation: string) => (call: { path: object; query?: object }) => ({
    status: 200,
    body: { operation, ...call.path },
  });
  const names = [
    "getLocation",
    "getProject",
    "getFolder",
    "getMain",
    "statFile",
    "getInstance",
    "getAny",
    "removeAny",
    "listCopies",
    "copy",
    "start",
  ];
  const act =
    (verb: string) =>
    ({ path: { name } }: { path: { name: string } }) => ({ result: { verb, name } });
  const http = createHttpServer(
    toNodeHandler(
      createServer({
        canAccess: () => true,
        authenticate: () => ({}),
        log: ({ message }: { message: string }) => expect.fail(message),
        handlers: {
          operations: Object.fromEntries(names.map((name) => [name, show(name)])),
          actions: { vm: { stop: act("stop"), reset: act("reset") } },
        },
      } as never),
    ),
  );
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  client = (await feature.clientOf({ baseUrl })) as never;
  send = async (path, method = "GET") => {
    const response = await fetch(baseUrl + path, { method });
    const text = await response.text();
    return [response.status, text === "" ? undefined : JSON.parse(text)];
  };
  // fetch would resolve dots itself.
  raw = async (path) => {
    const { request } = await import("node:http");
    return new Promise((resolve, reject) => {
      request({ port: (http.address() as AddressInfo).port, host: "127.0.0.1", path }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      })
        .on("error", reject)
        .end();
    });
  };
  end = () => void http.close();
  return () => end();
});

describe("a server", () => {
  test.each<[string, unknown]>([
    ["/v1/projects/p", { operation: "getProject", name: "projects/p" }],
    ["/v1/projects/main", { operation: "getMain" }],
    ["/v1/folders/f", { operation: "getFolder", name: "folders/f" }],
    ["/v1/projects/p/locations/l", { operation: "getLocation", name: "projects/p/locations/l" }],
    ["/v1/projects/p/locations/l/instances/i", { operation: "getInstance", parent: "projects/p/locations/l", id: "i" }],
    ["/v1/files/a/b/c:stat", { operation: "statFile", name: "files/a/b/c" }],
    ["/v1/files/a:stat", { operation: "statFile", name: "files/a" }],
    ["/v1/other", { operation: "getAny", name: "other" }],
    ["/v1/a/b/c", { operation: "getAny", name: "a/b/c" }],
    ["/v1/a/b/copies", { operation: "listCopies", name: "a/b" }],
    ["/v1/projects/p/copies", { operation: "listCopies", name: "projects/p" }],
    ["/v1/copies", { operation: "getAny", name: "copies" }],
    ["/v1/a%20b/%C3%A9", { operation: "getAny", name: "a b/é" }],
    // An encoded slash is data, and no value has a segment more because of it.
    ["/v1/projects/a%2Fb", { operation: "getProject", name: "projects/a%2Fb" }],
    ["/v1/projects/a%252Fb", { operation: "getProject", name: "projects/a%2Fb" }],
  ])("finds %s", async (path, expected) => {
    expect(await send(path)).toEqual([200, expected]);
  });

  test.each([
    "/v1",
    "/v1/",
    "/v1/a//b",
    "/v1/a/",
    "/v1//a",
    "/v1/files/:stat/",
    "/v1/a/../b",
    "/v1/%2e%2e/b",
    "/v1/projects/..",
    "/v1/projects/%2E",
  ])("finds nothing at %s", async (path) => {
    expect(await raw(path)).toBe(404);
  });

  test("tells the methods of all paths that match, and finds one with the method behind others", async () => {
    expect(await send("/v1/projects/p:start", "POST")).toEqual([200, { operation: "start", name: "projects/p" }]);
    expect(await send("/v1/projects/p", "DELETE")).toEqual([200, { operation: "removeAny", name: "projects/p" }]);
    expect((await send("/v1/projects/p", "PUT"))[0]).toBe(405);
    expect((await send("/v1/a/b/c", "DELETE"))[0]).toBe(400);
    expect(await send("/v2/instances/i:reset", "POST")).toEqual([200, { verb: "reset", name: "instances/i" }]);
  });

  test("takes time in proportion to a path", async () => {
    const router = (await feature.load("runtime/server/segments.ts")) as { createSegmentRouter: (routes: unknown) => Function };
    const { routes } = (await feature.load("server/routes.ts")) as { routes: unknown };
    const find = router.createSegmentRouter(routes);
    const path = `/v1/${"a/".repeat(200_000)}:b`;
    expect(find("GET", path, "")).toMatchObject({ route: { operation: "getAny" } });
    expect(find("GET", `${path}/`, "")).toBeUndefined();
  });
});

describe("a client", () => {
  test("sends slashes as they are, and encodes all else", async () => {
    expect(await client["getAny"]!({ name: "a b/é?#:%2F/c" })).toEqual({ operation: "getAny", name: "a b/é?#:%2F/c" });
    expect(await client["start"]!({ name: "a/b", dry: true })).toEqual({ operation: "start", name: "a/b" });
    expect(await client["getInstance"]!({ parent: "projects/p/locations/l", id: "a/b" })).toEqual({
      operation: "getInstance",
      parent: "projects/p/locations/l",
      id: "a/b",
    });
    const { stop } = (client["vm"] as never as (target: object) => Client)({ name: "instances/i" });
    expect(await stop!()).toEqual({ result: { verb: "stop", name: "instances/i" } });
  });

  test.each<[string, string]>([
    ["getAny", ""],
    ["getAny", "a//b"],
    ["getAny", "/a"],
    ["getAny", "a/../b"],
    ["getAny", "a/%2e%2E"],
    ["getAny", "."],
    ["getProject", "projects/p/locations/l"],
    ["getProject", "folders/f"],
    ["getLocation", "projects/p"],
    ["statFile", "files"],
    ["getInstance", "projects/../locations/l"],
  ])("of %s rejects %j", async (name, value) => {
    const given = name === "getInstance" ? { parent: value, id: "i" } : { name: value };
    await expect(client[name]!(given)).rejects.toMatchObject({ name: "InvalidCallError" });
  });

  test("sends what the server reads, or nothing", async () => {
    const segment = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 6 }),
      fc.constantFrom("..", ".", "%2F", "%2e", ":start", "copies", "projects"),
    );
    const value = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join("/"));
    await fc.assert(
      fc.asyncProperty(value, async (name) => {
        const isSendable =
          !/\p{Surrogate}/u.test(name) && name.split("/").every((part) => !/^(?:\.|%2e){0,2}$/i.test(part)) && name.length <= 200;
        const result = await client["copy"]!({ name }).catch((error: Error) => error.name);
        if (!isSendable) expect(result).toBe("InvalidCallError");
        else expect(result).toEqual({ operation: "copy", name });
      }),
      { numRuns: 300 },
    );
  });
});

test("types, docs and the plain document have the names of the parameters", async () => {
  expect(
    await feature.typeErrors(`
import { createClient } from "./client/index.js";
const client = createClient({ baseUrl: "" });
export const found = [client.getAny({ name: "a/b" }), client.getInstance({ parent: "a", id: "b" }), client.vm({ name: "a" }).stop()];
`),
  ).toBe("");
  const { paths } = (await feature.expanded()) as { paths: Record<string, unknown> };
  expect(Object.keys(paths).sort()).toEqual([
    "/v1/projects/main",
    "/v1/{name}#name=**",
    "/v1/{name}#name=folders/*",
    "/v1/{name}#name=projects/*",
    "/v1/{name}#name=projects/*/locations/*",
    "/v1/{name}/copies",
    "/v1/{name}:start",
    "/v1/{name}:stat",
    "/v1/{parent}/instances/{id}",
    "/v2/{name}:reset",
    "/v2/{name}:stop",
    "/v3/{name}/copies",
  ]);
  expect(await feature.page("operations/getLocation.md")).toContain("`GET /v1/{name}`");
  const document = JSON.parse(feature.files.find(({ path }) => path === "openapi.json")!.text) as { paths: object };
  expect(Object.keys(document.paths)).toContain("/v1/{name=projects/*/locations/*}");
});

test("exchanges are found by their paths", () => {
  expect(feature.validate({ operation: "removeAny", request: { params: { name: "a" } } })).toEqual([
    expect.stringContaining("/request/params/name must match the pattern"),
  ]);
});

test.each<[string, string]>([
  ["/v1/{name=}", 'has the parameter "{name=}", whose segments are malformed'],
  ["/v1/{name=a//b}", "whose segments are malformed"],
  ["/v1/{name=**/a}", "whose segments are malformed"],
  ["/v1/{+}", "whose segments are malformed"],
  ["/v1/x{+name}", 'has text before the parameter "name"'],
  ["/v1/{+name}/{+name}", "more than once"],
  ["/v1/{+a}/{+b}", "has two parameters of any number of segments"],
  ["/v1/{+a}{b}", "has no text between the parameter"],
])("%s is reported", async (path, expected) => {
  const names = [...path.matchAll(/\{\+?(\w+)/g)].map((match) => match[1]!);
  await expect(featureOf({ paths: { [path]: get("it", ...new Set(names)) } })).rejects.toThrow(expected);
});

test("paths with the same requests clash", async () => {
  const paths = { "/v1/{name=projects/*}": get("one", "name"), "/v1/projects/{id}": get("other", "id") };
  await expect(featureOf({ paths })).rejects.toThrow("differ only in");
});
