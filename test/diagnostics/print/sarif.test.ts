import { Ajv } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { printSarif, type SarifTool } from "../../../generator/diagnostics/print/sarif.js";
import { anyDiagnostics, near, samples, unplaced } from "./samples.js";

/**
 * The part of the SARIF 2.1.0 schema (OASIS, draft-07) that a log of this project can touch, written down by hand:
 * objects are closed, so that a property this part doesn't know fails the tests.
 */
const closed = (properties: object, ...required: string[]): object => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

const list = (items: object, more: object = {}): object => ({ type: "array", items, ...more });

const ref = (name: string): object => ({ $ref: `#/definitions/${name}` });

const text = { type: "string" };

const level = { enum: ["none", "note", "warning", "error"] };

const count = (minimum: number): object => ({ type: "integer", minimum });

const sarifSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  ...closed(
    { $schema: { type: "string", format: "uri" }, version: { enum: ["2.1.0"] }, runs: list(ref("run")) },
    "version",
    "runs",
  ),
  definitions: {
    run: closed(
      {
        tool: closed({ driver: ref("toolComponent") }, "driver"),
        invocations: list(ref("invocation")),
        columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
        results: list(ref("result")),
      },
      "tool",
    ),
    toolComponent: closed(
      {
        name: text,
        semanticVersion: text,
        rules: list(ref("reportingDescriptor"), { uniqueItems: true }),
        notifications: list(ref("reportingDescriptor"), { uniqueItems: true }),
      },
      "name",
    ),
    reportingDescriptor: closed({ id: text, fullDescription: ref("multiformat"), help: ref("multiformat") }, "id"),
    multiformat: closed({ text, markdown: text }, "text"),
    invocation: closed(
      { executionSuccessful: { type: "boolean" }, toolExecutionNotifications: list(ref("notification")) },
      "executionSuccessful",
    ),
    notification: closed({ descriptor: closed({ id: text }), level, message: ref("message") }, "message"),
    message: { ...closed({ text }), anyOf: [{ required: ["text"] }, { required: ["id"] }] },
    result: closed(
      {
        ruleId: text,
        ruleIndex: count(-1),
        level,
        message: ref("message"),
        locations: list(ref("location")),
        relatedLocations: list(ref("location"), { uniqueItems: true }),
        partialFingerprints: { type: "object", additionalProperties: text },
      },
      "message",
    ),
    location: closed({ id: count(-1), message: ref("message"), physicalLocation: ref("physicalLocation") }),
    physicalLocation: closed({
      artifactLocation: closed({ uri: { type: "string", format: "uri-reference" }, uriBaseId: text }),
      region: closed({ startLine: count(1), startColumn: count(1), endColumn: count(1) }),
    }),
  },
};

const { uri, "uri-reference": uriReference } = fullFormats;

const validate = new Ajv({ allErrors: true, formats: { uri, "uri-reference": uriReference }, strict: false }).compile(
  sarifSchema,
);

const tool: SarifTool = {
  version: "1.2.3",
  describe: (code) => (code === "open-body" ? { cause: "It is open.", help: "Close it." } : undefined),
};

const log = (diagnostics: Parameters<typeof printSarif>[0]) => JSON.parse(printSarif(diagnostics, tool)) as Log;

it("prints a run with results, rules and locations", () => {
  const [run] = log(samples).runs;
  expect(run.tool.driver).toEqual({
    name: "openapi-actions",
    semanticVersion: "1.2.3",
    rules: [
      { id: "extension-near-miss" },
      { id: "open-body", fullDescription: { text: "It is open." }, help: { text: "Close it.", markdown: "Close it." } },
    ],
    notifications: [{ id: "file-unreadable" }],
  });
  expect(run.results[1]).toEqual({
    ruleId: "extension-near-miss",
    ruleIndex: 0,
    level: "error",
    message: { text: 'the key "x-plaform" is ignored. Did you mean "x-platform"?' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "spec/a%20b.yaml", uriBaseId: "%SRCROOT%" },
          region: { startLine: 6, startColumn: 1, endColumn: 27 },
        },
      },
    ],
    relatedLocations: [
      {
        id: 0,
        message: { text: "referenced here" },
        physicalLocation: {
          artifactLocation: { uri: "spec/main.yaml", uriBaseId: "%SRCROOT%" },
          region: { startLine: 2, startColumn: 3 },
        },
      },
    ],
    partialFingerprints: { "openapiActions/v1": expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
});

it("omits problems without location from the results, where hosts reject them", () => {
  const [run] = log(samples).runs;
  expect(run.results.map(({ ruleId }) => ruleId)).toEqual(["open-body", "extension-near-miss"]);
  expect(run.invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        { descriptor: { id: "file-unreadable" }, level: "error", message: { text: 'cannot read "x"' } },
      ],
    },
  ]);
  expect(log([near, { ...unplaced, severity: "warning" }]).runs[0].invocations[0]!.executionSuccessful).toBe(true);
});

it("names files outside the repository by their URL", () => {
  const [result] = log([{ ...near, location: { ...near.location!, path: "/etc/a b.yaml" } }]).runs[0].results;
  expect(result!.locations[0]!.physicalLocation.artifactLocation).toEqual({ uri: "file:///etc/a%20b.yaml" });
});

it("is valid SARIF 2.1.0, whatever text it contains", () => {
  fc.assert(
    fc.property(anyDiagnostics, (diagnostics) => {
      validate(log(diagnostics));
      expect(validate.errors ?? []).toEqual([]);
    }),
  );
});

it("points from each result to its rule", () => {
  fc.assert(
    fc.property(anyDiagnostics, (diagnostics) => {
      const [{ tool: printed, results }] = log(diagnostics).runs;
      for (const { ruleId, ruleIndex } of results) expect(printed.driver.rules[ruleIndex]!.id).toBe(ruleId);
      expect(results).toHaveLength(diagnostics.filter(({ location }) => location).length);
    }),
  );
});

interface Log {
  runs: [
    {
      tool: { driver: { rules: { id: string }[] } };
      invocations: { executionSuccessful: boolean }[];
      results: { ruleId: string; ruleIndex: number; locations: { physicalLocation: { artifactLocation: object } }[] }[];
    },
  ];
}
