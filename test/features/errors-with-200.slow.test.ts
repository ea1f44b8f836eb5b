import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { CallError as AnyCallError } from "../../templates/runtime/server/errors.js";
import { isMarked } from "../../templates/runtime/failure-mark.js";
import { featureOf, json, refer, type Feature } from "./feature.js";

const path = { name: "id", in: "path", required: true, schema: { type: "string", pattern: "^[a-z]{1,9}$" } };
const failed = { description: "It failed.", content: json(refer("Failed")) };
const channel = { type: "object", additionalProperties: false, required: ["ok", "name"] };

/** As Slack has it: `ok` distinguishes errors, which are described as the default response. */
const contract = {
  openapi: "3.2.0",
  "x-platform-error-binding": { code: "/error", message: null, when: { at: "/ok", value: false } },
  security: [{ token: [] }],
  paths: {
    "/channels/{id}": {
      get: {
        operationId: "getChannel",
        parameters: [path],
        responses: {
          "200": {
            description: "Here.",
            content: json({ ...channel, properties: { ok: { const: true }, name: { type: "string" } } }),
          },
          "429": { description: "Too many.", content: { "text/plain": { schema: { type: "string" } } } },
          default: failed,
        },
      },
      head: { operationId: "hasChannel", parameters: [path], responses: { "200": { description: "Here." }, default: failed } },
      delete: {
        operationId: "removeChannel",
        parameters: [path],
        responses: { "204": { description: "Gone." }, default: failed },
      },
    },
    "/channels": {
      get: {
        operationId: "listChannels",
        responses: {
          "200": { description: "All.", content: json({ type: "array", items: { type: "string" } }) },
          "4XX": failed,
        },
      },
    },
    "/files/{id}": {
      get: {
        operationId: "getFile",
        parameters: [path],
        responses: {
          "200": { description: "Bytes.", content: { "application/octet-stream": {} } },
          default: failed,
        },
      },
    },
    "/events": {
      get: {
        operationId: "readEvents",
        responses: {
          "200": { description: "Events.", content: { "application/jsonl": { itemSchema: { type: "object" } } } },
          default: failed,
        },
      },
    },
    "/api/{action}": {
      post: {
        operationId: "act",
        parameters: [{ name: "action", in: "path", required: true, schema: { type: "string", maxLength: 40 } }],
        "x-platform-action-binding": { type: { const: "channel" }, response: { result: "/result" } },
        "x-platform-channel-actions": {
          archive: {
            label: "Archive",
            body: { type: "object", additionalProperties: false, required: ["id"], properties: { id: { type: "string" } } },
            result: { type: "object", additionalProperties: false, properties: { at: { type: "integer" } } },
            errors: [
              { code: "already_archived", status: 409, description: "It is archived." },
              { code: "ratelimited", status: 429, description: "Too many calls." },
            ],
            idempotent: true,
          },
        },
        requestBody: { required: true, content: json({ type: "object" }) },
        responses: {
          "200": {
            description: "Done.",
            content: json({
              type: "object",
              additionalProperties: false,
              required: ["ok", "result"],
              properties: { ok: { const: true }, result: { type: "object" } },
            }),
          },
          default: failed,
        },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      Failed: {
        type: "object",
        additionalProperties: false,
        required: ["ok", "error"],
        properties: { ok: { const: false }, error: { type: "string" } },
      },
    },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

/** The API over HTTP, and a client of it. `options` are those of the client. */
async function served(handlers: object, options: object = {}, more: Partial<AnyApplication> = {}) {
  const { createServer, toNodeHandler } = (await feature.load("server/index.ts")) as {
    createServer: (application: AnyApplication) => never;
    toNodeHandler: (server: never) => (request: never, response: never) => void;
  };
  const http = createHttpServer(
    toNodeHandler(
      createServer({
        authenticate: ({ headers }: { headers: { authorization?: string } }) =>
          headers.authorization === "Bearer secret-token" ? {} : undefined,
        canAccess: () => true,
        log: () => undefined,
        handlers: handlers as never,
        ...more,
      } as never),
    ) as never,
  );
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const client = (await feature.clientOf({ baseUrl, token: "secret-token", ...options })) as never as Record<
    string,
    (args?: object, options?: object) => Promise<unknown>
  >;
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(baseUrl + path, { headers: { authorization: "Bearer secret-token" }, ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
  };
  return { client, send, baseUrl, end: () => void http.close() };
}

const fail = (status: number, code: string, headers?: Record<string, string>) => async () => {
  const module = (await feature.load("server/index.ts")) as { CallError: typeof AnyCallError };
  throw new module.CallError(status, code, code, headers);
};

describe("a server", () => {
  test("sends each failure of an operation with the status 200, and others with their own", async () => {
    const { send, end } = await served({
      operations: {
        getChannel: ({ path: { id } }: { path: { id: string } }) =>
          id === "own"
            ? { status: 404, body: { ok: false, error: "channel_not_found" } }
            : { status: 200, body: { ok: true, name: id } },
        listChannels: fail(503, "busy"),
      },
      actions: { channel: { archive: ({ fail: failWith }: { fail: (code: string) => Error }) => failWith("already_archived") } },
    });
    const json = { authorization: "Bearer secret-token", "content-type": "application/json" };
    const post = (name: string, body: unknown) =>
      send(`/api/${name}`, { method: "POST", headers: json, body: JSON.stringify(body) });
    const error = (code: string) => ({ status: 200, body: { ok: false, error: code } });
    expect(await send("/channels/general")).toMatchObject({ status: 200, body: { ok: true, name: "general" } });
    const own = await send("/channels/own");
    expect(own).toMatchObject(error("channel_not_found"));
    expect(own.headers.get("cache-control")).toBe("no-store");
    expect(await send("/channels/GENERAL")).toMatchObject(error("invalid_parameter"));
    const unknown = await send("/channels/general", { headers: {} });
    expect(unknown).toMatchObject(error("unauthenticated"));
    expect(unknown.headers.get("www-authenticate")).toBe("Bearer");
    expect(await post("archive", { id: "a" })).toMatchObject(error("already_archived"));
    expect(await post("archive", {})).toMatchObject(error("invalid_action_body"));
    expect(await post("rename", {})).toMatchObject(error("resource_not_found"));
    expect(await send("/files/a")).toMatchObject(error("not_implemented"));
    // 5XX is not declared here, so clients couldn't recognize it.
    expect(await send("/channels")).toMatchObject({ status: 503, body: { ok: false, error: "busy" } });
    expect(await send("/nothing")).toMatchObject({ status: 404, body: { ok: false, error: "resource_not_found" } });
    expect(await send("/channels/general", { method: "PUT" })).toMatchObject({ status: 405 });
    expect((await send("/channels/GENERAL", { method: "HEAD" })).status).toBe(200);
    end();
  });

  test("rejects a success that violates its schema, as an error", async () => {
    const { send, end } = await served({
      operations: { getChannel: () => ({ status: 200, body: { ok: false, error: "channel_not_found" } }) },
    });
    expect(await send("/channels/a")).toMatchObject({ status: 200, body: { ok: false, error: "internal" } });
    end();
  });
});

describe("a client", () => {
  test.each([
    ["getChannel", { id: "a" }],
    ["removeChannel", { id: "a" }],
    ["getFile", { id: "a" }],
    ["readEvents", {}],
  ])("reports a failure of %s", async (name, args) => {
    const seen: unknown[] = [];
    const { client, end } = await served({ operations: { [name]: fail(404, "channel_not_found") } });
    const called = async () => {
      const returned = await client[name]!(args, { onResponse: (response: unknown) => seen.push(response) });
      for await (const _ of returned as AsyncIterable<unknown>);
    };
    await expect(called()).rejects.toMatchObject({ name: "ApiError", status: 200, code: "channel_not_found" });
    expect(seen).toEqual([]);
    end();
  });

  test("reports a declared failure of an action by its code, and one with its own status", async () => {
    let code = "already_archived";
    const { client, end } = await served({
      operations: { getChannel: () => ({ status: 429, body: "slow down" }) },
      actions: { channel: { archive: ({ fail: failWith }: { fail: (code: string) => Error }) => failWith(code) } },
    });
    const { archive } = (client["channel"] as never as () => Record<string, (body: object) => Promise<unknown>>)();
    const called = archive!({ id: "a" });
    await expect(called).rejects.toThrow("channel.archive returned 200: already_archived");
    await expect(called).rejects.toMatchObject({ body: { ok: false, error: "already_archived" } });
    code = "ratelimited";
    await expect(archive!({ id: "a" })).rejects.toMatchObject({ status: 200, code: "ratelimited" });
    await expect(client["getChannel"]!({ id: "a" })).rejects.toMatchObject({ status: 429 });
    end();
  });

  test("retries a failure that says when", async () => {
    let calls = 0;
    const { retry } = (await feature.load("client/index.ts")) as { retry: (options: object) => unknown };
    const { client, end } = await served(
      {
        operations: {
          getChannel: async () => {
            if (calls++ === 0) await fail(404, "ratelimited", { "retry-after": "0" })();
            if (calls === 3) await fail(404, "channel_not_found")();
            return { status: 200, body: { ok: true, name: "a" } };
          },
        },
      },
      { use: [retry({ delay: 1 })] },
    );
    expect(await client["getChannel"]!({ id: "a" })).toEqual({ ok: true, name: "a" });
    await expect(client["getChannel"]!({ id: "a" })).rejects.toMatchObject({ code: "channel_not_found" });
    expect(calls).toBe(3);
    end();
  });

  test("redacts a token that the failure repeats", async () => {
    const { client, end } = await served({ operations: { getChannel: fail(404, "bad_token_secret-token") } });
    await expect(client["getChannel"]!({ id: "a" })).rejects.toMatchObject({ code: "bad_token_[redacted]" });
    end();
  });

  test("raw returns a success and throws a failure", async () => {
    const { raw } = (await feature.load("client/raw.ts")) as {
      raw: (client: object, name: string, statuses: number[], args: object) => Promise<unknown>;
    };
    const { client, end } = await served({
      operations: {
        getChannel: ({ path: { id } }: { path: { id: string } }) =>
          id === "a" ? { status: 200, body: { ok: true, name: id } } : fail(404, "channel_not_found")(),
      },
    });
    expect(await raw(client, "getChannel", [], { id: "a" })).toMatchObject({ status: 200, body: { name: "a" } });
    await expect(raw(client, "getChannel", [404 as never], { id: "b" })).rejects.toMatchObject({ code: "channel_not_found" });
    end();
  });
});

test("a value at the root of a list or of nothing is no failure", async () => {
  const { client, end } = await served({ operations: { listChannels: () => ({ status: 200, body: ["ok"] }) } });
  expect(await client["listChannels"]!()).toEqual(["ok"]);
  end();
});

const slack = { ok: false, error: "channel_not_found" };

test("exchanges: a failure is validated as the error, a success as the success", () => {
  const findings = (body: unknown, status = 200) =>
    feature.validate({ operation: "getChannel", response: { status, body: body as never } });
  expect(findings(slack)).toEqual([]);
  expect(findings({ ok: true, name: "a" })).toEqual([]);
  expect(findings({ ok: false })).toEqual(["/response/body/error is required"]);
  expect(findings({ ok: true, error: "a" })).toEqual(["/response/body/name is required", "/response/body/error is not allowed"]);
  const archive = { operation: "act", service_type: "channel", action: "archive" };
  expect(feature.validate({ ...archive, response: { status: 200, body: { ok: false, error: "already_archived" } } })).toEqual([]);
  const anyAction = (body: unknown) => feature.validate({ operation: "act", response: { status: 200, body: body as never } });
  expect(anyAction({ ok: false, error: "unauthorized" })).toEqual([]);
  expect(anyAction({ ok: true })).toEqual([expect.stringContaining("no action is specified")]);
});

test("a diff reports that errors have another status", async () => {
  const { "x-platform-error-binding": binding, ...rest } = contract;
  const { when: _, ...without } = binding;
  const other = { ...rest, "x-platform-error-binding": { ...without, when: "/error" } };
  expect(await feature.changes({ ...rest, "x-platform-error-binding": without })).toEqual([
    expect.stringContaining("error error-mark-changed"),
  ]);
  expect(await feature.changes(other)).toEqual([expect.stringContaining("error error-mark-changed")]);
});

test("the output compiles, and the docs tell the status", async () => {
  expect(await feature.typeErrors()).toBe("");
  const page = await feature.page("operations/getChannel.md");
  expect(page).toContain("| 200 | It failed. `/ok is false`. |");
});

test("the kinds of marks", async () => {
  const path = (when: unknown, success: object, error: object) => ({
    get: {
      operationId: `get${Object.keys(success)[0]!}`,
      security: [],
      responses: {
        "200": { description: "Here.", content: json({ type: "object", properties: success }) },
        default: {
          description: "It failed.",
          "x-platform-error-binding": {
            code: Object.keys(error).includes("error") ? "/error/code" : "/code",
            message: null,
            when,
          },
          content: json({ type: "object", required: Object.keys(error), properties: error }),
        },
      },
    },
  });
  const code = { type: "string" };
  const { connect } = await featureOf({
    paths: {
      "/a": path("/error", { a: { type: "string" } }, { error: { type: "object", required: ["code"], properties: { code } } }),
      "/b": path({ at: "/code", not: "ok" }, { b: { type: "string" }, code: { const: "ok" } }, { code }),
    },
  });
  let handle: () => unknown = () => undefined;
  const { client } = await connect({ geta: () => handle(), getb: () => handle() });
  for (const name of ["geta", "getb"]) {
    handle = () => ({ status: 503, body: name === "geta" ? { error: { code: "busy" } } : { code: "busy" } });
    await expect(client[name]!()).rejects.toMatchObject({ status: 200, code: "busy" });
    handle = () => ({ status: 200, body: name === "geta" ? { a: "x" } : { b: "x", code: "ok" } });
    expect(await client[name]!()).toMatchObject({ [name.slice(-1)]: "x" });
  }
});

test("documents: the status 200 of the errors is described", async () => {
  const expanded = JSON.stringify(await feature.expanded());
  expect(expanded).toContain("Errors have the status 200, too: It failed.");
});

test.each<[string, object, string]>([
  ["no kind of mark", { when: { at: "/ok" } }, '"when" must be a JSON pointer'],
  ["another value", { when: { at: "/ok", value: true } }, "/ok must be false"],
  ["a mark that successes have", { when: "/ok" }, "/ok exists in successes, too"],
  ["no member", { when: { at: "/okay", value: false } }, "binding-unused"],
])("a binding with %s is reported", async (_, binding, expected) => {
  const changed = { ...contract, "x-platform-error-binding": { code: "/error", message: null, ...binding } };
  const found = await featureOf(changed).then(
    ({ findings }) => findings.join("\n"),
    (error: Error) => error.message,
  );
  expect(found).toContain(expected);
});

test("a mark is met by exactly the values that it names", () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
  fc.assert(
    fc.property(scalar, fc.jsonValue(), (value, found) => {
      const [body, missing] = [{ a: { b: found } }, { a: {} }];
      const isThere = found !== null;
      expect(isMarked(body, { at: "/a/b" })).toBe(isThere);
      expect(isMarked(body, { at: "/a/b", value })).toBe(found === value);
      expect(isMarked(body, { at: "/a/b", not: value })).toBe(isThere && found !== value);
      for (const mark of [{}, { value }, { not: value }]) expect(isMarked(missing, { at: "/a/b", ...mark })).toBe(false);
    }),
  );
});
