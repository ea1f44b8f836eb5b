import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Exchange, ExchangeResponse } from "../../../generator/tools/exchanges/exchange.js";
import type { ExchangeContract } from "../../../generator/tools/exchanges/exchange-contract.js";
import { planFixtures, printFixtures } from "../../../generator/tools/exchanges/fixtures/sampling/plan-fixtures.js";
import { checkCapabilities } from "../../../generator/tools/exchanges/capabilities/check-capabilities.js";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { validateExchange } from "../../../generator/tools/exchanges/validate-exchange.js";
import { validateFiles } from "../../../generator/tools/exchanges/validate-files.js";
import { machines, pumps, volumes } from "./bound-contracts.js";
import { contractOf, folderOf, lines } from "../../tools/exchanges/validate-texts.js";

const contracts = { machines: contractOf(machines), pumps: contractOf(pumps), volumes: contractOf(volumes) };

/** The findings of an exchange: `pointer rule`. */
function wrong(contract: ExchangeContract, exchange: Exchange): string[] {
  return validateExchange(contract, exchange).map(({ pointer, rule }) => `${pointer} ${rule}`);
}

const attach = (response: ExchangeResponse) => wrong(contracts.volumes, { action: "attach", response });
const attached = { data: { status: "attached", result: { device: "sda" } }, meta: { request_id: "r" } };

describe("responses of actions", () => {
  test("facts are validated at their locations in the envelope", () => {
    expect(attach({ status: 200, body: attached })).toEqual([]);
    expect(attach({ status: 200, body: { ...attached, data: { status: "attached", result: { device: 1 } } } })).toEqual([
      "/response/body/data/result/device type",
    ]);
    expect(attach({ status: 200, body: { ...attached, data: { status: "pending", result: { device: "a" } } } })).toEqual([
      "/response/body/data/status statuses",
    ]);
    expect(attach({ status: 200, body: { ...attached, data: { status: "attached" } } })).toEqual([
      "/response/body/data/result required",
    ]);
    const body = { id: "1", action: "resize", state: "done", output: {} };
    expect(wrong(contracts.machines, { service_type: "vm", action: "start", response: { status: 201, body } })).toEqual([
      "/response/body/action action",
    ]);
  });

  test("the whole body may be the result", () => {
    const start = (body: object) =>
      wrong(contracts.pumps, { service_type: "water", action: "start", response: { status: 201, body: body as never } });
    expect(start({ rpm: 3 })).toEqual([]);
    expect(start({ rpm: "3" })).toEqual(["/response/body/rpm type"]);
    expect(start({ status: 1 })).toEqual(["/response/body/rpm required"]);
  });

  test("each declared success of the action, without a body if it has none", () => {
    expect(attach({ status: 204 })).toEqual([]);
    expect(attach({ status: 204, body: attached })).toEqual(["/response/body no-body"]);
    expect(attach({ status: 202, body: attached })).toEqual(["/response/status async"]);
    expect(attach({ status: 201, body: attached })).toEqual(["/response/status status"]);
    const [finding] = validateExchange(contracts.volumes, { action: "attach", response: { status: 202, body: attached } });
    expect(finding?.message).toBe("must be 200 or 204: the action completes before the response");
    const snapshot = { data: { status: "pending", result: {} }, meta: { request_id: "r" } };
    expect(wrong(contracts.volumes, { action: "snapshot", response: { status: 202, body: snapshot } })).toEqual([]);
    expect(wrong(contracts.volumes, { action: "snapshot", response: { status: 200, body: snapshot } })).toEqual([
      "/response/status async",
    ]);
  });

  test("the body of an undeclared success is not that of a failure", () => {
    const contract = contractOf(volumes.replaceAll('"4XX": {', "default: {"));
    expect(wrong(contract, { action: "attach", response: { status: 203, body: attached } })).toEqual(["/response/status async"]);
    expect(wrong(contract, { action: "attach", response: { status: 422, body: attached } })).not.toEqual([]);
  });

  test("declared headers", () => {
    expect(attach({ status: 200, headers: { etag: "1" }, body: attached })).toEqual([]);
    expect(attach({ status: 200, headers: { "x-other": "1" }, body: attached })).toEqual(["/response/headers/ETag required"]);
  });

  test("the code of an error is read at its location in the shape", () => {
    const error = { error: { code: "machine_gone", message: "Gone." } };
    expect(attach({ status: 409, body: error })).toEqual([]);
    expect(attach({ status: 422, body: error })).toEqual(["/response/status error-status"]);
    const problem = { title: "Conflict", status: 409, code: "dry" };
    const start = (status: number) =>
      wrong(contracts.pumps, { service_type: "water", action: "start", response: { status, body: problem } });
    expect([start(409), start(422)]).toEqual([[], ["/response/status error-status"]]);
  });

  test("an undeclared error of an action has the contract's own shape", () => {
    const contract = contractOf(
      volumes.replace('        "4XX": { $ref: "#/components/responses/Failed" }\n        "5XX"', '        "5XX"'),
    );
    const answer = (body: object) => wrong(contract, { action: "attach", response: { status: 422, body: body as never } });
    expect(answer({ error: { code: "too_many", message: "Too many." } })).toEqual([]);
    expect(answer({ error: "too_many: Too many." })).toEqual(["/response/body/error type"]);
  });
});

