import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

describe("operation-id-unique", () => {
  it("rejects the second operation with an id, in webhooks too", () => {
    const yaml = contract({
      paths: "/a: { get: { operationId: list }, put: { operationId: list } }",
      root: "webhooks: { done: { post: { operationId: invokeAction } } }",
    });
    expect(findings("operation-id-unique", yaml)).toEqual([
      '[invokeAction] error two operations have the operationId "invokeAction"',
      '[list] error two operations have the operationId "list"',
    ]);
    const twice = diagnosticsOf("operation-id-unique", yaml);
    expect(twice[1]).toMatchObject({
      location: { line: 6, column: 57 },
      related: [{ message: "the other operation", location: { line: 6, column: 29 } }],
    });
  });

  it("accepts webhooks and callbacks that share a path item, which paths can't", () => {
    const shared = (name: string) => `{ $ref: "#/components/pathItems/${name}" }`;
    const callbacks = (name: string) => `callbacks: { done: { "{$request.body#/url}": ${shared(name)} } }`;
    const yaml = contract({
      paths: [
        `/a: { put: { operationId: a, ${callbacks("P")} }, post: { operationId: b, ${callbacks("P")} } }`,
        `/b: ${shared("Q")}`,
        `/c: ${shared("Q")}`,
      ].join("\n"),
      root: `webhooks: { one: ${shared("P")}, two: ${shared("Q")} }`,
      components: `pathItems: { P: { post: { operationId: p } }, Q: { get: { operationId: q } } }`,
    });
    expect(findings("operation-id-unique", yaml)).toEqual(['[q] error two operations have the operationId "q"']);
  });
});
