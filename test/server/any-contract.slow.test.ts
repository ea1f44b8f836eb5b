import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { echoing, files, start } from "./any-contract.js";

test("the output compiles under the strictest options", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "any-contract-"));
  writeFiles(folder, files);
  expect(await typeCheckNatively(folder)).toBe("");
});

describe("several endpoints for actions", () => {
  const done = () => ({ status: "done", result: {} });
  const actions = {
    machine: { start: done, shared: done },
    "share-group": { shared: () => ({ status: "done", result: { group: 1 } }) },
    network: { attach: done, secured: done },
    alone: { go: done },
  };

  test("each serves its own types", async () => {
    const { send, errors } = await start({ actions });
    expect(await send("POST", "/machines/7/do/start", "{}")).toMatchObject({
      // The only success that the endpoint declares.
      status: 200,
      answer: { action: "start", status: "done", result: {} },
    });
    expect(await send("POST", "/machines/7/do/attach", "{}")).toMatchObject({ status: 404 });
    expect(await send("POST", "/networks/a/actions/attach", '{"n":1}')).toMatchObject({ status: 200 });
    expect(await send("POST", "/networks/a/actions/start", "{}")).toMatchObject({ status: 404 });
    expect(await send("POST", "/do/go", "{}")).toMatchObject({ status: 200 });
    expect(errors).toEqual([]);
  });

  test("the application provides the type of a service", async () => {
    const { send } = await start({ actions }, { findResource: () => ({ type: "share-group" }) });
    expect(await send("POST", "/machines/7/do/shared", "{}")).toMatchObject({ status: 200, answer: { result: { group: 1 } } });
    expect(await send("POST", "/machines/7/do/start", "{}")).toMatchObject({ status: 404 });
    expect(await send("POST", "/networks/a/actions/shared", "{}")).toMatchObject({ status: 404 });
  });

  test("an omitted optional body counts as an empty one", async () => {
    const { send } = await start({ actions });
    expect(await send("POST", "/machines/7/do/shared")).toMatchObject({ status: 200 });
    expect(await send("POST", "/networks/a/actions/attach")).toMatchObject({
      status: 400,
      answer: { error: "invalid_action_body: A body is required." },
    });
  });

  test("scopes of the operation and of the action are needed, all of them", async () => {
    const { send } = await start({ actions });
    const answer = await send("POST", "/machines/7/do/start", "{}", { "x-scopes": "start" });
    expect(answer).toMatchObject({ status: 403, answer: { error: "access_denied: The scopes base and stop are required." } });
  });

  test("scopes are a list, and a caller is bound if the application returns true: anything else grants nothing", async () => {
    const text = await start({ actions }, { authenticate: () => ({ scopes: "base start stop" }) });
    expect(await text.send("POST", "/machines/7/do/start", "{}")).toMatchObject({ status: 403 });
    const truthy = await start({ actions }, { canAccess: () => "no" as never });
    expect(await truthy.send("POST", "/machines/7/do/start", "{}")).toMatchObject({ status: 403 });
  });

  test("responses are validated against the endpoint's, too", async () => {
    const answers = [
      { status: "done", result: {} },
      { status: "failed", result: {} },
    ];
    const { send, errors } = await start({ actions: { alone: { go: () => answers.shift() } } });
    expect((await send("POST", "/do/go", "{}")).status).toBe(200);
    expect((await send("POST", "/do/go", "{}")).status).toBe(500);
    expect(errors).toEqual(["The contract declares no such status"]);
  });

  test("a message is text, whether or not the endpoint declares it", async () => {
    const { send, errors } = await start({
      actions: { network: { attach: () => ({ status: "done", message: 5, result: {} }) } },
    });
    expect((await send("POST", "/networks/a/actions/attach", "{}")).status).toBe(500);
    expect(errors).toEqual(["The message is not a string"]);
  });

  test("without authentication, actions with scopes can't be invoked", async () => {
    const { send } = await start({ actions });
    expect(await send("POST", "/networks/a/actions/secured", "{}")).toMatchObject({ status: 403 });
  });

  test("operations below the path of a service get the service", async () => {
    const { send } = await start({
      operations: {
        deleteMachine: (call) =>
          (call as { service: { type: string } }).service.type === "machine" ? { status: 204 } : undefined,
      },
    });
    const gone = await send("DELETE", "/machines/7");
    expect([gone.status, gone.answer, gone.headers["content-type"]]).toEqual([204, undefined, undefined]);
  });
});