test("parameters of the endpoint are part of each request", () => {
  const attachWith = (request: object) =>
    wrong(contracts.volumes, { action: "attach", request: { body: { machine: "m" }, ...request } });
  const given = { headers: { "if-match": '"1"' }, query: { priority: "low" }, cookies: { session: "s" } };
  expect(attachWith(given)).toEqual([]);
  expect(attachWith({})).toEqual([
    "/request/cookies/session required",
    "/request/headers/If-Match required",
    "/request/query/priority required",
  ]);
  expect(attachWith({ ...given, query: { priority: "no" } })).toEqual(["/request/query/priority enum"]);
});

describe("an endpoint without a request body", () => {
  const contract = contractOf(`openapi: 3.1.0
info: { title: Doors, version: "1" }
servers: [{ url: "https://doors.test" }]
paths:
  /doors/{id}/actions/{action}:
    post:
      operationId: invokeDoor
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      responses: { "204": { description: Done. } }
      x-platform-door-actions: { open: { label: Open } }
`);

  test("takes no body, or an empty object as clients send it", () => {
    const open = (request: object) => wrong(contract, { action: "open", request });
    expect(open({})).toEqual([]);
    expect(open({ body: {} })).toEqual([]);
    expect(open({ body: { wide: true } })).toEqual(["/request/body no-body"]);
    expect(open({ body: [] })).toEqual(["/request/body no-body"]);
  });

  test("has fixtures without one, which cover all of its actions", async () => {
    const [file, ...others] = planFixtures(contract, { seed: 1, only: ["door"] });
    expect([file!.missing, others]).toEqual([[], []]);
    expect(file!.exchanges).toEqual([{ name: "valid", request: {}, response: { status: 204 }, invalid: [] }]);
    const folder = folderOf({ [file!.path]: printFixtures(file!) });
    const { coverage, diagnostics } = await validateFiles(contract, ["."], { workingFolder: folder });
    expect(diagnostics).toEqual([]);
    expect([...coverage.rows()[0]!.seen]).toEqual([
      ["valid request", 1],
      ["response", 1],
    ]);
  });
});

describe("facts of services", () => {
  const water = { id: "1", metadata: { kind: "water" }, spec: { plan: "big" }, status: { state: "stopped" } };

  test("type, state and plan are read at their pointers", () => {
    const start = (service: object) =>
      wrong(contracts.pumps, { action: "start", service: service as never, response: { status: 201, body: { rpm: 1 } } });
    expect(start(water)).toEqual([]);
    expect(start({ ...water, status: { state: "running" } })).toEqual(["/service/status/state availability"]);
    expect(start({ ...water, spec: { plan: "small" } })).toEqual(["/service/spec/plan availability"]);
    expect(start({ ...water, metadata: { kind: "milk" } })).toContain("/service/metadata/kind target");
  });

  test("services without a type are of the only one", () => {
    const service = { data: { id: "1", state: "used" } };
    expect(wrong(contracts.volumes, { action: "attach", service, response: { status: 204 } })).toEqual([
      "/service/data/state availability",
    ]);
  });

  test("what they advertise", () => {
    const check = (service: object) => {
      const text = JSON.stringify(service);
      const diagnostics: Diagnostic[] = [];
      checkCapabilities(contracts.pumps, [{ path: "1.json", absolutePath: "1.json", text }], diagnostics);
      return diagnostics.map(({ code }) => code);
    };
    expect(check({ ...water, actions: [{ name: "start", label: "Start", enabled: true }] })).toEqual([]);
    expect(check({ ...water, status: { state: "running" }, actions: [{ name: "start", label: "Go", enabled: true }] })).toEqual([
      "capability-label",
      "capability-enabled",
    ]);
    expect(check({ items: [{ ...water, actions: [{ name: "strat" }] }] })).toContain("capability-undeclared");
  });
});

