import express from "express";
import http from "node:http";
import { expect, test } from "vitest";
import { toNodeHandler } from "../../generated/server/index.js";
import { request, serve } from "./listen.js";
import { serveContract } from "./serve-contract.js";

const documentWith = (servers: readonly object[]) => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  servers,
  paths: { "/pets": { get: { operationId: "listPets", responses: { "204": { description: "None." } } } } },
});

const v2 = documentWith([
  { url: "https://{host}/v{version}/", variables: { host: { default: "api.example.com" }, version: { default: "2" } } },
  { url: "https://sandbox.example.com/test" },
]);

const application = { handlers: { operations: { listPets: () => ({ status: 204 }) } } };

async function statusesOf(document: object, urls: readonly string[], basePath?: string): Promise<number[]> {
  const start = serveContract(document);
  const { send } = await start({ ...application, ...(basePath === undefined ? {} : { basePath }) });
  return Promise.all(urls.map(async (url) => (await send("GET", url)).status));
}

test("paths start with the path of the contract's first server", async () => {
  expect(await statusesOf(v2, ["/v2/pets", "/pets", "/test/pets"])).toEqual([204, 404, 404]);
});

test("an application can have another prefix, or none", async () => {
  expect(await statusesOf(v2, ["/v2/pets", "/test/pets"], "/test")).toEqual([404, 204]);
  expect(await statusesOf(v2, ["/v2/pets", "/pets"], "")).toEqual([404, 204]);
});

test.each([[], [{ url: "https://api.example.com/" }], [{ url: "https://api.example.com/{tenant}" }]])(
  "servers without a known path add none: %j",
  async (...servers) => expect(await statusesOf(documentWith(servers), ["/pets"])).toEqual([204]),
);

test("prefixes may be spelled in any equivalent way", async () => {
  const document = documentWith([{ url: "/~v/a%2fb" }]);
  expect(await statusesOf(document, ["/~v/a%2Fb/pets", "/%7Ev/a%2fb/%70ets", "/~v/a/b/pets"])).toEqual([204, 204, 404]);
});

test("if Express has removed a prefix, there is no other", async () => {
  const { server } = await serveContract(v2)(application);
  const app = express();
  app.use("/api", toNodeHandler(server));
  app.use(toNodeHandler(server));
  const { port } = await serve(http.createServer(app));
  const statuses = ["/api/pets", "/v2/pets", "/api/v2/pets"].map(async (url) => (await request(port, "GET", url)).status);
  expect(await Promise.all(statuses)).toEqual([204, 204, 404]);
});
