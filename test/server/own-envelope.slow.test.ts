import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { emitAll } from "../../generator/emit/emit-all.js";
import { readTemplate } from "../../generator/package.js";
import { contractOf } from "../emit/load-emitted.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { serveContract } from "./serve-contract.js";

const endpoint = (responses: string) => `
openapi: 3.1.0
info: { title: Machines, version: "1" }
paths:
  /vms/{id}/do/{action}:
    post:
      operationId: invokeVm
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      x-platform-vm-actions:
        start: { label: Start, result: { type: object, required: [ip], properties: { ip: { type: string } } } }
        resize: { label: Resize, async: true }
      responses: ${responses.replace(/\s*\n\s*/g, " ")}
`;

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;

const running = (start: unknown, resize: unknown = undefined) => ({
  findResource: () => ({ type: "vm" }),
  handlers: { actions: { vm: { start: () => start, resize: () => resize } } },
});

describe("members of other names, with a header", () => {
  const body = `{ type: object, required: [id, action, state, data], properties: {
    id: { type: string }, action: { type: string }, state: { enum: [queued, done] },
    data: { type: object, required: [took], properties: { took: { type: number }, result: { type: object }, text: { type: string } } } } }`;
  const contract = endpoint(`{
      "201": { description: Done., headers: { Location: { required: true, schema: { type: string, maxLength: 20 } } }, ${json(body)} },
      "202": { description: Accepted., ${json(body)} } }`).replace(
    "x-platform-vm-actions",
    "x-platform-action-binding: { response: { message: /data/text, result: /data/result } }\n      x-platform-vm-actions",
  );
  const start = serveContract(contract);
  const envelope = { id: "a1", data: { took: 1.5 } };
  const good = { status: "done", result: { ip: "::1" }, message: "Up.", envelope, headers: { Location: "/vms/1" } };

  test("action, status, message and result are at their pointers, among the members of the handler", async () => {
    const { send, log } = await start(running(good, { status: "queued", result: {}, envelope }));
    const started = await send("POST", "/vms/1/do/start", {});
    expect(started).toMatchObject({ status: 201, headers: { location: "/vms/1", "content-type": "application/json" } });
    expect(started.body).toEqual({
      id: "a1",
      action: "start",
      state: "done",
      data: { took: 1.5, result: { ip: "::1" }, text: "Up." },
    });
    const resized = await send("POST", "/vms/1/do/resize", {});
    expect(resized).toMatchObject({ status: 202 });
    expect(resized.body).toEqual({ id: "a1", action: "resize", state: "queued", data: { took: 1.5, result: {} } });
    expect(log).toEqual([]);
    expect(envelope).toEqual({ id: "a1", data: { took: 1.5 } });
  });

  test.each<[string, object | undefined, string]>([
    ["a status that is not declared", { ...good, status: "gone" }, "The contract declares no such status"],
    ["no status", { ...good, status: undefined }, "The response has no status"],
    ["a message that is no text", { ...good, message: 5 }, "The message is not a string"],
    ["an invalid result", { ...good, result: {} }, "The result violates the contract"],
    ["no result", { ...good, result: undefined }, "The result violates the contract"],
    ["a missing member", { ...good, envelope: { id: "a1" } }, "The response violates the contract"],
    ["an envelope that is a list", { ...good, envelope: [] }, "The envelope is not an object"],
    [
      "a header that is too long",
      { ...good, headers: { location: "/vms/".padEnd(21, "1") } },
      "The headers violate the contract",
    ],
    ["no required header", { ...good, headers: {} }, "The response lacks the header location"],
    [
      "a header that is not declared",
      { ...good, headers: { Location: "/", etag: "1" } },
      "The response has a header that the contract does not declare",
    ],
    ["a member that is not declared", { ...good, id: "a1" }, "The contract declares no such member for this response"],
    ["another HTTP status", { ...good, httpStatus: 202 }, "The contract declares no such success"],
    ["nothing", undefined, "The response lacks the header location"],
  ])("%s is a 500", async (_, returned, message) => {
    const { send, log } = await start(running(returned));
    expect(await send("POST", "/vms/1/do/start", {})).toMatchObject({ status: 500 });
    expect(log.map((entry) => entry.message)).toEqual([message]);
  });

  test("types of handlers follow from it", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "own-envelope-"));
    const program = `
import type { Handlers } from "./server/index.js";

const envelope = { id: "a1", data: { took: 1.5 } };

export const vm: Handlers["actions"]["vm"] = {
  start: () => ({ status: "done", result: { ip: "::1" }, message: "Up.", envelope, headers: { location: "/vms/1" } }),
  resize: async () => ({ status: "queued", result: {}, envelope }),
};

export const wrong: Handlers["actions"]["vm"] = {
  // @ts-expect-error: the contract declares no such status.
  start: () => ({ status: "gone", result: { ip: "::1" }, envelope, headers: { location: "/vms/1" } }),
  // @ts-expect-error: data is required.
  resize: async () => ({ status: "queued", result: {}, envelope: { id: "a1" } }),
};
`;
    const files = await emitAll(contractOf(parse(contract)), { template: readTemplate });
    writeFiles(folder, [...files, { path: "program.ts", text: program }]);
    expect(await typeCheckNatively(folder)).toBe("");
  });
});