test("recordings: types of services by their pointers, headers and statuses of responses", async () => {
  const entry = (method: string, url: string, status: number, body?: object, request?: object) => ({
    request: {
      method,
      url,
      headers: request ? [{ name: "content-type", value: "application/json" }] : [],
      ...(request && { postData: { mimeType: "application/json", text: JSON.stringify(request) } }),
    },
    response: {
      status,
      headers: [{ name: "content-type", value: status < 400 ? "application/vnd.pumps+json" : "application/problem+json" }],
      content: { size: 1, text: JSON.stringify(body) },
    },
  });
  const record = (entries: object[]) => {
    const folder = folderOf({ "a.har": JSON.stringify({ log: { entries } }) });
    return validateFiles(contracts.pumps, ["a.har"], { workingFolder: folder });
  };
  const read = entry("GET", "https://pumps.test/pumps/p1", 200, { id: "p1", metadata: { kind: "water" } });
  read.response.headers[0]!.value = "application/json";
  const start = (body: object) => entry("POST", "https://pumps.test/pumps/p1:start", 201, body, { speed: 1 });
  expect((await record([read, start({ rpm: 1 })])).diagnostics).toEqual([]);
  expect(lines(await record([read, start({ rpm: "1" })])).join("\n")).toContain('"/response/body/rpm" must be integer');
  const failed = entry("POST", "https://pumps.test/pumps/p1:start", 409, { error: "dry: No." }, { speed: 1 });
  expect(lines(await record([read, failed])).join("\n")).toContain('"/response/body/title" is required');
});

describe("fixtures", () => {
  test.each(Object.entries(contracts))("all that are generated from %s are valid, and cover everything", async (_, contract) => {
    const folder = folderOf({});
    for (const file of planFixtures(contract, { seed: 1, only: [] })) {
      expect(file.missing).toEqual([]);
      if (file.exchanges.length === 0) continue;
      mkdirSync(path.dirname(path.join(folder, file.path)), { recursive: true });
      writeFileSync(path.join(folder, file.path), printFixtures(file));
    }
    const { diagnostics, coverage } = await validateFiles(contract, ["."], { workingFolder: folder });
    expect(diagnostics).toEqual([]);
    expect(coverage.rows().filter(({ seen }) => [...seen.values()].includes(0))).toEqual([]);
  });

  test("the headers of an operation's success, also optional ones", async () => {
    const headers = "headers: { ETag: { schema: { const: v1 } }, X-Parts: { required: true, schema: { const: 2 } } }";
    const contract = contractOf(volumes.replace("description: A volume.\n", `description: A volume.\n          ${headers}\n`));
    const [file] = planFixtures(contract, { seed: 1, only: ["getVolume"] });
    expect(file!.exchanges[0]?.response?.headers).toEqual({ etag: "v1", "x-parts": 2 });
    const folder = folderOf({ [file!.path]: printFixtures(file!) });
    const { diagnostics, coverage } = await validateFiles(contract, ["."], { workingFolder: folder });
    expect(diagnostics).toEqual([]);
    const row = coverage.rows().find(({ operation }) => operation === "getVolume");
    expect([row?.seen.get("header etag"), row?.seen.get("header x-parts")]).toEqual([1, 1]);
  });

  test("each success with its headers, required parameters, and errors in the contract's shape", () => {
    const [attachFile] = planFixtures(contracts.volumes, { seed: 1, only: ["volume.attach"] });
    const request = {
      cookies: { session: "example" },
      headers: { "If-Match": "example" },
      query: { priority: "low" },
      body: { machine: "example" },
    };
    const { exchanges } = attachFile!;
    expect(exchanges.slice(0, 2)).toEqual([
      {
        name: "valid",
        invalid: [],
        request,
        response: {
          status: 200,
          headers: { etag: "example" },
          body: { data: { status: "attached", result: { device: "example" } }, meta: { request_id: "example" } },
        },
      },
      { name: "valid, with 204", invalid: [], request, response: { status: 204 } },
    ]);
    expect(exchanges.filter(({ response }) => response && response.status >= 400).map(({ response }) => response)).toEqual([
      { status: 409, body: { error: { code: "machine_gone", message: "The machine does not exist any more." } } },
      { status: 422, body: { error: { code: "too_many", message: "The machine has too many volumes." } } },
    ]);
    expect(exchanges.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["without session", "without If-Match", "without priority", "X-Reason too long"]),
    );
  });
});

test("coverage includes successes and headers", async () => {
  const ok = JSON.stringify({ action: "attach", response: { status: 200, headers: { ETag: "1" }, body: attached } });
  const { coverage } = await validateFiles(contracts.volumes, ["."], { workingFolder: folderOf({ "a.json": ok }) });
  const [row] = coverage.rows();
  expect(row?.action).toBe("attach");
  expect(Object.fromEntries(row!.seen)).toEqual({
    "valid request": 0,
    "invalid request": 0,
    "response 200": 1,
    "response 204": 0,
    "header etag": 1,
    "error 409": 0,
    "error 422": 0,
  });
});
