import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { CallEnd, CallStart } from "../../templates/runtime/server/observed-call.js";
import { repositoryPath } from "../support/repository.js";
import { typeCheckNatively } from "../support/type-check.js";
import { watchUnhandled } from "../support/unhandled.js";
import { writeFiles } from "../support/write-files.js";
import { compileFleet, places } from "./fleet.js";

const { files, diagnostics, load } = await compileFleet();

test("the contract has no problems, and the strictest compiler accepts its output and the application", async () => {
  expect(diagnostics).toEqual([]);
  const folder = mkdtempSync(path.join(tmpdir(), "fleet-"));
  writeFiles(folder, [...files, { path: "package.json", text: '{ "type": "module" }' }]);
  symlinkSync(repositoryPath("node_modules"), path.join(folder, "node_modules"));
  const nodeTypes = { types: ["node"], typeRoots: [repositoryPath("node_modules/@types")], skipLibCheck: true };
  expect(await typeCheckNatively(folder, nodeTypes)).toBe("");
});

interface Entry {
  readonly message: string;
  readonly problems?: readonly unknown[];
}

/** A fleet in one place, with everything that it has in production. */
async function start(place: string) {
  const { createMemoryStore } = await load("generated/server/index.ts");
  const { createFleet } = await load("application.ts");
  const { createClient, retry } = await load("generated/client/index.ts");
  const { basePath, api, serve } = places[place]!;
  const calls: (CallStart & CallEnd)[] = [];
  const log: Entry[] = [];
  const { server, counters } = createFleet({
    store: createMemoryStore(),
    ...(basePath !== undefined && { basePath }),
    log: (entry: Entry) => void log.push(entry),
    onCall: async (call: CallStart, next: () => Promise<CallEnd>) => {
      const { method, url, headers, requestId, operation, route } = call;
      const begun = {
        method,
        url,
        headers,
        requestId,
        ...(operation !== undefined && { operation }),
        ...(route !== undefined && { route }),
      };
      calls.push({ ...begun, ...(await next()) });
    },
  });
  const base = `${await serve(load, server)}${api}`;
  const send = async (method: string, target: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isJson =
      body !== undefined && !(body instanceof FormData || body instanceof Uint8Array || body instanceof ReadableStream);
    const response = await fetch(`${base}${target}`, {
      method,
      headers: { authorization: "Bearer all", ...(isJson && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
      ...(body instanceof ReadableStream && { duplex: "half" }),
    });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (type.endsWith("json") ? JSON.parse(text) : undefined) as never,
    };
  };
  const client = createClient({ baseUrl: base, token: () => "all", use: [retry()] });
  return { base, send, client, counters, calls, log };
}

const machines = "/terminals/trm_north/machines";

const order = (kind: string, name: string) => `${machines}/mch_${kind}/orders/${name}`;

let keys = 0;
const newKey = () => ({ "idempotency-key": `key-number-${++keys}` });

/** A body for each action. */
const orders: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  crane: {
    lift: { container: "QUAY1234567", from: { row: 1, bay: 2 } },
    stack: { to: { row: 3, bay: 4, tier: 2 } },
    weigh: {},
    set_boom: { degrees: 90 },
    park: {},
    halt: { reason: "storm" },
  },
  tug: {
    sail_to: { target: { type: "berth", berth: "B7" } },
    tow: { imo: 9_321_483 },
    release: {},
    plan_route: { berth: "B7" },
    fuel_level: {},
    set_speed_limit: { knots: 6 },
  },
  gate: {
    open: {},
    close: {},
    admit: { plate: "HH AB 12" },
    list_visits: { limit: 2 },
    calibrate: {},
    set_code: { access_code: "x" },
  },
  reefer: {
    set_temperature: { celsius: -18 },
    defrost: {},
    read_log: { hours: 1 },
    plug_in: {},
    unplug: { confirm: "UNPLUG" },
    update_firmware: { version: "1.2.3" },
  },
};

/** Not for the plan or the state of the machines. */
const unavailable = new Set(["tow", "calibrate", "defrost"]);

