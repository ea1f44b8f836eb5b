import http from "node:http";
import { describe, expect, test } from "vitest";
import { sendRaw, type RawResponse } from "../binding/raw-response.js";
import { serve } from "../server/listen.js";
import { loadSelectorCase, type AnyClient } from "./selector-contract.js";
import { bodyType, formType, wireTemplate, wireText, type SelectorCase, type WireRequest } from "./selector-case.js";
import { selectorCases } from "./selectors.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";

describe.each(selectorCases)("$name $method $template", (style) => {
  test.each(style.calls)("$type $action is read and written as the contract declares", async (call) => {
    const { validator, connect } = await loadSelectorCase(style);
    const { port, log, seen, envelopes } = await start(style, { [call.type]: { [call.action]: () => call.returns } });
    const received = await send(style, port, call.sent);
    expect(log).toEqual([]);
    expect(received.text === "" ? undefined : JSON.parse(received.text)).toEqual(call.received);
    expect(received.status).toBe(call.status);
    expect(validator.check(wireTemplate(style), style.method, received)).toEqual([]);

    const requests: { url: string; init: RequestInit }[] = [];
    const client: AnyClient = await connect({
      baseUrl: `http://127.0.0.1:${port}`,
      fetch: (url: string, init: RequestInit) => {
        requests.push({ url, init });
        return fetch(url, init);
      },
    });
    expect(await client[call.type]!(call.target)[call.action]!(call.body, call.options)).toEqual(call.resolved);
    const [{ url, init }] = requests as [(typeof requests)[0]];
    const headers = new Headers(init.headers);
    const { body } = init as { body?: string | null };
    expect(init.method).toBe(style.method.toUpperCase());
    expect(url).toBe(`http://127.0.0.1:${port}${call.sent.url}`);
    expect(headers.get("content-type")).toBe(body === null ? null : bodyType(style, call.sent));
    for (const [name, value] of Object.entries(call.sent.headers ?? {})) expect(headers.get(name)).toBe(value);
    const wire = body === null || body === undefined ? undefined : readBody(style, body);
    expect(wire).toEqual(call.sent.body);
    // Derived operations without input declare no body.
    if (wire !== undefined && (call.body || !style.wireTemplate))
      expect(validator.checkValue(bodyKeys(style, call.sent), wire)).toEqual([]);
    expect(log).toEqual([]);
    expect(seen).toEqual([call.body ?? {}, call.body ?? {}]);
    if (call.envelope) expect(envelopes).toEqual([call.envelope, call.envelope]);
  });

  test.each(style.unknown)("$url $headers $body names no action: $status", async ({ status, ...request }) => {
    const { validator } = await loadSelectorCase(style);
    const { port, log, seen } = await start(style, {});
    const received = await send(style, port, request);
    expect({ status: received.status, log, seen }).toEqual({ status, log: [], seen: [] });
    expect(validator.check(wireTemplate(style), style.method, received)).toEqual([]);
  });

  test.each(style.invalid)("$url $body is rejected at $pointer", async ({ pointer, ...request }) => {
    const { validator } = await loadSelectorCase(style);
    const { port, seen } = await start(style, {});
    const received = await send(style, port, request);
    expect(received.status).toBe(400);
    expect(received.text).toContain(pointer);
    expect(received.text).toContain("invalid_action_body");
    expect(seen).toEqual([]);
    expect(validator.check(wireTemplate(style), style.method, received)).toEqual([]);
  });
});

test("a body that names the action is read within the limits, and only after authentication", async () => {
  const style = selectorCases.find(({ name }) => name === "droplets")!;
  const { port } = await start(style, {});
  const url = "/droplets/7/actions";
  const raw = (headers: Record<string, string>, body: string) =>
    sendRaw(port, { method: "POST", path: url, headers: { authorization: "Bearer t", ...headers }, body });
  const json = { "content-type": "application/json" };
  expect((await raw(json, "{")).status).toBe(400);
  expect((await raw({ "content-type": "text/plain" }, "{}")).status).toBe(415);
  expect((await raw(json, JSON.stringify({ type: "x".repeat(2_000_000) }))).status).toBe(413);
  expect((await raw(json, "")).status).toBe(400);
  expect((await raw({ ...json, authorization: "" }, "{")).status).toBe(401);
});

test.each([
  [{ explode: null }, "The service has no action of this name."],
  [{ "os-start": null, pause: null }, "The request does not name exactly one action of the service."],
  [{}, "The request does not name exactly one action of the service."],
  [[], "The request does not name exactly one action of the service."],
])("the text about %j: %s", async (body, text) => {
  const style = selectorCases.find(({ name }) => name === "compute")!;
  const { port } = await start(style, {});
  const received = await send(style, port, { url: "/servers/s1/action", body });
  expect(received).toMatchObject({ status: 404, text: JSON.stringify({ error: `resource_not_found: ${text}` }) });
});

test("an action that the service's state excludes is a 409, wherever it is named", async () => {
  const style = selectorCases.find(({ name }) => name === "droplets")!;
  const { port, log } = await start({ ...style, service: { droplet: { id: 7, status: "off" } } }, {});
  const received = await send(style, port, { url: "/droplets/7/actions", body: { type: "reboot" } });
  expect({ status: received.status, text: received.text, log }).toEqual({
    status: 409,
    text: '{"error":"action_unavailable: Not possible while the droplet is off."}',
    log: [],
  });
});

function bodyKeys(style: SelectorCase, sent: WireRequest): string[] {
  return ["paths", wireTemplate(style), style.method, "requestBody", "content", bodyType(style, sent), "schema"];
}

function send(
  { method, mediaType = "application/json" }: SelectorCase,
  port: number,
  request: WireRequest,
): Promise<RawResponse> {
  const type = request.body === undefined ? {} : { "content-type": mediaType };
  return sendRaw(port, {
    method: method.toUpperCase(),
    path: request.url,
    headers: { authorization: "Bearer t", ...type, ...request.headers },
    body: request.body === undefined ? undefined : wireText(mediaType, request.body),
  });
}

/** A body as it stands in a case. */
function readBody({ mediaType }: SelectorCase, text: string): unknown {
  return mediaType === formType ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
}

/** Starts the generated server until the test ends; `seen` are the bodies that handlers got, `envelopes` what was next to them. */
async function start(style: SelectorCase, actions: Record<string, Record<string, () => unknown>>) {
  const { load } = await loadSelectorCase(style);
  const api = (await load("server/index.ts")) as {
    createServer: (application: AnyApplication) => Server;
    toNodeHandler: (server: Server) => http.RequestListener;
  };
  const seen: unknown[] = [];
  const envelopes: unknown[] = [];
  const log: unknown[] = [];
  const handlers = Object.entries(actions).map(([type, group]) => {
    const kept = Object.entries(group).map(([name, returns]) => {
      const handler = (call: unknown) => {
        seen.push((call as { body: unknown }).body);
        envelopes.push((call as { envelope?: unknown }).envelope);
        return returns();
      };
      return [name, handler] as const;
    });
    return [type, Object.fromEntries(kept)] as const;
  });
  const server = api.createServer({
    authenticate: ({ headers }) => (headers["authorization"] === "Bearer t" ? { scopes: ["write", "clear"] } : undefined),
    canAccess: () => true,
    log: (entry) => void log.push(entry),
    handlers: { actions: Object.fromEntries(handlers) },
    ...(style.service && { findResource: () => style.service }),
  });
  const { port } = await serve(http.createServer(api.toNodeHandler(server)));
  return { port, log, seen, envelopes };
}
