import { expect, test } from "vitest";
import { buildTypesDocument } from "../../generator/emit/types/types-document.js";

test("titles and descriptions that are no text are left out: they would stop openapi-typescript", () => {
  const schema = { title: [], description: 1, type: "string" };
  const document = { paths: { "/a": { summary: {}, description: "Text" } }, components: { schemas: { A: schema } } };
  expect(buildTypesDocument(document)).toEqual({
    paths: { "/a": { description: "Text" } },
    components: { schemas: { A: { type: "string" } } },
  });
});
