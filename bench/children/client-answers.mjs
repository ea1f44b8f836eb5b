// A bare server that answers every request as the action would, to measure clients with; says its port when it listens.
import { createServer } from "node:http";
import { answer } from "./action-call.mjs";

const text = JSON.stringify(answer);
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };

const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, headers).end(text));
});
server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: /** @type {import("node:net").AddressInfo} */ (server.address()).port }),
);
process.on("disconnect", () => process.exit());
