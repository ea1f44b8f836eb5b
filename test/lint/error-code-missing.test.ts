import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const actions = "restart: { errors: [{ code: no_host, status: 409, description: No host is free. }] }";
const yaml = (properties: string, { mediaType = "application/problem+json", declared = actions, binding = "" } = {}) =>
  contract({ actions: declared }).replace(
    '{ application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }',
    `{ ${mediaType}: { schema: { type: object, properties: { ${properties} } } } }${binding} }`,
  );
const of = (...pieces: Parameters<typeof yaml>) => findings("error-code-missing", yaml(...pieces));
const problem = "title: { type: string }, detail: { type: string }";
const told =
  '[default] warning the response "default" of "POST /services/{service_id}/actions/{action}" has no field for the code of an error: callers never see "no_host"';

test("errors of actions in a response without a code", () => {
  expect(of(problem)).toEqual([told]);
  expect(of("message: { type: string }", { mediaType: "application/json" })).toEqual([told]);
  expect(diagnosticsOf("error-code-missing", yaml(problem))[0]!.hint).toContain("x-platform-error-binding: { code: /… }");
});

test("codes with a location, declared absent, or unused", () => {
  expect(of(`${problem}, code: { type: string }`)).toEqual([]);
  expect(of(`${problem}, slug: { type: string }`, { binding: ", x-platform-error-binding: { code: /slug }" })).toEqual([]);
  expect(of(problem, { binding: ", x-platform-error-binding: { code: null }" })).toEqual([]);
  expect(of(problem, { declared: "restart: {}" })).toEqual([]);
  expect(findings("error-code-missing", contract({ actions }))).toEqual([]);
});

test("only the response of the error's status", () => {
  const conflict = yaml(problem).replace("default: {", '"409": { $ref: "#/components/responses/C" }\n        default: {');
  const components =
    "components:\n  responses: { C: { description: No., content: { application/json: { schema: { type: object, properties: { code: { type: string }, message: { type: string } } } } } } }";
  expect(findings("error-code-missing", conflict.replace("components:", components))).toEqual([]);
});