describe("parameters", () => {
  const page = { "x-page": "2" };

  test("in all locations and styles", async () => {
    const { send } = await start({ operations: { find: echoing } });
    const query = "ids=1&ids=2&tags=a,b&filter[min]=5&filter[on]=null&json=%7B%22a%22:1%7D&unknown=1";
    const { status, answer } = await send("GET", `/find/a.b.csv?${query}`, undefined, { ...page, cookie: "theme=1; x=2" });
    expect([status, answer]).toEqual([400, { error: 'invalid_parameter: format must be one of "csv", "json".' }]);
    expect((await send("GET", `/find/a.csv?${query}`, undefined, { ...page, cookie: "theme=1; x=2" })).answer).toEqual({
      path: { kind: "a", format: "csv" },
      query: { ids: [1, 2], tags: ["a", "b"], filter: { min: 5, on: null }, json: { a: 1 } },
      headers: { "x-page": 2 },
      cookies: { theme: 1 },
    });
  });

  test("that are missing or wrong", async () => {
    const { send } = await start({ operations: { find: echoing } });
    const error = async (url: string, headers: Record<string, string>) => (await send("GET", url, undefined, headers)).answer;
    expect(await error("/find/a.csv", {})).toEqual({ error: "invalid_parameter: x-page is required." });
    expect(await error("/find/a.csv?ids=1&ids=x&json=%7B%7D", { "x-page": "0" })).toEqual({
      error: "invalid_parameter: ids/1 must be integer; json/a is required; x-page must be >= 1.",
    });
    expect(await error("/find/a.csv", { ...page, cookie: "theme=light" })).toEqual({
      error: 'invalid_parameter: theme must be one of 1, "dark", true.',
    });
  });
});

