import { expect, test } from "vitest";
import { bindingRules } from "../../generator/lint/rules/binding-rules.js";
import { contract, diagnosticsOf, findings, type Pieces } from "./lint-text.js";

// Invalid bindings of actions are tested in test/binding.
const of = (pieces: Pieces, edit = (yaml: string) => yaml) => {
  const yaml = edit(contract(pieces));
  return bindingRules.flatMap(({ code }) =>
    findings(code, yaml).map((text, index) => `${code} ${text} | ${diagnosticsOf(code, yaml)[index]!.hint}`),
  );
};

test("a problem has its location in the binding", () => {
  expect(of({ operation: "x-platform-action-binding: { response: { reslut: /result, status: /statu } }" })).toEqual([
    'binding-member [reslut] error unknown member "reslut" of a binding | Did you mean "result"?',
    'binding-pointer [status] error no success of the endpoint has anything at "/statu" | Did you mean "/status"?',
  ]);
  expect(of({ operation: "x-platform-action-binding: { service: { operation: getServices } }" })).toEqual([
    'binding-operation [operation] error no operation has the id "getServices" | Write one of "invokeAction".',
  ]);
});

test("a binding of errors on a response", () => {
  const put = (binding: string) => (yaml: string) =>
    yaml.replace("{ description: Failed.,", `{ x-platform-error-binding: ${binding}, description: Failed.,`);
  expect(of({}, put("{ message: /eror }"))).toEqual([
    `binding-pointer [message] error the error's schema has nothing at "/eror" | Did you mean "/error"?`,
  ]);
  expect(of({}, put("/error"))).toEqual([
    'binding-member [x-platform-error-binding] error "x-platform-error-binding" must be an object | Write x-platform-error-binding: { code: /…, message: /… }.',
  ]);
});

test("a binding of errors at the root, which applies where it matches", () => {
  expect(of({ root: "x-platform-error-binding: { message: /error }" })).toEqual([]);
  expect(of({ root: "x-platform-error-binding: { message: /eror }" })).toEqual([
    'binding-pointer [message] error no error of the contract has anything at "/eror" | Did you mean "/error"?',
  ]);
  expect(of({ root: "x-platform-error-binding: []" })).toEqual([
    'binding-member [x-platform-error-binding] error "x-platform-error-binding" must be an object | Write x-platform-error-binding: { code: /…, message: /… }.',
  ]);
  const paths = `/ping: { get: { operationId: ping, responses: { "400": { description: No., content: { application/json: { schema: { properties: { oops: { type: string } } } } } } } } }`;
  expect(of({ paths, root: "x-platform-error-binding: { message: /oops }" })).toEqual([]);
  const ok = "properties: { error: { type: string }, ok: { type: boolean } }";
  const other = paths.replace("properties: { oops: { type: string } }", ok);
  const fixed = "x-platform-error-binding: { message: /error, fixed: { /ok: false";
  expect(of({ paths: other, root: `${fixed} } }` })).toEqual([]);
  expect(of({ paths: other, root: `${fixed}, /__proto__/x: 1 } }` })).toEqual([
    'binding-pointer [/__proto__/x] error no error of the contract has anything at "/__proto__/x" | Write one of "/error", "/ok"; or null if there is none.',
  ]);
});
