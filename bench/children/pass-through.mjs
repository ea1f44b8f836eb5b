// Forwards to the origin that the argument names, with as little work as a program on node:http has.
import http from "node:http";

const { hostname, port } = new URL(process.argv[2] ?? "");
const agent = new http.Agent({ keepAlive: true });
const server = http.createServer((request, response) => {
  const { method, url: path, headers } = request;
  const sent = http.request({ agent, hostname, port, method, path, headers }, (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  sent.on("error", () => response.destroy());
  request.pipe(sent);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`);
});
