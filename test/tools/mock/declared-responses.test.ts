import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createMock } from "../../../generator/tools/mock/index.js";

const object = (properties: object, required: readonly string[] = []) => ({ type: "object", required, properties });
const content = (schema: object, more: object = {}) => ({ content: { "application/json": { schema, ...more } } });
const disk = object({ name: { type: "string", readOnly: true }, size: { type: "integer", minimum: 1, maximum: 99 } }, ["size"]);
const operation = object({ name: { type: "string" }, done: { type: "boolean" } }, ["name", "done"]);
const failure = object(
  {
    error: object(
      {
        code: { type: "integer" },
        status: { type: "string", enum: ["INVALID", "MISSING", "DENIED"] },
        message: { type: "string" },
      },
      ["code", "status", "message"],
    ),
  },
  ["error"],
);
const others =
  "invalid_parameter invalid_body payload_too_large unsupported_media_type not_implemented internal method_not_allowed invalid_request request_timeout headers_too_large".split(
    " ",
  );
const failed = {
  description: "Failed.",
  ...content(failure),
  "x-platform-error-binding": {
    code: "/error/status",
    message: "/error/message",
    status: "/error/code",
    codes: {
      resource_not_found: "MISSING",
      access_denied: "DENIED",
      unauthenticated: "DENIED",
      ...Object.fromEntries(others.map((code) => [code, "INVALID"])),
    },
  },
};
const full = { error: { code: 507, status: "DENIED", message: "The disk is full." } };
const shows = (schema: object) => ({ "200": { description: "OK.", ...content(schema) }, default: failed });
const parameter = (name: string, location: string) => ({ name, in: location, required: true, schema: { type: "string" } });

const document = {
  openapi: "3.1.0",
  info: { title: "Disks", version: "1" },
  servers: [{ url: "/" }],
  security: [],
  paths: {
    "/disks": {
      get: { operationId: "listDisks", responses: shows(object({ disks: { type: "array", items: disk } })) },
      post: {
        operationId: "createDisk",
        parameters: [parameter("diskId", "query")],
        requestBody: { required: true, ...content(disk) },
        responses: {
          ...shows(operation),
          "507": { description: "Full.", ...content(failure, { examples: { full: { value: full } } }) },
        },
      },
    },
    "/disks/{disk}": {
      parameters: [parameter("disk", "path")],
      get: { operationId: "getDisk", responses: shows(disk) },
      delete: { operationId: "deleteDisk", responses: shows(operation) },
    },
  },
};

async function start() {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "declared-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const mock = await createMock(file, { tempo: 0, log: (message) => expect.fail(message) });
  return async (method: string, at: string, { body, prefer }: { body?: object; prefer?: string } = {}) => {
    const headers = { ...(body && { "content-type": "application/json" }), ...(prefer !== undefined && { prefer }) };
    const response = await mock.fetch(`http://mock.invalid${at}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
}

test("a creation that returns an operation keeps what it creates under the id that callers choose", async () => {
  const call = await start();
  const created = await call("POST", "/disks?diskId=db-1", { body: { size: 5 } });
  expect(created).toEqual({ status: 200, body: { name: expect.any(String), done: expect.any(Boolean) } });
  expect(await call("GET", "/disks/db-1")).toEqual({ status: 200, body: { name: "db-1", size: 5 } });
  expect(await call("GET", "/disks")).toEqual({ status: 200, body: { disks: [{ name: "db-1", size: 5 }] } });
  expect((await call("DELETE", "/disks/db-1")).body).toHaveProperty("done");
  expect((await call("GET", "/disks/db-1")).status).toBe(404);
});

test("a failure that callers prefer has the contract's code for its status, and the status itself", async () => {
  const call = await start();
  const preferring = async (code: number) => await call("GET", "/disks", { prefer: `code=${code}` });
  expect(await preferring(404)).toMatchObject({ status: 404, body: { error: { code: 404, status: "MISSING" } } });
  expect(await preferring(403)).toMatchObject({ status: 403, body: { error: { code: 403, status: "DENIED" } } });
  expect(await preferring(400)).toMatchObject({ status: 400, body: { error: { code: 400, status: "INVALID" } } });
  expect(await preferring(418)).toMatchObject({ status: 418, body: { error: { code: 418 } } });
});

test("an example of a failure stays as it is", async () => {
  const call = await start();
  const options = { body: { size: 5 }, prefer: "code=507" };
  expect(await call("POST", "/disks?diskId=db-1", options)).toEqual({ status: 507, body: full });
});
