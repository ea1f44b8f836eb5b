import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { shippedSchemas } from "../../../generator/cli/schemas/schemas.js";
import { repositoryPath } from "../../support/repository.js";

test.each(Object.keys(shippedSchemas))(
  "schemas/%s.schema.json is what the command prints (UPDATE_SCHEMAS=1 accepts a change)",
  (name) => {
    const file = repositoryPath(`schemas/${name}.schema.json`);
    const schema = shippedSchemas[name]!.make("platform");
    if (process.env["UPDATE_SCHEMAS"] && !["fixture", "report"].includes(name)) {
      writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
    }
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(schema);
  },
);

test("every file in schemas/ can be printed", () => {
  const names = readdirSync(repositoryPath("schemas")).map((file) => file.replace(".schema.json", ""));
  expect(names.sort()).toEqual(Object.keys(shippedSchemas).sort());
});

test.each(Object.entries(shippedSchemas))("%s is a JSON Schema, and needs no other file", (_, { make }) => {
  expect(() =>
    new Ajv2020({
      strict: true,
      strictTypes: false,
      strictRequired: false,
      allowMatchingProperties: true,
      allErrors: true,
      formats: { regex: true },
    }).compile(make("platform")),
  ).not.toThrow();
});
