import { expect, test } from "vitest";
import { locationOfPointer } from "../../generator/lint/redocly/problem-diagnostic.js";
import { inFolder, load } from "./redocly-text.js";

const files = {
  "openapi.yaml": `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /a/{b}~c: { $ref: paths.yaml#/one }
components:
  schemas:
    Own: { $ref: "./schemas.yaml#/Other", description: mine }
    User: { items: { $ref: "./schemas.yaml#/Hoisted" } }
`,
  "paths.yaml": `one:
  get:
    tags: [first, second]
    responses: {}
`,
  "schemas.yaml": `Other: { type: string }
Hoisted:
  type: integer
`,
};

test.each([
  ["#/", false, "openapi.yaml:1:1"],
  ["#/info/version", false, "openapi.yaml:2:31"],
  ["#/info/version", true, "openapi.yaml:2:22"],
  ["#/info", true, "openapi.yaml:2:1"],
  ["#/info/license", false, "openapi.yaml:2:7"],
  ["#/info/license/name", true, "openapi.yaml:2:1"],
  ["#/paths/~1a~1{b}~0c", true, "openapi.yaml:4:3"],
  ["#/paths/~1a~1{b}~0c/get/tags/1", false, "paths.yaml:3:19", "openapi.yaml:4:13"],
  ["#/paths/~1a~1{b}~0c/get/tags", true, "paths.yaml:3:5", "openapi.yaml:4:13"],
  ["#/components/schemas/Own/description", false, "openapi.yaml:7:56"],
  ["#/components/schemas/Hoisted/type", false, "schemas.yaml:3:9"],
  ["#/components/schemas/Hoisted", true, "schemas.yaml:3:3"],
])("%s, on its key: %s, was written at %s", async (pointer, onKey, expected, ...references) => {
  const { location, related } = await inFolder(files, (folder) =>
    locationOfPointer(load(folder, "openapi.yaml"), pointer, onKey),
  );
  expect(`${location?.path}:${location?.line}:${location?.column}`).toBe(expected);
  expect(related.map((place) => `${place.location.path}:${place.location.line}:${place.location.column}`)).toEqual(references);
});
