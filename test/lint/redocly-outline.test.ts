import { readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type * as outlines from "../../generator/lint/redocly/outline.js";
import * as engine from "../../generator/lint/redocly/engine.js";
import { lintWithRedocly } from "../../generator/lint/redocly/lint-with-redocly.js";
import { coveredBy } from "../../generator/lint/redocly/severities.js";
import { repositoryPath } from "../support/repository.js";
import { clean, inFolder, load } from "./redocly-text.js";

/** Whether Redocly receives whole documents, for comparison. */
let isWhole = false;

vi.mock("../../generator/lint/redocly/outline.js", async (original) => {
  const { printOutline } = await original<typeof outlines>();
  return { printOutline: ((document) => (isWhole ? JSON.stringify(document) : printOutline(document))) as typeof printOutline };
});
const { printOutline } = await import("../../generator/lint/redocly/outline.js");

const schema = (text: string, limit: number) => ({ type: "string", description: text, maxLength: limit, pattern: "a b" });

test("documents that differ in texts and limits have the same outline", () => {
  expect(printOutline(schema("A name.", 5))).toBe(printOutline(schema("Another name.", 7)));
  expect(printOutline({ label: "Add it", summary: "Adds it." })).toBe(printOutline({ label: "Take it", summary: "Takes it." }));
});

test("what is equal or different in a document is so in its outline", () => {
  const list = (...schemas: object[]) => printOutline({ oneOf: schemas as never });
  const [one, other] = [schema("A name.", 5), schema("Another name.", 7)];
  expect(list(one, one)).not.toBe(list(one, other));
  expect(list(one, other)).toBe(list(other, one));
});

test("an outline keeps what rules read", () => {
  for (const kept of ["", "#/components/schemas/My Pet", "Click <script> here", "See [it](javascript:a b)"]) {
    expect(printOutline({ description: kept })).toContain(JSON.stringify(kept));
  }
  for (const kept of [0, -1, 1.5, null, "5"]) expect(printOutline({ maxLength: kept })).toBe(JSON.stringify({ maxLength: kept }));
  expect(printOutline({ title: "A b", enum: ["a b", 5], default: 5 })).toBe('{"title":"A b","enum":["a b",5],"default":5}');
});

test("an outline keeps data, which messages quote", () => {
  const value = { description: "A name.", more: [{ maxLength: 7, label: "A label." }] };
  for (const key of ["const", "default", "example"]) {
    expect(printOutline({ [key]: value, description: "A text." })).toBe(JSON.stringify({ [key]: value, description: "text 1" }));
  }
  expect(printOutline({ enum: [value], maxLength: 7 })).toBe(JSON.stringify({ enum: [value], maxLength: 1 }));
});

const cases = readdirSync(repositoryPath("test/cases"))
  .filter((name) => name !== "broken-reference")
  .map((name) => `test/cases/${name}/contract`);

test.each(cases)("Redocly finds the same in the outline of %s as in the document", async (folder) => {
  const contract = load(repositoryPath(folder), "openapi.yaml");
  isWhole = true;
  const expected = await lintWithRedocly(contract);
  isWhole = false;
  expect(await lintWithRedocly(contract)).toEqual(expected);
});

test("Redocly finds mistakes in an outline", async () => {
  const mistakes = clean({
    operation: "      sumary: Lists all pets\n",
    schemas: `    Unused: { description: "See <script>alert(1)</script>.", minimum: 5 }
    Same: { oneOf: [{ type: string, maxLength: 5 }, { type: string, maxLength: 5 }, { type: string, maxLength: 6 }] }\n`,
  });
  const found = await inFolder({ "openapi.yaml": mistakes }, (folder) => lintWithRedocly(load(folder, "openapi.yaml")));
  expect(found.map(({ code, location }) => `${location!.line} ${code}`)).toEqual([
    "16 redocly/struct",
    "21 redocly/no-unused-components",
    "21 redocly/no-unsafe-markdown",
    "22 redocly/no-unused-components",
    "22 redocly/no-illogical-composition-keywords",
  ]);
});

// The outline leaves out what none of these rules reads. A new one may read more: look at it, and at its findings in an outline.
test("these rules of Redocly run", () => {
  const { recommended } = engine;
  const settings = { ...recommended.rules, ...recommended.oas3_0Rules, ...recommended.oas3_1Rules, ...recommended.oas3_2Rules };
  const isOn = ([id, setting]: [string, unknown]) => setting !== "off" && !Object.hasOwn(coveredBy, id);
  expect(
    Object.entries(settings)
      .filter(isOn)
      .map(([id]) => id)
      .sort(),
  ).toMatchInlineSnapshot(`
    [
      "info-license",
      "info-license-strict",
      "no-ambiguous-paths",
      "no-duplicated-tag-names",
      "no-empty-servers",
      "no-example-value-and-externalValue",
      "no-illogical-composition-keywords",
      "no-mixed-number-range-constraints",
      "no-path-trailing-slash",
      "no-required-schema-properties-undefined",
      "no-schema-type-mismatch",
      "no-server-example.com",
      "no-server-trailing-slash",
      "no-server-variables-empty-enum",
      "no-undefined-server-variable",
      "no-unsafe-markdown",
      "no-unused-components",
      "nullable-type-sibling",
      "operation-2xx-response",
      "operation-4xx-response",
      "operation-operationId",
      "operation-parameters-unique",
      "operation-summary",
      "spec-discriminator-defaultMapping",
      "spec-example-values",
      "spec-no-invalid-encoding-combinations",
      "spec-no-invalid-tag-parents",
      "spec-ref-siblings",
      "struct",
      "tag-description",
    ]
  `);
});
