import { expect, test } from "vitest";
import { describeErrors } from "../../../templates/runtime/server/errors.js";
import type { ValidationError } from "../../../templates/runtime/validators/guard.js";

function error(keyword: string, params: ValidationError["params"], instancePath = "", message = "fails"): ValidationError {
  return { keyword, params, instancePath, message, schemaPath: "#" };
}

test.each<[ValidationError, string]>([
  [error("required", { missingProperty: "ip" }), "/ip is required"],
  [error("required", { missingProperty: "a/b~c" }, "/x"), "/x/a~1b~0c is required"],
  [error("additionalProperties", { additionalProperty: "bogus" }, "/x/0"), "/x/0/bogus is not allowed"],
  [error("unevaluatedProperties", { unevaluatedProperty: "bogus" }), "/bogus is not allowed"],
  [error("dependentRequired", { missingProperty: "b", property: "a" }), "/b is required beside a"],
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

test("the text is bounded", () => {
  const errors = Array.from({ length: 1000 }, (_, index) =>
    error("additionalProperties", { additionalProperty: `${index}${"x".repeat(150)}` }),
  );
  const text = describeErrors(errors);
  expect(text.length).toBeLessThan(8_100);
  expect(text).toMatch(/; 9\d\d more$/);
});
