import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { expect, test } from "vitest";
import type { AnyApplication, Route } from "../../templates/runtime/server/contract.js";
import { createServer } from "../../templates/runtime/server/create-server.js";
import { toFetchHandler } from "../../templates/runtime/server/http.js";
import { runHandler } from "../../templates/runtime/server/run-handler.js";
import { toNodeHandler } from "../../templates/runtime/server/node.js";
import { serve } from "./listen.js";

const json = ["application/json"];

/** A server of one operation at `/things` that answers as it is told. */
function answering(responses: Route["responses"], answer: object) {
  const route: Route = {
    operation: "list",
    method: "GET",
    path: ["things"],
    parameters: [],
    authentication: "none",
    scopes: [],
    reveals: false,
    hasService: false,
    serviceTypes: [],
    responses,
  };
  const validators = { actions: {}, operations: {} };
  const application = {
    authenticate: () => undefined,
    canAccess: () => true,
    handlers: { operations: { list: () => answer } },
    log: () => undefined,
  };
  return createServer(
    { routes: [route], steps: { handler: runHandler }, validators, loadAllErrors: () => Promise.resolve(validators) },
    application as unknown as AnyApplication,
  );
}

/** All that a node:http server sends for two requests over one connection. */
async function sentFor(server: ReturnType<typeof answering>, method: string): Promise<string> {
  const { port } = await serve(http.createServer(toNodeHandler(server)));
  const socket = net.connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (data) => (received += data.toString("latin1")));
  const request = `${method} /things HTTP/1.1\r\nhost: x\r\n`;
  socket.write(`${request}\r\n${request}connection: close\r\n\r\n`);
  await once(socket, "close");
  return received;
}

const cases = [204, 205, 304].flatMap((status) => [
  [status, "itself", { [status]: json }, { status, body: { secret: 7 } }] as const,
  [status, "a range", { [`${String(status)[0]}XX`]: json }, { status, body: { secret: 7 } }] as const,
  [status, "default, without a body", { default: json }, { status }] as const,
  [status, "default, of any type", { default: ["*/*"] }, { status }] as const,
]);

test.each(cases)("%i, declared by %s, is sent without a body", async (status, _, responses, answer) => {
  const server = answering(responses, answer);
  for (const method of ["GET", "HEAD"]) {
    // Node.js sends that there is nothing as a chunk of that length where only a 205 could have something.
    const received = (await sentFor(server, method)).replaceAll(/transfer-encoding: chunked\r\n\r\n0\r\n/gi, "");
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, `HTTP/1.1 ${status}`]);
    expect(received).not.toMatch(/secret|\ncontent-type:|\ncontent-length: [1-9]|\ntransfer-encoding:/i);
    expect(received.endsWith("\r\n\r\n")).toBe(true);
    const response = await toFetchHandler(server)(new Request("https://api.example/things", { method }));
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([status, null, ""]);
  }
});

test("a body that the contract does not declare is a mistake of the handler", async () => {
  const handler = toFetchHandler(answering({ 204: [] }, { status: 204, body: { secret: 7 } }));
  expect((await handler(new Request("https://api.example/things"))).status).toBe(500);
});
