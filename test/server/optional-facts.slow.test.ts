import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { emitAll } from "../../generator/emit/emit-all.js";
import { readTemplate } from "../../generator/package.js";
import { contractOf } from "../emit/load-emitted.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { serveContract } from "./serve-contract.js";

const contract = (required: string, properties: string) => `
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
        stop: { label: Stop }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, required: [${required}], additionalProperties: false, properties: { ${properties} } } } }
`;

const running = (start: unknown, stop: unknown) => ({
  findResource: () => ({ type: "vm" }),
  handlers: { actions: { vm: { start: () => start, stop: () => stop } } },
});

async function compile(text: string, program: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "optional-facts-"));
  const files = await emitAll(contractOf(parse(text)), { template: readTemplate });
  writeFiles(folder, [...files, { path: "program.ts", text: program }]);
  return typeCheckNatively(folder);
}

const optional = contract(
  "id, state",
  `id: { type: string }, action: { type: string }, state: { enum: [done] }, output: { type: object }`,
);

test("an action that returns nothing needs no result if the contract requires none", async () => {
  const start = serveContract(optional);
  const envelope = { id: "a1" };
  const { send, log } = await start(running({ status: "done", envelope }, { status: "done", envelope }));
  expect(await send("POST", "/vms/1/do/stop", {})).toMatchObject({
    status: 200,
    body: { id: "a1", action: "stop", state: "done" },
  });
  expect((await send("POST", "/vms/1/do/stop", {})).body).not.toHaveProperty("output");
  expect(await send("POST", "/vms/1/do/start", {})).toMatchObject({ status: 500 });
  expect(log.map(({ message }) => message)).toEqual(["The result violates the contract"]);
  const program = `
import type { Handlers } from "./server/index.js";
import type { VmActionCalls } from "./client/index.js";

const envelope = { id: "a1" };

export const good: Handlers["actions"]["vm"] = {
  start: () => ({ status: "done", result: { ip: "::1" }, envelope }),
  stop: () => ({ status: "done", envelope }),
};

export const wrong: Handlers["actions"]["vm"] = {
  // @ts-expect-error: start returns a result.
  start: () => ({ status: "done", envelope }),
  stop: () => ({ status: "done", envelope }),
};

export async function read(calls: VmActionCalls): Promise<string> {
  // @ts-expect-error: stop returns none.
  void (await calls.stop({})).result;
  return (await calls.start({})).result.ip;
}
`;
  expect(await compile(optional, program)).toBe("");
});

test("headers are typed, written and checked by their schemas", async () => {
  const headers = `headers:
            Retry-After: { schema: { type: integer } }
            X-Cache: { required: true, schema: { enum: [hit, miss] } }
            X-Request-Id: { required: true, schema: { type: string } }
          content`;
  const text = optional.replace("content: { application/json: { schema: { type: object, required: [id", (found) =>
    found.replace("content", headers),
  );
  const envelope = { id: "a1" };
  const send = async (returned: object) => {
    const returns = { status: "done", envelope, headers: returned };
    const served = await serveContract(text)(running(undefined, returns));
    const { status, headers: sent } = await served.send("POST", "/vms/1/do/stop", {});
    return status === 500 ? served.log[0]!.message : [sent["retry-after"], sent["x-cache"], sent["x-request-id"]];
  };
  expect(await send({ "retry-after": 5, "x-cache": "hit" })).toEqual(["5", "hit", "r1"]);
  expect(await send({ "Retry-After": "60", "X-Cache": "miss" })).toEqual(["60", "miss", "r1"]);
  expect(await send({ "retry-after": 1.5, "x-cache": "hit" })).toBe("The header retry-after violates the contract");
  expect(await send({ "retry-after": "soon", "x-cache": "hit" })).toBe("The header retry-after violates the contract");
  expect(await send({ "x-cache": "old" })).toBe("The header x-cache violates the contract");
  expect(await send({ "x-cache": 5 })).toBe("The header x-cache violates the contract");
  const program = `
import type { Handlers } from "./server/index.js";
import type { VmActionCalls } from "./client/index.js";

const result = { ip: "::1" };
const envelope = { id: "a1" };

export const good: Handlers["actions"]["vm"] = {
  start: () => ({ status: "done", result, envelope, headers: { "retry-after": 5, "x-cache": "hit" } }),
  // @ts-expect-error: the contract lists no such text.
  stop: () => ({ status: "done", envelope, headers: { "x-cache": "old" } }),
};

export async function read(calls: VmActionCalls): Promise<[number | undefined, "hit" | "miss"]> {
  const { headers } = await calls.start({});
  return [headers["retry-after"], headers["x-cache"]];
}
`;
  expect(await compile(text, program)).toBe("");
});

