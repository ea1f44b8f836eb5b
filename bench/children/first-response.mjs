// Starts a server, calls it once and ends: the generated one in the folder of the first argument, that of the live contract for `live`, or
// one that says hello.
import http from "node:http";
import { createGenerated, createLive } from "./generated-server.mjs";
import { sendCalls } from "./send-calls.mjs";

const [folder] = process.argv.slice(2);
/** @type {http.RequestListener} */
let listener = (_request, response) => response.writeHead(200, { "content-length": 5 }).end("hello");
if (folder !== undefined) {
  const { server, toNodeHandler } = folder === "live" ? await createLive() : await createGenerated(folder);
  listener = toNodeHandler(server);
}
const server = http.createServer(listener);
server.listen(0, "127.0.0.1", async () => {
  await sendCalls(/** @type {import("node:net").AddressInfo} */ (server.address()).port, 1, 1);
  process.exit();
});
