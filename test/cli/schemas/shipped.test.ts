import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { shippedSchemas } from "../../../generator/cli/schemas/schemas.js";
import { repositoryPath } from "../../support/repository.js";

/** Written by hand; the rest is made from the generator's tables, and `npx vitest run <this file> -u` accepts it. */
const handwritten = ["fixture", "report"];
const made = Object.keys(shippedSchemas).filter((name) => !handwritten.includes(name));

test.each(made)("schemas/%s.schema.json is what the command prints", async (name) => {
  const text = `${JSON.stringify(shippedSchemas[name]!.make("platform"), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(fileOf(name));
});

test.each(handwritten)("the command prints schemas/%s.schema.json", (name) => {
  expect(shippedSchemas[name]!.make("platform")).toEqual(JSON.parse(readFileSync(fileOf(name), "utf8")));
});

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
      formats: { date: true, regex: true },
    }).compile(make("platform")),
  ).not.toThrow();
});

function fileOf(name: string): string {
  return repositoryPath(`schemas/${name}.schema.json`);
}