describe.each(Object.keys(places))("the fleet by %s", (place) => {
  test("every action responds as declared, and each call is seen", async () => {
    const { send, calls } = await start(place);
    for (const [kind, ofKind] of Object.entries(orders)) {
      for (const [name, body] of Object.entries(ofKind)) {
        const { status, json } = await send("POST", order(kind, name), body, newKey());
        const background = /lift|stack|park|sail_to|update_firmware/.test(name);
        expect([name, status]).toEqual([name, unavailable.has(name) ? 409 : background ? 202 : 200]);
        expect(json).toMatchObject(status === 409 ? { code: "action_unavailable" } : { order: { name } });
      }
    }
    await expect.poll(() => calls.length).toBe(24);
    expect(calls.map(({ serviceType, action }) => [serviceType, action])).toEqual(
      Object.entries(orders).flatMap(([kind, ofKind]) => Object.keys(ofKind).map((name) => [kind, name])),
    );
    expect(new Set(calls.map(({ route }) => route))).toEqual(
      new Set(["/terminals/{terminal_id}/machines/{machine_id}/orders/{order}"]),
    );
  });

  test("callers, scopes and errors", async () => {
    const { send, calls } = await start(place);
    const problem = async (...call: Parameters<typeof send>) => {
      const { status, headers, json } = await send(...call);
      expect(headers.get("content-type")).toBe("application/problem+json");
      return [status, (json as { code: string }).code];
    };
    const lift = order("crane", "lift");
    const body = orders["crane"]!["lift"];
    const by = (token: string) => ({ authorization: `Bearer ${token}`, ...newKey() });
    expect(await problem("POST", lift, body, by("nobody"))).toEqual([401, "unauthenticated"]);
    expect(await problem("POST", lift, body, by("reader"))).toEqual([403, "access_denied"]);
    expect(await problem("POST", lift, body)).toEqual([400, "invalid_parameter"]);
    expect(await problem("POST", lift, {}, newKey())).toEqual([400, "invalid_action_body"]);
    expect(await problem("POST", lift, "{", newKey())).toEqual([400, "invalid_action_body"]);
    expect(await problem("POST", lift, body, { ...newKey(), "content-type": "text/plain" })).toEqual([
      415,
      "unsupported_media_type",
    ]);
    expect(await problem("POST", order("gate", "admit"), { plate: "AB", note: "x".repeat(30_000) }, newKey())).toEqual([
      413,
      "payload_too_large",
    ]);
    expect(await problem("POST", lift, { ...body, container: "XXXX1234567" }, newKey())).toEqual([409, "too_heavy"]);
    expect(await problem("POST", order("crane", "open"), {}, newKey())).toEqual([404, "resource_not_found"]);
    expect(await problem("GET", "/terminals/trm_south/machines")).toEqual([404, "resource_not_found"]);
    expect(await problem("GET", "/nowhere")).toEqual([404, "resource_not_found"]);
    expect(await problem("PUT", machines)).toEqual([405, "method_not_allowed"]);
    await expect.poll(() => calls.length).toBe(12);
    expect(calls.every(({ code, status }) => status >= 400 && code !== undefined)).toBe(true);
  });

  test("a key runs a call once for its caller, also when the client retries", async () => {
    const { send, client, counters } = await start(place);
    const key = newKey();
    const admit = order("gate", "admit");
    const first = await send("POST", admit, { plate: "HH 1" }, key);
    expect(await send("POST", admit, { plate: "HH 1" }, key)).toMatchObject({ status: 200, text: first.text });
    expect((await send("POST", admit, { plate: "HH 1" }, { ...key, authorization: "Bearer renewed" })).text).toBe(first.text);
    expect(counters.runs).toBe(1);
    expect((await send("POST", admit, { plate: "HH 2" }, key)).status).toBe(422);
    expect((await send("POST", admit, { plate: "HH 1" }, { ...key, authorization: "Bearer other" })).text).not.toBe(first.text);
    expect(counters.runs).toBe(2);
    const added = (await client["addMachine"]!({
      terminal_id: "trm_north",
      body: { kind: "tug", name: "New" },
    })) as object;
    expect(added).toMatchObject({ kind: "tug", name: "New", plan: "full" });
    const machine_id = (added as { id: string }).id;
    expect(await send("POST", `${machines}/${machine_id}/orders/tow`, { imo: 9_321_483 }, newKey())).toMatchObject({
      status: 202,
    });
  });

  test("versions", async () => {
    const { send } = await start(place);
    const crane = `${machines}/mch_crane`;
    const merge = { "content-type": "application/merge-patch+json" };
    const read = await send("GET", crane);
    expect([read.status, read.headers.get("etag")]).toEqual([200, '"1"']);
    const same = await send("GET", crane, undefined, { "if-none-match": 'W/"1"' });
    expect([same.status, same.text, same.headers.get("etag"), same.headers.get("cache-control")]).toEqual([
      304,
      "",
      '"1"',
      "private, no-cache",
    ]);
    expect(await send("PATCH", crane, { name: "A" }, merge)).toMatchObject({ status: 428 });
    expect(await send("PATCH", crane, { name: "A" }, { ...merge, "if-match": '"0"' })).toMatchObject({ status: 412 });
    const renamed = await send("PATCH", crane, { name: "A" }, { ...merge, "if-match": '"1"' });
    expect([renamed.status, renamed.headers.get("etag")]).toEqual([200, '"2"']);
    expect(await send("GET", crane, undefined, { "if-none-match": '"1"' })).toMatchObject({ status: 200 });
  });

  test("media types", async () => {
    const { send } = await start(place);
    const list = (accept: string) => send("GET", `${machines}?kind=tug`, undefined, { accept });
    expect((await list("text/csv")).text).toBe("id,kind\r\nmch_tug,tug");
    const json = await list("*/*");
    expect([json.headers.get("vary")?.toLowerCase(), json.json]).toMatchObject(["accept", { machines: [{ id: "mch_tug" }] }]);
    expect(await list("image/png")).toMatchObject({ status: 406 });
  });

  test("invalid responses are reported, and never with what the contract hides", async () => {
    const { send, calls, log } = await start(place);
    const fuel = await send("POST", order("tug", "fuel_level"), {}, newKey());
    expect([fuel.status, fuel.text.includes("not-a-real-code"), fuel.json]).toMatchObject([
      200,
      false,
      { order: { result: { percent: 60 } } },
    ]);
    const revealed = await send("POST", `${machines}/mch_gate/access/reveal`);
    expect([revealed.headers.get("cache-control"), revealed.json]).toEqual(["no-store", { access_code: "not-a-real-code" }]);
    await send("POST", order("gate", "set_code"), { access_code: "not-a-real-code" }, newKey());
    await expect.poll(() => calls.length).toBe(3);
    expect(calls.map(({ isInvalidResponse }) => isInvalidResponse)).toEqual([true, false, false]);
    expect(log).toHaveLength(1);
    expect(JSON.stringify([calls, log])).not.toContain("not-a-real-code");
  });

  test("uploads are streams, and are given up with their callers", async () => {
    const { send, base, client, counters } = await start(place);
    const drawings = "/terminals/trm_north/drawings";
    const drawing = new File([new Uint8Array(3_000_000)], "../../yard.png", { type: "image/png" });
    const uploaded = await client["addDrawing"]!({
      terminal_id: "trm_north",
      body: { drawing, title: "Yard", level: 2 },
    });
    expect(uploaded).toMatchObject({ name: "Yard", bytes: 3_000_000, level: 2 });
    const form = new FormData();
    form.append("title", "Yard");
    form.append("drawing", new File(["x"], "yard.pdf", { type: "application/pdf" }));
    expect(await send("POST", drawings, form)).toMatchObject({ status: 415 });
    const firmware = "/terminals/trm_north/firmware";
    const octets = { "content-type": "application/octet-stream" };
    expect((await send("PUT", firmware, new Uint8Array(2_000_000), octets)).json).toEqual({ name: "firmware", bytes: 2_000_000 });
    expect(await send("PUT", firmware, new Uint8Array(4_000_001), octets)).toMatchObject({ status: 413 });
    const unhandled = watchUnhandled();
    const leaving = new AbortController();
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    const headers = { authorization: "Bearer all", ...octets };
    const pending = fetch(`${base}${firmware}`, {
      method: "PUT",
      headers,
      body: endless,
      duplex: "half",
      signal: leaving.signal,
    } as RequestInit);
    pending.catch(() => undefined);
    await expect.poll(() => counters.openUploads).toBe(1);
    leaving.abort();
    await expect.poll(() => counters.openUploads).toBe(0);
    expect(unhandled).toEqual([]);
  });

  test("events go on until their caller leaves, whatever the time of a handler, and then make room", async () => {
    const { client, send, counters, calls } = await start(place);
    for (const turn of [1, 2, 3]) {
      const events = await client["followReadings"]!({ terminal_id: "trm_north" });
      const begun = performance.now();
      let last = 0;
      for await (const { data } of events as AsyncIterable<{ data: { tonnes: number } }>) {
        last = data.tonnes;
        if (last === 1) expect(await send("GET", "/terminals/trm_north/readings")).toMatchObject({ status: 503 });
        if (last === 10) break;
      }
      expect([last, performance.now() - begun > 100]).toEqual([10, true]);
      await expect.poll(() => counters.openStreams).toBe(0);
      await expect.poll(() => calls.length).toBe(2 * turn);
      expect(calls.at(-1)).toMatchObject({ operation: "followReadings", status: 200, isAborted: true });
    }
  });

  test("an operation runs as often as allowed, and no longer", async () => {
    const { send, base, counters } = await start(place);
    let open = () => {};
    counters.gate = new Promise((resolve) => (open = resolve));
    const weigh = (more = {}) => send("POST", order("crane", "weigh"), {}, { ...newKey(), ...more });
    const leaving = new AbortController();
    const init = {
      method: "POST",
      headers: { authorization: "Bearer all", "content-type": "application/json", ...newKey() },
      body: "{}",
    };
    fetch(`${base}${order("crane", "weigh")}`, { ...init, signal: leaving.signal }).catch(() => undefined);
    const late = weigh();
    await expect.poll(async () => (await weigh()).status).toBe(503);
    expect((await weigh()).headers.get("retry-after")).toBe("7");
    // One caller leaves, the other waits for longer than it may: both handlers still run.
    leaving.abort();
    expect(await late).toMatchObject({ status: 503, json: { code: "handler_timeout" } });
    expect((await weigh()).json).toMatchObject({ code: "too_many_calls" });
    open();
    // Each place becomes free when its handler ends, which may be one after the other.
    await expect.poll(async () => (await Promise.all([weigh(), weigh()])).map(({ status }) => status)).toEqual([200, 200]);
  });

  test("webhooks of the sender reach the receiver, once", async () => {
    const { createReceiver, createSecret, createSender } = await load("generated/webhooks/index.ts");
    const secret = createSecret();
    const received: unknown[] = [];
    let failures = 1;
    const receiver = createReceiver({
      secrets: secret,
      log: () => undefined,
      handlers: {
        "job.finished": ({ id, body }: { id: string; body: { data: object } }) => {
          if (failures-- > 0) throw new Error("not yet");
          received.push([id, body.data]);
        },
        "machine.state_changed": ({ headers }: { headers: object }) => void received.push(headers),
      },
    });
    const { api, serve } = places[place]!;
    const url = `${await serve(load, receiver)}${api}/hooks`;
    const { send } = createSender({ delay: 1 });
    const job = { id: "job_1", order: "lift", machine_id: "mch_crane", status: "succeeded" };
    const delivery = await send("job.finished", { url, secrets: secret }, { type: "job.finished", data: job }, { id: "evt_1" });
    expect(delivery).toEqual({ id: "evt_1", status: 204, attempts: 2 });
    await send("job.finished", { url, secrets: [createSecret(), secret] }, { type: "job.finished", data: job }, { id: "evt_1" });
    expect(received).toEqual([["evt_1", job]]);
    const change = { type: "machine.state_changed", data: { machine_id: "mch_crane", from: "off", to: "ready" } };
    const headers = { "x-quay-terminal": "trm_north" };
    await send("machine.state_changed", { url, secrets: secret }, change, { headers });
    expect(received[1]).toMatchObject(headers);
    const once = createSender({ attempts: 1 });
    const invalid = once.send("machine.state_changed", { url, secrets: secret }, change, { headers: { "x-quay-terminal": "?" } });
    await expect(invalid).rejects.toMatchObject({ status: 400 });
    await expect(once.send("machine.state_changed", { url, secrets: secret }, change)).rejects.toMatchObject({ status: 400 });
    await expect(
      send("job.finished", { url, secrets: createSecret() }, { type: "job.finished", data: job }),
    ).rejects.toMatchObject({
      name: "DeliveryError",
      status: 401,
    });
  });
});
