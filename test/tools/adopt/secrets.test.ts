import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { at } from "../../document/load-text.js";
import { adopt, json, openapi } from "./adopted.js";

describe("a result", () => {
  it.each<[string, string, boolean]>([
    ["a secret", "{ properties: { key: { type: string, format: password } } }", true],
    ["one that only requests have", "{ properties: { key: { type: string, format: password, writeOnly: true } } }", false],
    ["one in an object that only requests have", "{ properties: { login: { $ref: '#/components/schemas/Login' } } }", false],
    [
      "one that both have",
      "{ properties: { a: { $ref: '#/components/schemas/Key' }, b: { $ref: '#/components/schemas/Key', writeOnly: true } } }",
      true,
    ],
    ["one that only responses have", "{ properties: { key: { type: string, format: password, readOnly: true } } }", true],
  ])("reveals the secrets that responses contain: %s", async (_, schema, isMarked) => {
    const { document } = await adopt(
      openapi(
        `/keys/{id}:show: { post: { responses: { "200": { description: OK, ${json(schema)} } } } }`,
        `Key: { type: string, format: password }
Login: { type: object, writeOnly: true, properties: { key: { $ref: '#/components/schemas/Key' } } }`,
      ),
    );
    const action = at(document, "paths", "/keys/{id}:{action}", "post", "x-platform-key-actions", "show") as JsonObject;
    expect(action["x-platform-reveal"] === true).toBe(isMarked);
  });
});
