// Counts the bytes of the files of multipart forms: by the generated server in a folder, or by busboy, as the argument says.
import busboy from "busboy";
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder = ""] = process.argv.slice(2);

const listener = folder === "busboy" ? countWithBusboy : await generatedListener();

const server = http.createServer(listener);
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`);
});

async function generatedListener() {
  const { createServer, toNodeHandler } = await import(pathToFileURL(path.join(folder, "server/index.js")).href);
  const addFilm = async (/** @type {{ body: { film: AsyncIterable<Uint8Array> } }} */ { body }) => {
    let size = 0;
    for await (const chunk of body.film) size += chunk.byteLength;
    return { status: 200, body: { size } };
  };
  return toNodeHandler(
    createServer({ authenticate: () => ({}), canAccess: () => true, log: console.error, handlers: { operations: { addFilm } } }),
  );
}

/** @type {http.RequestListener} */
function countWithBusboy(request, response) {
  const parser = busboy({ headers: request.headers });
  let size = 0;
  parser.on("file", async (_, file) => {
    for await (const chunk of file) size += chunk.byteLength;
  });
  parser.on("close", () => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ size }));
  });
  request.pipe(parser);
}
