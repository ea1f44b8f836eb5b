import net from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ApiError, type ClientError, createClient } from "../../generated/client/index.js";
import { connectClient } from "../binding/bound-contract.js";
import { bankAccounts } from "../binding/styles/bank-accounts.js";
import { cloudMachines } from "../binding/styles/cloud-machines.js";
import type { Style } from "../binding/style.js";
import { tickets } from "../binding/styles/tickets.js";
import { failureOf, targets } from "./connect.js";

/** A server that sends some bytes to each connection and ends it. */
async function sending(bytes: Buffer): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on("error", () => {}).once("data", () => socket.end(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

function response(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = "",
  length?: number,
): Buffer {
  const all = { "content-length": `${length ?? Buffer.byteLength(body)}`, connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Some\r\n${lines.join("")}\r\n`), Buffer.from(body)]);
}

const json = { "content-type": "application/json" };

/** Ways to call an action, with the successes of three contracts. */
const calls: Readonly<
  Record<string, { status: number; body: string; result: object; call: (baseUrl: string) => Promise<unknown> }>
> = {
  "the control API": {
    status: 200,
    body: '{"action":"add_ip","status":"ok","result":{}}',
    result: { action: "add_ip", status: "ok", result: {} },
    call: async (baseUrl) => createClient({ baseUrl, token: "t" }).postgres(targets.postgres).add_ip({ cidr: "192.0.2.1/32" }),
  },
  "cloud-machines": {
    status: 202,
    body: '{"id":"run-1","action":"resize","state":"queued"}',
    result: { status: "queued", envelope: { id: "run-1" }, headers: { location: "/x" } },
    call: async (baseUrl) => {
      const { client } = await connectClient(cloudMachines, { baseUrl });
      return client["vm"]!(cloudMachines.path)["resize"]!({ size: "large" });
    },
  },
  "bank-accounts": {
    status: 200,
    body: '{"data":{}}',
    result: { result: {}, envelope: {} },
    call: async (baseUrl) => {
      const { client } = await connectClient(bankAccounts, { baseUrl });
      return client["checking"]!(bankAccounts.path)["close"]!({});
    },
  },
};

describe.each(Object.entries(calls))("a call of an action of %s fails clearly", (_, { status, body, result, call }) => {
  const good = { ...json, location: "/x" };
  const invalid = "InvalidResponseError";

  test("unless the response is good", async () => {
    expect(await call(await sending(response(status, good, body)))).toEqual(result);
    expect(await call(await sending(response(status, { ...good, "content-encoding": "gzip" }, gzipSync(body))))).toEqual(result);
  });

  test.each<[string, Buffer, string, string]>([
    ["nothing", Buffer.from(""), "NetworkError", "received no response"],
    ["another protocol", Buffer.from("SSH-2.0-OpenSSH\r\n"), "NetworkError", "received no response"],
    ["half a head", Buffer.from("HTTP/1.1 200 OK\r\ncontent-"), "NetworkError", "received no response"],
    ["half a body", response(status, good, body.slice(0, 9), 500), "NetworkError", "received no complete response"],
    ["half the body of an error", response(400, good, '{"err', 500), "NetworkError", "received no complete response"],
    [
      "another media type",
      response(status, { ...good, "content-type": "text/csv" }, body),
      invalid,
      "returned text that is not the declared JSON",
    ],
    ["no media type", response(status, { location: "/x" }, body), invalid, "returned text that is not the declared JSON"],
    [
      "a page",
      response(200, { "content-type": "text/html" }, "<h1>key-7f3a</h1>"),
      invalid,
      "returned text that is not the declared JSON",
    ],
    ["no body", response(204, good), invalid, "returned text that is not the declared JSON"],
    ["an empty body", response(status, good), invalid, "returned text that is not the declared JSON"],
    ["an undeclared success", response(207, good, body), invalid, "returned an undeclared 207"],
    ["an undeclared failure", response(418, good, body), "ApiError", "returned 418"],
    ["an undeclared failure with a list", response(418, good, "[1]"), "ApiError", "returned 418"],
    ["a status that is none", response(999, good, body), "ApiError", "returned 999"],
    ["a redirect", response(308, { location: "http://127.0.0.1:1/" }), "ApiError", "returned 308: redirects are not followed"],
    [
      "what is not compressed",
      response(status, { ...good, "content-encoding": "gzip" }, body),
      "NetworkError",
      "received no complete response",
    ],
    [
      "a header without end",
      response(status, { ...good, "x-long": "a".repeat(70_000) }, body),
      "NetworkError",
      "received no response",
    ],
    ["null", response(status, good, "null"), invalid, "returned "],
    ["text", response(status, good, '"text"'), invalid, "returned "],
    ["a list", response(status, good, "[]"), invalid, "returned no "],
    ["an empty object", response(status, good, "{}"), invalid, "returned no "],
    ["a deep list", response(status, good, "[".repeat(100_000) + "]".repeat(100_000)), invalid, "returned no "],
    ["a deep error", response(400, good, "[".repeat(100_000) + "]".repeat(100_000)), "ApiError", "returned 400"],
  ])("on %s", async (__, bytes, name, message) => {
    const error = (await failureOf(call(await sending(bytes)))) as ClientError;
    expect(error).toMatchObject({ name });
    expect(error.message).toContain(` ${message}`);
    expect(error.message).not.toContain("key-7f3a");
  });
});

/** An error in the style of each contract whose errors have a list of details, and how one element of it is written. */
const shapes: readonly (readonly [
  style: Style,
  type: string,
  action: string,
  body: (details: unknown) => object,
  detail: (pointer: string, message: string) => object,
])[] = [
  [
    cloudMachines,
    "vm",
    "resize",
    (errors) => ({ type: "about:blank", title: "No", status: 400, code: "bad", detail: "No.", errors, retry_in: 5 }),
    (pointer, detail) => ({ pointer, detail }),
  ],
  [
    bankAccounts,
    "checking",
    "close",
    (details) => ({ error: { code: "bad", message: "No.", details }, retry_in: 5 }),
    (field, message) => ({ field, message }),
  ],
  [
    tickets,
    "incident",
    "move",
    (fields) => ({ ok: false, fault: { id: "bad", reason: "No.", http: 400 }, fields, retry_in: 5 }),
    (at, why) => ({ at, why }),
  ],
];

describe.each(shapes)("an error in the style of $name", (style, type, action, body, detail) => {
  const errorOf = async (text: string) => {
    const baseUrl = await sending(response(400, { "content-type": style.mediaType, "x-request-id": "r-1" }, text));
    const { client } = await connectClient(style, { baseUrl });
    return (await failureOf(client[type]!(style.path)[action]!({}))) as ApiError;
  };
  const facts = { name: "ApiError", status: 400, code: "bad", text: "No.", requestId: "r-1" };

  test("has details, and everything in the body", async () => {
    const error = await errorOf(JSON.stringify(body([detail("/a", "too big"), detail("/b", "too small")])));
    expect(error).toMatchObject({
      ...facts,
      details: [
        { pointer: "/a", rule: "", message: "too big" },
        { pointer: "/b", rule: "", message: "too small" },
      ],
      body: { retry_in: 5 },
    });
  });

  test.each(["none", {}, 7, null])("has no details where the list is none: %j", async (list) => {
    const error = await errorOf(JSON.stringify(body(list)));
    expect(error).toMatchObject(facts);
    expect(error).not.toHaveProperty("details");
  });

  test("has the first thousand of a million details, and the others in its body", async () => {
    const element = JSON.stringify(detail("/a", "x"));
    const error = await errorOf(JSON.stringify(body([])).replace("[]", `[${Array<string>(1_000_000).fill(element).join(",")}]`));
    expect(error).toMatchObject(facts);
    expect(error.details).toHaveLength(1000);
    expect(JSON.stringify(error.body).length).toBeGreaterThan(1_000_000 * element.length);
  });

  test("is not confused by names that JavaScript itself uses", async () => {
    const names = '"__proto__":{"polluted":1,"pointer":"/p","field":"/p","at":"/p"},"constructor":{"prototype":{"polluted":1}},';
    const text = JSON.stringify(body([{ message: 7 }, "text", null, [1]])).replaceAll("{", `{${names}`);
    const error = await errorOf(text);
    expect(error).toMatchObject({ ...facts, details: Array<object>(4).fill({ pointer: "", rule: "", message: "" }) });
    expect(error.constructor.name).toBe("ApiError");
    for (const value of [{}, error, error.details![0], Object.prototype]) expect(value).not.toHaveProperty("polluted");
    const nothing = await errorOf('{"__proto__":{"code":"bad","error":"bad: No."},"constructor":"bad"}');
    expect(nothing).toMatchObject({ status: 400, code: undefined, text: "" });
  });
});