test("a status that is optional or null is typed and sent so", async () => {
  const text = contract(
    "state, ok",
    `ok: { const: true }, state: { type: [string, "null"], enum: [done, null] }, message: { type: [string, "null"] }, output: { type: object }`,
  );
  const start = serveContract(text);
  const { send, log } = await start(running({ status: null, message: null, result: { ip: "::1" } }, { status: "done" }));
  expect((await send("POST", "/vms/1/do/start", {})).body).toEqual({
    ok: true,
    state: null,
    message: null,
    output: { ip: "::1" },
  });
  expect((await send("POST", "/vms/1/do/stop", {})).body).toEqual({ ok: true, state: "done" });
  expect(log).toEqual([]);
  const program = `
import type { Handlers } from "./server/index.js";

export const good: Handlers["actions"]["vm"] = {
  start: () => ({ status: null, message: null, result: { ip: "::1" } }),
  // @ts-expect-error: the contract requires a status.
  stop: () => ({}),
};
`;
  expect(await compile(text, program)).toBe("");

  const lacking = contract("output", `state: { enum: [done] }, output: { type: [object, "null"] }`);
  const served = await serveContract(lacking)(running({ result: { ip: "::1" } }, { result: null }));
  expect((await served.send("POST", "/vms/1/do/start", {})).body).toEqual({ output: { ip: "::1" } });
  expect((await served.send("POST", "/vms/1/do/stop", {})).body).toEqual({ output: null });
  expect(served.log).toEqual([]);
});

test("a handler returns something if each alternative of the response requires a member", async () => {
  const alternatives = `oneOf: [
    { required: [image], properties: { image: { type: string } } },
    { required: [log], properties: { log: { type: string } } } ]`;
  const text = contract("", "").replace("additionalProperties: false, properties: {  }", alternatives.replace(/\s+/g, " "));
  const program = (start: string) => `
import type { Handlers } from "./server/index.js";

export const vm: Pick<Handlers["actions"]["vm"], "stop"> = { stop: () => ${start} };
`;
  const withoutResult = text.replace(/result: .* \}\n/, "}\n");
  expect(await compile(withoutResult, program(`({ envelope: { log: "" } })`))).toBe("");
  expect(await compile(withoutResult, program(`({ envelope: {} })`))).toContain("error TS2322");
  expect(await compile(withoutResult, program(`{}`))).toContain("error TS2322");
});

test("the result of an action that declares none is what the response allows", async () => {
  const of = (required: string, result: string) =>
    contract(`action, status${required}`, `action: { type: string }, status: { enum: [done] }, result: ${result}`);
  const program = (stop: string, isWrong = false) => `
import type { Handlers } from "./server/index.js";

export const vm: Handlers["actions"]["vm"] = {
  start: () => ({ status: "done", result: { ip: "::1" } }),
  ${isWrong ? "// @ts-expect-error: no response can contain it." : ""}
  stop: () => (${stop}),
};
`;
  const respond = async (text: string, returned: unknown) => {
    const { send } = await serveContract(text)(running({ status: "done", result: { ip: "::1" } }, returned));
    const responses = await Promise.all([send("POST", "/vms/1/do/start", {}), send("POST", "/vms/1/do/stop", {})]);
    return responses.map(({ status }) => status);
  };
  // Optional, and described: there is none.
  for (const result of [
    "{ type: object, required: [ip], properties: { ip: { type: string } } }",
    "{ type: object, additionalProperties: false, properties: { ip: { type: string } } }",
    "{ oneOf: [{ type: string }, { type: object, required: [ip], properties: { ip: { type: string } } }] }",
  ]) {
    const text = of("", result);
    expect(await respond(text, { status: "done" }), result).toEqual([200, 200]);
    expect(await compile(text, program(`{ status: "done" }`)), result).toBe("");
    expect(await compile(text, program(`{ status: "done", result: {} }`, true)), result).toBe("");
  }
  // Required: it is one that is valid there.
  const required = of(", result", "{ type: object, required: [ip], properties: { ip: { type: string } } }");
  expect(await respond(required, { status: "done", result: { ip: "::2" } })).toEqual([200, 200]);
  expect(await compile(required, program(`{ status: "done", result: { ip: "::2" } }`))).toBe("");
  expect(await compile(required, program(`{ status: "done", result: {} }`, true))).toBe("");
  // Any object, as in responses that nothing describes.
  const any = of("", "{ type: object }");
  expect(await respond(any, { status: "done", result: {} })).toEqual([200, 200]);
  expect(await compile(any, program(`{ status: "done", result: {} }`))).toBe("");
});
