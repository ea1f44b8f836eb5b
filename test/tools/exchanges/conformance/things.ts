import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { testContract, type TestOptions } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { readContract } from "../../../../generator/tools/exchanges/exchange-contract.js";

/** An operation of a document. */
export type Operation = Readonly<Record<string, unknown>>;

/** A contract with the operations of one path, each with a response of 200 with an object. */
export function contractOf(operations: Readonly<Record<string, Operation>>, address = "/things", title = "Things") {
  const ok = { description: "OK", content: { "application/json": { schema: { type: "object", properties: {} } } } };
  const methods = Object.entries(operations).map(([method, { responses = {}, ...operation }]) => [
    method,
    {
      operationId: `${method}Things`,
      summary: "Things",
      tags: ["things"],
      ...operation,
      responses: { "200": ok, ...(responses as object) },
    },
  ]);
  const document = {
    openapi: "3.1.0",
    info: { title, version: "1", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/" }],
    security: [],
    tags: [{ name: "things", description: "Things." }],
    paths: { [address]: Object.fromEntries(methods) as object },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
  };
  const file = path.join(mkdtempSync(path.join(tmpdir(), "strange-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  return readContract(file);
}

/** A response with JSON. */
export const json = (status: number, body: unknown = {}, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

/** A query parameter. */
export const query = (name: string, schema: object, required = false) => ({
  name,
  in: "query",
  required,
  description: name,
  schema,
});

/** What a run reports: `error name: problem`. */
export async function findingsOf(options: TestOptions): Promise<readonly string[]> {
  const { diagnostics } = await testContract(options);
  return diagnostics.filter(({ code }) => code !== "test-nothing").map(({ severity, message }) => `${severity} ${message}`);
}
