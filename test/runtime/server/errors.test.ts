import { expect, test } from "vitest";
import { describeErrors, explainErrors } from "../../../templates/runtime/server/errors.js";
import { InvalidResponse } from "../../../templates/runtime/server/responses.js";
import type { ValidationError } from "../../../templates/runtime/json.js";

function error(keyword: string, params: ValidationError["params"], instancePath = "", message = "fails"): ValidationError {
  return { keyword, params, instancePath, message, schemaPath: "#" };
}

test.each<[ValidationError, string]>([
  [error("required", { missingProperty: "ip" }), "/ip is required"],
  [error("required", { missingProperty: "a/b~c" }, "/x"), "/x/a~1b~0c is required"],
  [error("additionalProperties", { additionalProperty: "bogus" }, "/x/0"), "/x/0/bogus is not allowed"],
  [error("unevaluatedItems", { limit: 2 }), "/2 is not allowed"],
  [error("unevaluatedProperties", { unevaluatedProperty: "bogus" }), "/bogus is not allowed"],
  [error("dependentRequired", { missingProperty: "b", property: "a" }), "/b is required together with a"],
  [error("const", { allowedValue: "postgres" }, "/type"), '/type must be "postgres"'],
  [error("enum", { allowedValues: ["on", null, 1] }, "/mode"), '/mode must be one of "on", null, 1'],
  [error("false schema", {}, "/b"), "/b is not allowed"],
  [error("type", { type: "object" }, "", "must be object"), "the body must be object"],
  [
    error("maxLength", { limit: 5 }, "/name", "must NOT have more than 5 characters"),
    "/name must NOT have more than 5 characters",
  ],
  [{ ...error("pattern", {}, "/map", "must match pattern"), propertyName: "k" }, "/map/k must match pattern"],
])("%j", (given, expected) => {
  expect(describeErrors([given])).toBe(expected);
});

test("all of them, each once, without summaries of alternatives", () => {
  const errors = [
    error("required", { missingProperty: "ip" }),
    error("required", { missingProperty: "cidr" }),
    error("required", { missingProperty: "ip" }),
    error("oneOf", { passingSchemas: null }, "", "must match exactly one schema in oneOf"),
  ];
  expect(describeErrors(errors)).toBe("/ip is required; /cidr is required");
  expect(describeErrors(errors.slice(3))).toBe("the body must match exactly one schema in oneOf");
});

test("parameters have no slash", () => {
  expect(describeErrors([error("type", {}, "/live", "must be boolean")], "parameters")).toBe("live must be boolean");
});

test("names of the caller are cut short and made visible", () => {
  const name = `a\r\n\u202e\u2028\0${"x".repeat(1000)}`;
  const text = describeErrors([error("additionalProperties", { additionalProperty: name })]);
  expect(text).toMatch(/^\/a\ufffd{5}x{193}… is not allowed$/);
});

test("keys of maps are names of the caller, in any location", () => {
  const key = `\u001b[31m${"s".repeat(300)}`;
  const shown = new RegExp(`^/labels/\ufffd\\[31ms{${200 - "/labels/.[31m".length}}…$`);
  const errors = [
    error("type", {}, `/labels/${key}`, "must be string"),
    error("additionalProperties", { additionalProperty: key }, "/labels"),
    { ...error("maxLength", { limit: 9 }, "/labels", "must NOT have more than 9 characters"), propertyName: key },
  ];
  for (const { pointer } of explainErrors(errors).details) expect(pointer).toMatch(shown);
  expect(explainErrors(errors).details).toHaveLength(3);

  const { problems } = new InvalidResponse("It does not fit", errors);
  expect(problems[0]!.instancePath).toMatch(shown);
  for (const text of [JSON.stringify(problems), problems[1]!.params["additionalProperty"], problems[2]!.propertyName]) {
    expect(text).not.toMatch(/\p{Cc}|s{201}/u);
  }
});

test("ordinary names are unchanged", () => {
  const pointer = "/größe/日本語/a~1b/😀";
  expect(explainErrors([error("type", {}, pointer, "must be string")]).details).toEqual([
    { pointer, rule: "type", message: "must be string" },
  ]);
  const problem = error("required", { missingProperty: "größe" }, pointer);
  expect(new InvalidResponse("It does not fit", [problem]).problems).toEqual([problem]);
});

test("the text is bounded", () => {
  const errors = Array.from({ length: 1000 }, (_, index) =>
    error("additionalProperties", { additionalProperty: `${index}${"x".repeat(150)}` }),
  );
  const text = describeErrors(errors);
  expect(text.length).toBeLessThan(8_100);
  expect(text).toMatch(/; 9\d\d more$/);
});
