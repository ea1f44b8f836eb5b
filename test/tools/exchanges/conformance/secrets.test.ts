import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { temporaryFolder } from "../../../support/command-line.js";

const contract = `openapi: 3.1.0
info: { title: Users, version: "1" }
paths:
  /login:
    post:
      operationId: login
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, password]
              additionalProperties: false
              properties: { name: { type: string }, password: { type: string, writeOnly: true, format: password, minLength: 12, examples: [correct-horse-battery] } }
      responses:
        "200": { description: OK, content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }
        "400": { description: No, content: { application/json: { schema: { type: object, properties: { error: { type: string } } } } } }
`;

/** What is found where a server responds to logins, some of them invalid. */
async function codes(respond: (body: string, isValid: boolean) => Response) {
  const file = path.join(temporaryFolder(), "openapi.yaml");
  writeFileSync(file, contract);
  const report = await testContract({
    contract: file,
    only: ["valid", "invalid"],
    fetch: async (_, { body }) => {
      const text = new TextDecoder().decode(body as Uint8Array | undefined);
      const value = JSON.parse(text || "null") as { name?: unknown; password?: unknown } | null;
      const { name, password, ...others } = value ?? {};
      const isValid = typeof name === "string" && typeof password === "string" && password.length >= 12;
      return respond(text, isValid && Object.keys(others).length === 0);
    },
  });
  return [...new Set(report.diagnostics.map(({ code }) => code))];
}

const ok = () => Response.json({ name: "ann" });
const no = (error: string, headers: Record<string, string> = {}) => Response.json({ error }, { status: 400, headers });

test("a server that keeps secrets has no finding", async () => {
  expect(await codes((_, isValid) => (isValid ? ok() : no("not a login")))).toEqual([]);
});

test("an error that repeats a secret is found, in the body and in a header", async () => {
  expect(await codes((text, isValid) => (isValid ? ok() : no(`not a login: ${text}`)))).toEqual(["test-secret"]);
  const header = (text: string) => ({ "x-debug": encodeURIComponent(text) });
  expect(await codes((text, isValid) => (isValid ? ok() : no("not a login", header(text))))).toEqual(["test-secret"]);
});
