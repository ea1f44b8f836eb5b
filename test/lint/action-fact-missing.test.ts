import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const done = json("{ type: object, properties: { state: { type: string }, output: { type: object } } }");
const job = json("{ type: object, required: [job], properties: { job: { type: string } } }");
const yaml = (actions: string, responses: string, binding = "") =>
  contract({ actions, ...(binding ? { operation: `x-platform-action-binding: ${binding}` } : {}) }).replace(
    /"200": .*/,
    responses,
  );
const of = (...pieces: Parameters<typeof yaml>) => findings("action-fact-missing", yaml(...pieces));
const both = `"200": { description: Done., ${done} }\n        "202": { description: Accepted., ${job} }`;

test("a fact that only the responses of other actions have a location for", () => {
  expect(of("resize: { async: true, result: { type: object }, statuses: [done] }", both)).toEqual([
    '[result] warning "resize" declares a result, but its response 202 has no field for it: callers never see it',
    '[statuses] warning "resize" declares statuses, but its response 202 has no field for it: callers never see it',
  ]);
  const [first] = diagnosticsOf("action-fact-missing", yaml("resize: { async: true, result: { type: object } }", both));
  expect(first!.hint).toMatch(/^Add a field for it to the schema of 202, or remove result from the action/);
});

test("a fact that only a 202 has a location for, without an asynchronous action", () => {
  const late = `"200": { description: Done., ${job} }\n        "202": { description: Accepted., ${done} }`;
  const resize = "resize: { result: { type: object } }";
  expect(of(resize, late)).toEqual([]);
  expect(of(`${resize}\nmove: { async: true }`, late)).toHaveLength(1);
});

test("a whole body that is the result in other responses", () => {
  const whole = '{ $ref: "#/components/schemas/Failure" }';
  const responses = `"200": { description: Done., ${json(whole)} }\n        "202": { description: Accepted., ${job} }`;
  expect(of(`resize: { async: true, result: ${whole} }`, responses)).toHaveLength(1);
  expect(of(`resize: { result: ${whole} }`, responses)).toEqual([]);
});

test("facts with a location in one of several successes, or declared absent by a binding", () => {
  expect(of("resize: { result: { type: object }, statuses: [done] }", both)).toEqual([]);
  expect(
    of(
      "resize: { result: { type: object } }",
      `"200": { description: Done., ${done} }\n        "201": { description: Made., ${job} }`,
    ),
  ).toEqual([]);
  expect(of("resize: { async: true, result: { type: object } }", both, "{ response: { result: null } }")).toEqual([]);
  const free = `"200": { description: Done., ${done} }\n        "202": { description: Accepted., ${json("{ type: object }")} }`;
  expect(of("resize: { async: true, result: { type: object } }", free)).toEqual([]);
});
