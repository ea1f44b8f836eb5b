import { once } from "node:events";
import net from "node:net";
import { describe, expect, test } from "vitest";
import { boundContract, connectClient, credentials, startServer, tokens, type BoundContract } from "./bound-contract.js";
import { anyMessage, failingCalls, defaultStatuses, type FailingCall } from "./failures.js";
import { sendRaw, type RawResponse } from "./raw-response.js";
import type { ErrorFacts, Failure, Style } from "./style.js";
import { styles } from "./styles/index.js";

describe.each(styles)("$name", (style) => {
  const [{ type, action, body, returns }] = style.successes as [Style["successes"][number]];

  const statusOf = ({ code, status }: FailingCall) => {
    return status ?? style.statuses?.[code as Failure] ?? defaultStatuses[code as Failure];
  };

  /** Sends the call over a socket. */
  async function fail({ request = {}, application, handler, ...rest }: FailingCall) {
    const { port, log } = await startServer(style, type, (errors) => ({
      handlers: { actions: { [type]: { [action]: (call) => (handler ? handler(call as never, errors) : returns) } } },
      ...application?.(errors),
    }));
    const token = "token" in rest ? rest.token : tokens.all;
    const content = "body" in request ? request.body : JSON.stringify(body);
    const headers: Record<string, string | undefined> = {
      "x-request-id": "r-1",
      ...(token === undefined ? {} : credentials(style, token)),
      ...(content === undefined ? {} : { "content-type": "application/json", "content-length": String(content.length) }),
      ...style.needs?.headers,
      ...request.headers,
    };
    const sent = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const { method = "POST", url = style.url(action) } = request;
    return { received: await sendRaw(port, { method, path: url, headers: sent, body: content }), log };
  }

  const calls = failingCalls(style);

  test.each(calls)("$name", async (call) => {
    const { validator } = await boundContract(style);
    const { received, log } = await fail(call);
    const status = statusOf(call);
    const { code, details = [] } = call;
    const content: unknown = JSON.parse(received.text);
    const facts: ErrorFacts = { status, code, message: call.message!, requestId: "r-1", details };
    expect(content).toEqual(style.error(facts));
    expect(received).toMatchObject({
      status,
      headers: { "content-type": style.mediaType, "x-request-id": "r-1", ...call.headers },
    });
    expect(Number(received.headers["content-length"])).toBe(Buffer.byteLength(received.text));
    expect((call.isUndeclared ? validator.checkError : validator.check)(style.template, "post", received)).toEqual([]);
    const { log: expected = [] } = call;
    expect(log.map(({ message }) => message)).toEqual(
      expected.map((message) => (message === anyMessage ? expect.any(String) : message)),
    );
    await expectError(style, received, facts, type, action, body);
  });

  test("a request that is not HTTP", async () => {
    const { validator } = await boundContract(style);
    const { port } = await startServer(style, type, () => ({}));
    const received = await sendGarbage(port);
    const message = "The request is not HTTP.";
    const facts = { status: 400, code: "invalid_request", message, requestId: received.headers["x-request-id"]!, details: [] };
    expect(JSON.parse(received.text)).toEqual(style.error(facts));
    expect(validator.checkError(style.template, "post", received)).toEqual([]);
  });
});

/** The client's result for a raw response. */
async function expectError(
  style: Style,
  { status, headers, text }: RawResponse,
  facts: ErrorFacts,
  type: string,
  action: string,
  body: object | undefined,
): Promise<void> {
  const fetch = () => Promise.resolve(new Response(text, { status, headers }));
  const { client, exports } = await connectClient(style, { baseUrl: "http://localhost", fetch });
  const call = client[type]!(style.path)[action]!(body, style.needs);
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(exports["ApiError"]);
  const { code, text: message, details, requestId, body: read } = error as Record<string, unknown>;
  expect({ status: (error as { status: number }).status, requestId, body: read }).toEqual({
    status: facts.status,
    requestId: "r-1",
    body: JSON.parse(text) as unknown,
  });
  expect({ code, text: message, ...(details === undefined ? {} : { details }) }).toEqual(style.read(facts));
}

async function sendGarbage(port: number): Promise<RawResponse> {
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.end("this is not HTTP\r\n\r\n");
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head, text] = Buffer.concat(chunks).toString().split("\r\n\r\n") as [string, string];
  const [first, ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => line.split(": ") as [string, string]));
  return { status: Number(first!.split(" ")[1]), headers, text };
}

test("the test's validator can fail", async () => {
  const bound: BoundContract = await boundContract(styles.find(({ name }) => name === "shipments")!);
  const check = (status: number, headers: Record<string, string>, text: string) =>
    bound.validator.check("/shipments/{number}/{action}", "post", { status, headers, text });
  const json = { "content-type": "application/json" };
  expect(check(200, json, '{"success":true,"status":"held"}')).toEqual([]);
  expect(check(200, json, '{"success":false,"status":"held"}')).toEqual(["/success must be equal to one of the allowed values"]);
  expect(check(200, { ...json, location: "/" }, '{"success":true,"status":"held"}')).toEqual([
    "the header location is not declared",
  ]);
  expect(check(201, json, '{"success":true,"status":"held"}')).toEqual(["the header Location is missing"]);
  expect(check(202, { ...json, "retry-after": "soon" }, '{"success":true,"status":"held"}')).toEqual([
    "Retry-After must be integer",
  ]);
  expect(check(200, { "content-type": "text/html" }, "")).toEqual(["the content type text/html is not declared"]);
  expect(check(204, {}, "x")).toEqual(["has a body"]);
  expect(check(302, {}, "")).toEqual(["the status 302 is not declared"]);
  expect(check(404, json, "{}")).toHaveLength(4);
});
