import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { clean, inWords, redocly } from "./redocly-text.js";

const words = async (text: string) => (await redocly(text)).map(inWords);

test("references in data are data: they may lead to themselves, to files and to servers", async () => {
  const asked: string[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url!);
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const remote = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`;
  for (const target of [
    remote,
    "#/x-note",
    "#/components/schemas/Note/default",
    "/etc/passwd",
    "other.yaml#/a",
    "#/constructor",
  ]) {
    const data = `{ $ref: "${target}" }`;
    const schemas = `    Note: { type: object, default: ${data}, enum: [${data}], example: { a: ${data} }, x-note: [${data}] }\n`;
    const operation = `      x-note: ${data}
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Note" }
            examples: { a: { value: ${data} }, b: { externalValue: "${remote}" } }
`;
    expect(await words(`${clean({ operation, schemas })}x-note: ${data}\n`), target).toEqual([]);
  }
  expect(asked).toEqual([]);
});
