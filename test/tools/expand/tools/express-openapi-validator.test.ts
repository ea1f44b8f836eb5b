import express, { type NextFunction, type Request, type Response } from "express";
import { middleware } from "express-openapi-validator";
import type { OpenAPIV3 } from "express-openapi-validator/dist/framework/types.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expandSpec } from "../expand-contract.js";
import { actionCases, actionsUrl } from "./action-cases.js";

const cases = actionCases("search");
const answers = new Map(cases.map(({ url, status, answer }) => [url, { status, answer }]));
let server: Server;

beforeAll(async () => {
  const app = express();
  app.use(express.json());
  // It writes into the document that it is given.
  const apiSpec = structuredClone(expandSpec().document("search")) as unknown as OpenAPIV3.DocumentV3_1;
  app.use(middleware({ apiSpec, validateSecurity: false, validateResponses: true }));
  app.use((request: Request, response: Response) => {
    const { status, answer } = answers.get(request.path)!;
    const isBroken = request.headers["x-broken"] === "yes";
    response.status(status).json(isBroken ? { ...(answer as object), status: "melted" } : answer);
  });
  app.use((error: { status?: number; message: string }, _: Request, response: Response, _next: NextFunction) => {
    response.status(error.status ?? 500).json({ error: error.message });
  });
  server = createServer(app).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function send(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${url}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

test("accepts the valid body of each action and the response of its example", async () => {
  expect(cases).toHaveLength(17);
  for (const { url, right, status, answer } of cases) expect(await send(url, right)).toEqual({ status, body: answer });
});

test("rejects a wrong body of each action with 400", async () => {
  for (const { url, wrong } of cases) expect([url, (await send(url, wrong)).status]).toEqual([url, 400]);
});

test("accepts no other action", async () => {
  expect((await send(`${actionsUrl}/bogus`, {})).status).toBe(404);
});

test("rejects a response with a status that the action doesn't have", async () => {
  const { url, right } = cases[0]!;
  const { status, body } = await send(url, right, { "x-broken": "yes" });
  expect([status, body]).toEqual([500, { error: "/response/status must be equal to one of the allowed values: ok" }]);
});