test("optional authentication", async () => {
  const seen: unknown[] = [];
  const { send } = await start(
    { operations: { find: (call) => (seen.push((call as { principal: unknown }).principal), { status: 200, body: {} }) } },
    { authenticate: () => undefined, canAccess: (principal) => principal !== undefined },
  );
  expect((await send("GET", "/find/a.csv", undefined, { "x-page": "1" })).status).toBe(200);
  expect(seen).toEqual([undefined]);
  const required = await send("DELETE", "/machines/7");
  expect([required.status, required.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
});

test("callers must satisfy the security of the operation", async () => {
  const { send } = await start({}, { authenticate: () => undefined });
  const ask = async (path: string) => {
    const { status, answer, headers } = await send("GET", path);
    return [status, answer, headers["www-authenticate"]];
  };
  const error = "unauthenticated: Valid credentials are required.";
  expect(await ask("/basic")).toEqual([401, { error }, 'Basic realm="api"']);
  expect(await ask("/key")).toEqual([401, { error }, undefined]);
});

test("statuses by range and by default", async () => {
  const answers = [
    { status: 418, body: { error: "x" } },
    { status: 418, body: {} },
    { status: 503 },
    { status: 503, body: {} },
    { status: 199 },
    { status: 600 },
    { status: 299.5 },
  ];
  const { send, errors } = await start({ operations: { find: () => answers.shift() } });
  const statuses = [];
  for (let left = answers.length; left > 0; left--)
    statuses.push((await send("GET", "/find/a.csv", undefined, { "x-page": "1" })).status);
  expect(statuses).toEqual([418, 500, 503, 500, 500, 500, 500]);
  const undeclared = "The contract declares no such status";
  expect(errors).toEqual([
    "The body violates the contract",
    "The contract declares no body for this status",
    undeclared,
    undeclared,
    undeclared,
  ]);
});

describe("bodies that are not JSON", () => {
  test("forms", async () => {
    const { send } = await start({ operations: { sendForm: echoing } });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await send("POST", "/forms", "n=5&list=true&list=false&x=a+b", form)).answer).toMatchObject({
      body: { n: 5, list: [true, false], x: "a b" },
    });
    expect((await send("POST", "/forms", "n=five", form)).answer).toEqual({ error: "invalid_body: /n must be integer." });
    expect((await send("POST", "/forms", "n=1&n=2", form)).answer).toEqual({
      error: "invalid_body: The body has the same property twice.",
    });
    expect((await send("POST", "/forms", "n=%", form)).answer).toEqual({
      error: "invalid_body: The body is not percent-encoded UTF-8.",
    });
    expect((await send("POST", "/forms", "{}")).status).toBe(415);
  });

  test("text, bytes and other JSON", async () => {
    const bodies: unknown[] = [];
    const { send } = await start({
      operations: { putNote: (call) => (bodies.push((call as { body: unknown }).body), { status: 200, body: "é" }) },
    });
    for (const type of ["text/csv", "application/octet-stream"]) {
      expect(await send("PUT", "/notes", "a", { "content-type": type })).toMatchObject({
        status: 200,
        answer: "é",
        headers: { "content-type": "text/plain" },
      });
    }
    expect((await send("PUT", "/notes", '{"a":1}', { "content-type": "application/merge-patch+json" })).status).toBe(200);
    expect((await send("PUT", "/notes", "{}", { "content-type": "application/merge-patch+json" })).answer).toEqual({
      error: "invalid_body: /a is required.",
    });
    expect((await send("PUT", "/notes")).status).toBe(200);
    expect(bodies).toEqual(["a", new TextEncoder().encode("a"), { a: 1 }, undefined]);
  });

  test("a multipart form is read, its files are files", async () => {
    const { send, errors } = await start({
      operations: {
        async upload(call) {
          const { file } = (call as { body: { file: File } }).body;
          return { status: 200, body: { [file.name]: await file.text() } };
        },
      },
    });
    const part = 'content-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello';
    const type = { "content-type": "multipart/form-data; boundary=xyz" };
    expect((await send("POST", "/uploads", `--xyz\r\n${part}\r\n--xyz--\r\n`, type)).answer).toEqual({ "a.txt": "hello" });
    expect((await send("POST", "/uploads", "{}")).status).toBe(415);
    expect(errors).toEqual([]);
  });

  test("responses of a chosen type", async () => {
    const bytes = Uint8Array.of(0, 255);
    const { send } = await start({
      operations: { putNote: () => ({ status: 200, body: bytes, contentType: "application/octet-stream" }) },
    });
    expect(await send("PUT", "/notes")).toMatchObject({
      status: 200,
      answer: bytes,
      headers: { "content-type": "application/octet-stream" },
    });
    const chosen: [unknown, number][] = [
      ["image/png", 200],
      ["text/plain; charset=utf-8", 200],
      ["image/*", 500],
      ["text/html", 500],
      ["image/png\r\na: b", 500],
    ];
    for (const [contentType, status] of chosen) {
      const other = await start({ operations: { putNote: () => ({ status: 200, body: bytes, contentType }) } });
      expect((await other.send("PUT", "/notes")).status, String(contentType)).toBe(status);
    }
    const object = await start({ operations: { putNote: () => ({ status: 200, body: {}, contentType: "text/plain" }) } });
    expect((await object.send("PUT", "/notes")).status).toBe(500);
    expect(object.errors).toEqual(["The body is neither text nor bytes"]);
  });
});
