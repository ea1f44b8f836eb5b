import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (yaml: string) => findings("binding-unused", yaml);
const action = "x-platform-action-binding: { response: { message: null } }";
const error = "x-platform-error-binding: { message: /error }";
const told = (key: string, reason: string) => [`[${key}] warning "${key}" has no effect: ${reason}`];

describe("binding-unused", () => {
  it("accepts bindings of actions on their endpoint, and of errors on a response or at the root", () => {
    const operation = `${action}\nx-platform-error-binding-note: {}`;
    expect(of(contract({ operation, root: error }))).toEqual([]);
    expect(of(contract().replace("{ description: Failed.,", `{ ${error}, description: Failed.,`))).toEqual([]);
  });

  it("warns about a binding of actions elsewhere", () => {
    const reason = "it does not belong to an operation with actions";
    const ping = `/ping: { get: { operationId: ping, ${action}, responses: { "204": { description: Here. } } } }`;
    expect(of(contract({ paths: ping }))).toEqual(told("x-platform-action-binding", reason));
    expect(of(contract({ root: action }))).toEqual(told("x-platform-action-binding", reason));
    expect(of(contract({ components: action }))).toEqual(told("x-platform-action-binding", reason));
  });

  it("warns about a binding of errors elsewhere", () => {
    const reason = "it belongs neither to a response nor to the root";
    expect(of(contract({ operation: error }))).toEqual(told("x-platform-error-binding", reason));
    const unused = "no operation fails with this response, or it has no JSON content";
    expect(of(contract().replace('"200": { description: Done.', `"200": { ${error}, description: Done.`))).toEqual(
      told("x-platform-error-binding", unused),
    );
    expect(of(contract({ components: `responses: { Lost: { description: Lost., ${error} } }` }))).toEqual(
      told("x-platform-error-binding", unused),
    );
  });

  it("warns about a code that nothing fails with", () => {
    const codes = "codes: { internal: INTERNAL, full: FULL, gone: GONE }";
    const actions = "fill: { errors: [{ code: full, status: 409, description: Full. }] }";
    const text = contract({ actions }).replace(
      "{ description: Failed.,",
      `{ x-platform-error-binding: { ${codes} }, description: Failed.,`,
    );
    const reason = "no failure of servers and no error of an action has this code";
    expect(of(text)).toEqual([`[gone] warning "gone" has no effect: ${reason}`]);
  });

  it("warns about an unused binding at the root", () => {
    const other = "x-platform-error-binding: { message: /reason }";
    expect(of(contract({ root: other }))).toEqual(
      told("x-platform-error-binding", "every error of the contract has another shape or a binding of its own"),
    );
  });
});
