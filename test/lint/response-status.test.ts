import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("response-status", () => {
  it("accepts statuses, classes, default and x- keys", () => {
    const responses = "{ '100': {}, '204': {}, 4XX: {}, 5xx: {}, '599': {}, default: {}, x-note: {} }";
    expect(findings("response-status", contract({ paths: `/a: { get: { responses: ${responses} } }` }))).toEqual([]);
  });

  it("rejects anything else", () => {
    expect(
      findings(
        "response-status",
        contract({ paths: "/a: { get: { responses: { '999': {}, '000': {}, 6XX: {}, 4Xx: {}, '20': {} } } }" }),
      ),
    ).toEqual([
      "['999'] error \"999\" is not a response status",
      "['000'] error \"000\" is not a response status",
      '[6XX] error "6XX" is not a response status',
      '[4Xx] error "4Xx" is not a response status',
      "['20'] error \"20\" is not a response status",
    ]);
  });
});
