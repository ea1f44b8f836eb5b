import path from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../generator/document/json-value.js";
import { planFixtures, printFixtures } from "../../../generator/tools/exchanges/fixtures/sampling/plan-fixtures.js";
import { validateExchange } from "../../../generator/tools/exchanges/validate-exchange.js";
import { validateFiles } from "../../../generator/tools/exchanges/validate-files.js";
import { createMock } from "../../../generator/tools/mock/mock.js";
import { har, host } from "./recordings/recorded.js";
import { contractOf, folderOf, lines } from "./validate-texts.js";

const file = { type: "string", format: "binary" };

const content = {
  "multipart/mixed": {
    schema: {
      type: "array",
      minItems: 3,
      prefixItems: [
        { type: "object", required: ["title"], properties: { title: { type: "string" } } },
        file,
        { type: "array", minItems: 1, items: file },
      ],
      items: { type: "integer" },
    },
    prefixEncoding: [{}, { contentType: "image/*" }, { contentType: "multipart/mixed", itemEncoding: { contentType: "x-a/*" } }],
  },
};

const text = JSON.stringify({
  openapi: "3.2.0",
  info: { title: "Pictures", version: "1" },
  servers: [{ url: host }],
  security: [],
  paths: { "/picture": { get: { operationId: "getPicture", responses: { 200: { description: "The picture.", content } } } } },
});

const contract = contractOf(text);

describe("a response that is a list of parts", () => {
  const validate = (body: JsonValue, headers?: Record<string, string>) =>
    validateExchange(contract, { operation: "getPicture", response: { status: 200, body, ...(headers && { headers }) } }).map(
      ({ pointer, message }) => `${pointer} ${message}`,
    );

  test("is validated, with a text for each file", () => {
    expect(validate([{ title: "Cat" }, "example", ["example"], 1])).toEqual([]);
    expect(validate([{ title: 1 }, "example", [], "1"])).toEqual([
      "/response/body/0/title must be string",
      "/response/body/2 must NOT have fewer than 1 item",
      "/response/body/3 must be integer",
    ]);
    expect(validate([{}], { "content-type": "multipart/mixed" })).toEqual([
      "/response/body must NOT have fewer than 3 items",
      "/response/body/0/title is required",
    ]);
    expect(validate("example")).toEqual(["/response/body must be array"]);
  });

  test("is not read from text, in which its bytes are lost", () => {
    expect(validate("--b--", { "content-type": "multipart/mixed; boundary=b" })).toEqual([]);
  });

  test("is what generated fixtures contain", () => {
    const [planned] = planFixtures(contract, { seed: 1, only: [] });
    const [exchange] = planned!.exchanges;
    expect(exchange!.response!.body).toEqual([{ title: expect.any(String) }, "example", ["example"]]);
    expect(printFixtures(planned!)).not.toContain("body: example");
    expect(validateExchange(contract, { operation: "getPicture", ...exchange! })).toEqual([]);
  });

  test("is read from recordings", async () => {
    const parts = (first: string, type = "image/png") =>
      `--b\r\n\r\n${first}\r\n--b\r\ncontent-type: ${type}\r\n\r\n\r\n--b\r\ncontent-type: multipart/mixed; boundary=c\r\n\r\n--c\r\ncontent-type: x-a/b\r\n\r\n\r\n--c--\r\n--b--`;
    const found = async (answer: string) => {
      const recording = har([{ url: "/picture", status: 200, type: "multipart/mixed; boundary=b", answer }]);
      return lines(await validateFiles(contract, ["."], { workingFolder: folderOf({ "a.har": recording }) })).map((line) =>
        line.replace(/^\S+ /, ""),
      );
    };
    expect(await found(parts('{"title":"Cat"}'))).toEqual([]);
    expect(await found(parts('{"title":1}'))).toEqual(['response-invalid "/response/body/0/title" must be string (rule "type")']);
    expect(await found(parts('{"title":"Cat"}', "text/html"))).toEqual([
      'response-invalid "/response/body" is a form that has a part 1, which must be image/* (rule "malformed")',
    ]);
  });
});

test("a mock sends files of a media type within the declared range", async () => {
  const mock = await createMock(path.join(folderOf({ "openapi.json": text }), "openapi.json"));
  const response = await mock.fetch(`${host}/picture`);
  expect(response.status).toBe(200);
  expect((await response.text()).match(/content-type: [^;\r]*/g)).toEqual([
    "content-type: application/json",
    "content-type: image/png",
    "content-type: multipart/mixed",
    "content-type: x-a/x-example",
  ]);
});
