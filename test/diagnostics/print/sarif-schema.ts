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

export const sarifSchema = {
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
