import { createConfig, type Oas3Visitor } from "@redocly/openapi-core";
import { afterEach, expect, test, vi } from "vitest";
import { lintWithRedocly } from "../../generator/lint/redocly/lint-with-redocly.js";
import { runLimited } from "../../generator/lint/redocly/run-rules.js";
import { clean, inFolder, inWords, load, redocly } from "./redocly-text.js";

afterEach(() => vi.restoreAllMocks());

/** Replaces a rule of Redocly until the end of the test. */
async function replaceRule(id: string, visitor: Oas3Visitor) {
  const sets = (await createConfig({ extends: ["recommended"] })).getRulesForSpecVersion("oas3")!;
  return vi
    .spyOn(
      sets.find((rules) => Object.hasOwn(rules, id))!,
      id,
    )
    .mockReturnValue(visitor);
}

test("a name on which a rule of Redocly crashes costs that rule one object, and no other finding", async () => {
  const schemas = "    Unused: {}\n";
  const text = clean({ schemas, operation: "      sumary: x\n" }).replace('version: "1",', 'version: "1", hasOwnProperty: 1,');
  expect((await redocly(text)).map(inWords)).toEqual([
    expect.stringMatching(
      /^openapi\.yaml:2:7 warning redocly-failed: Redocly's rule struct failed here and may have missed something: node\.hasOwnProperty is not a function \(/,
    ),
    expect.stringMatching(/^openapi\.yaml:16:7 warning redocly\/struct: Property `sumary` is not expected here/),
    'openapi.yaml:21:5 warning redocly/no-unused-components: Component: "Unused" is never used',
  ]);
});

test("a property of a schema may have a name on which a rule of Redocly crashes", async () => {
  const schemas =
    "    Unused: { type: object, required: [a], properties: { hasOwnProperty: { type: string }, a: { type: string } } }\n";
  expect((await redocly(clean({ schemas }))).map(inWords)).toEqual([
    'openapi.yaml:20:5 warning redocly/no-unused-components: Component: "Unused" is never used',
  ]);
});

test("a rule that throws is reported once, at the first object where it did", async () => {
  const summary = await replaceRule("operation-summary", {
    Operation() {
      throw new Error("no such thing");
    },
  });
  const paths = "  /a: { get: { operationId: a, responses: { 2XX: { description: Done }, 4XX: { description: No } } } }\n";
  const found = await redocly(clean({ paths, schemas: "    Unused: { type: object }\n" }));
  expect(summary).toHaveBeenCalledOnce();
  expect(found.map(inWords)).toEqual([
    "openapi.yaml:6:14 warning redocly-failed: Redocly's rule operation-summary failed here and may have missed something: no such thing (Report the contract to Redocly: this is a bug in Redocly, and other rules are not affected.)",
    'openapi.yaml:21:5 warning redocly/no-unused-components: Component: "Unused" is never used',
  ]);
});

test("an endless rule doesn't block the run, and what was found before is reported", async () => {
  await replaceRule("operation-summary", {
    Operation() {
      for (;;);
    },
  });
  const found = await inFolder({ "openapi.yaml": clean({ operation: "      sumary: x\n" }) }, (folder) =>
    lintWithRedocly(load(folder, "openapi.yaml"), 500),
  );
  expect(found.map(inWords)).toEqual([
    expect.stringContaining(
      "openapi.yaml:1:1 warning redocly-failed: Redocly's rule operation-summary failed here and may have missed something: it takes too long",
    ),
    expect.stringMatching(/^openapi\.yaml:16:7 warning redocly\/struct: Property `sumary` is not expected here/),
  ]);
});

test("errors of a limited run are thrown", () => {
  const run = () => {
    throw new RangeError("too deep");
  };
  expect(() => runLimited(1000, run)).toThrow(new RangeError("too deep"));
  expect(runLimited(1000, () => {})).toBe(true);
});
