// A bare server that responds to every request as the action would, to measure clients; prints its port once it listens.
import { createServer } from "node:http";
import { responseBody } from "./action-call.mjs";

const text = JSON.stringify(responseBody);
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };

const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, headers).end(text));
});
server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: /** @type {import("node:net").AddressInfo} */ (server.address()).port }),
);
process.on("disconnect", () => process.exit());
