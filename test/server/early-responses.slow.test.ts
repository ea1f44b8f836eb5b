import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { limitConnections, respondToClientError, toFetchHandler, toNodeHandler } from "../../generated/server/index.js";
import { actionPath, createControlPlane } from "./control-plane.js";
import { serve } from "./listen.js";

const path = actionPath("postgres", "add_ip");

/** Sends uploads from another process, each on its own connection, and prints the responses. */
const client = `
  import http from "node:http";
  import net from "node:net";
  const [port, kind, path, token] = process.argv.slice(-4);
  const size = 24 * 1048576;
  const headers = { "content-type": "application/json", authorization: "Bearer " + token };
  const url = "http://127.0.0.1:" + port + path;
  const piece = new Uint8Array(65536);
  const chunks = () => { let left = size / 65536; return new ReadableStream({ pull: (c) => left-- > 0 ? c.enqueue(piece) : c.close() }); };
  const byFetch = async (body) => (await fetch(url, { method: "POST", headers, body, duplex: "half" })).status;
  // As many clients do: reads nothing before everything is sent.
  const byStages = () => new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1");
    const lines = Object.entries({ host: "x", "content-length": size, ...headers }).map((pair) => pair.join(": ") + "\\r\\n");
    socket.pause().on("error", reject);
    socket.write("POST " + path + " HTTP/1.1\\r\\n" + lines.join("") + "\\r\\n");
    socket.write(Buffer.alloc(size), () => { socket.resume().on("data", (data) => resolve(Number(/ (\\d+) /.exec(data)[1]))); });
  });
  const send = { length: () => byFetch(new Uint8Array(size)), chunks: () => byFetch(chunks()), stages: byStages }[kind];
  const counts = {};
  for (let count = 0; count < 8; count++) {
    const outcome = await send().catch((error) => error.cause?.code ?? error.code ?? error.message);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  console.log(JSON.stringify(counts));
  process.exit();
`;

async function run(...args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", client, "--", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return JSON.parse(output);
}

const plane = () => createControlPlane({ limits: { bodyBytes: 1000 } }).server;

const listeners = {
  node: () => toNodeHandler(plane()),
  // As adapters of frameworks for fetch do it on node:http.
  fetch: (): http.RequestListener => {
    const handle = toFetchHandler(plane());
    return async (request, response) => {
      const { method = "", url = "", headers } = request;
      const body = Readable.toWeb(request) as ReadableStream<Uint8Array>;
      const init = { method, headers: headers as Record<string, string>, body, duplex: "half" };
      const { status, headers: sent, body: answer } = await handle(new Request(`http://x${url}`, init as RequestInit));
      response.writeHead(status, Object.fromEntries(sent));
      if (answer) for await (const chunk of Readable.fromWeb(answer as never)) response.write(chunk);
      response.end();
    };
  },
};

const kinds = ["length", "chunks", "stages"];

const rejections = [
  [path, "all", 413],
  [path, "nobody", 401],
  ["/nowhere", "all", 404],
] as const;

test.each(kinds.flatMap((kind) => rejections.map((rejection) => [kind, ...rejection] as const)))(
  "an upload (%s) to %s as %s arrives as %i at the client",
  { timeout: 60_000 },
  async (kind, target, token, status) => {
    const { port } = await serve(limitConnections(http.createServer(listeners.node())));
    expect(await run(`${port}`, kind, target, token)).toEqual({ [status]: 8 });
  },
);

test.each(rejections)("an upload to %s as %s through fetch arrives as %i", { timeout: 60_000 }, async (target, token, status) => {
  const { port } = await serve(http.createServer(listeners.fetch()));
  expect(await run(`${port}`, "length", target, token)).toEqual({ [status]: 8 });
});

test("an upload that is not HTTP arrives as 400 at the client", { timeout: 60_000 }, async () => {
  const { port } = await serve(http.createServer(listeners.node()).on("clientError", respondToClientError));
  expect(await run(`${port}`, "stages", `${path} HTTP/1.1\r\ncontent-length: 1\r\nx: `, "all")).toEqual({ 400: 8 });
});
