import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (dialect: string) => findings("schema-dialect", contract({ root: `jsonSchemaDialect: ${dialect}` }));

test("another dialect", () => {
  expect(of("http://json-schema.org/draft-04/schema#")).toEqual([
    '[http://json-schema.org/draft-04/schema#] warning the dialect "http://json-schema.org/draft-04/schema#" is ignored: schemas are read as JSON Schema 2020-12',
  ]);
});

test.each(["https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"])(
  "%s is valid",
  (dialect) => {
    expect(of(dialect)).toEqual([]);
  },
);

test("so is none", () => {
  expect(findings("schema-dialect", contract())).toEqual([]);
});