test("handlers choose among several successes", async () => {
  const envelope = "{ type: object, properties: { status: { type: string }, result: { type: object } } }";
  const start = serveContract(
    endpoint(`{
      "200": { description: Done., ${json(envelope)} }, "201": { description: Made., ${json(envelope)} },
      "202": { description: Accepted. }, "204": { description: Nothing to do. } }`),
  );
  const send = async (returned: unknown, action = "start") => {
    const { send: call, log } = await start(running(returned, returned));
    const { status, body } = await call("POST", `/vms/1/do/${action}`, {});
    return [status, status === 500 ? log[0]!.message : body];
  };
  const done = { status: "ok", result: { ip: "::1" } };
  expect(await send({ httpStatus: 200, ...done })).toEqual([200, done]);
  expect(await send({ httpStatus: 201, ...done })).toEqual([201, done]);
  expect(await send({ httpStatus: 204 })).toEqual([204, undefined]);
  expect(await send({ httpStatus: 204, ...done })).toEqual([500, "The contract declares no status for this response"]);
  expect(await send(done)).toEqual([500, "The contract declares several successes: the response must have an httpStatus"]);
  expect(await send({ httpStatus: 202, ...done })).toEqual([500, "The contract declares no such success"]);
  expect(await send({ httpStatus: 404, ...done })).toEqual([500, "The contract declares no such success"]);
  expect(await send(undefined, "resize")).toEqual([202, undefined]);
});

test("without an asynchronous action, handlers may choose a 202", async () => {
  const output = "{ type: object, required: [output], properties: { output: { type: string } } }";
  const responses = `{ "200": { description: Done., ${json(output)} }, "202": { description: Accepted. } }`;
  const contract = endpoint(responses)
    .replace(", async: true", "")
    .replace(/, result: .* \}\n/, " }\n");
  const { send, log } = await serveContract(contract)(
    running({ httpStatus: 200, envelope: { output: "ok" } }, { httpStatus: 202 }),
  );
  expect(await send("POST", "/vms/1/do/start", {})).toMatchObject({ status: 200, body: { output: "ok" } });
  expect(await send("POST", "/vms/1/do/resize", {})).toMatchObject({ status: 202, body: undefined });
  expect(log).toEqual([]);
  const program = `
import type { Handlers } from "./server/index.js";
import type { VmActionCalls } from "./client/index.js";

export const vm: Handlers["actions"]["vm"] = {
  start: () => ({ httpStatus: 200, envelope: { output: "ok" } }),
  resize: () => ({ httpStatus: 202 }),
};

export async function read(calls: VmActionCalls): Promise<string> {
  const started = await calls.start({});
  // @ts-expect-error: a 202 has no body.
  void started.envelope;
  return started.httpStatus === 200 ? started.envelope.output : "";
}
`;
  const folder = mkdtempSync(path.join(tmpdir(), "own-envelope-"));
  const files = await emitAll(contractOf(parse(contract)), { template: readTemplate });
  writeFiles(folder, [...files, { path: "program.ts", text: program }]);
  expect(await typeCheckNatively(folder)).toBe("");
});

test("a result may be the whole body", async () => {
  const start = serveContract(
    endpoint(`{ "200": { description: Done., ${json("{ type: object }")} } }`).replace(
      "x-platform-vm-actions",
      "x-platform-action-binding: { response: { result: '' } }\n      x-platform-vm-actions",
    ),
  );
  const { send, log } = await start(running({ result: { ip: "::1" } }, { result: {}, status: "ok" }));
  expect(await send("POST", "/vms/1/do/start", {})).toMatchObject({ status: 200, body: { ip: "::1" } });
  expect(await send("POST", "/vms/1/do/resize", {})).toMatchObject({ status: 500 });
  expect(log).toEqual([{ message: "The contract declares no status for this response" }]);
});

test("values that JSON serializes differently are validated as sent", async () => {
  const body = "{ type: object, required: [at], properties: { at: { type: string }, result: { type: object } } }";
  const start = serveContract(endpoint(`{ "200": { description: Done., ${json(body)} } }`));
  const { send } = await start(running({ result: { ip: "::1" }, envelope: { at: new Date(0) } }));
  const sent = await send("POST", "/vms/1/do/start", {});
  expect(sent).toMatchObject({ status: 200, body: { at: "1970-01-01T00:00:00.000Z", result: { ip: "::1" } } });
});

test("a whole body that is the result in some successes only", async () => {
  const operation =
    "{ type: object, required: [operation], additionalProperties: false, properties: { operation: { type: string } } }";
  const whole = "{ type: object, required: [state], additionalProperties: false, properties: { state: { type: string } } }";
  const contract = `${endpoint(
    `{ "200": { description: Done., ${json('{ $ref: "#/components/schemas/Whole" }')} }, "202": { description: Accepted., ${json(operation)} } }`,
  )
    .replace(/result: \{.*\} \}/, 'result: { $ref: "#/components/schemas/Whole" } }')
    .replace(
      "async: true",
      'async: true, result: { $ref: "#/components/schemas/Whole" }',
    )}components: { schemas: { Whole: ${whole} } }\n`;
  const { send, log } = await serveContract(contract)(running({ result: { state: "on" } }, { envelope: { operation: "o1" } }));
  expect(await send("POST", "/vms/1/do/start", {})).toMatchObject({ status: 200, body: { state: "on" } });
  expect(await send("POST", "/vms/1/do/resize", {})).toMatchObject({ status: 202, body: { operation: "o1" } });
  expect(log).toEqual([]);
});
