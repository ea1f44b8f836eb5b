import { expect, test } from "vitest";
import { unnamedCallbacks } from "../../../generator/tools/expand/lower-operation.js";
import { Places } from "../../../generator/document/source.js";

test("operations of callbacks that every action has lose the name that only one may have", () => {
  const operation = { operationId: "tell", responses: { "200": { description: "Told." } } };
  const callbacks = {
    done: { "{$request.body#/url}": { post: operation, summary: "Done" } },
    other: { $ref: "#/components/callbacks/Other" },
  };
  const before = structuredClone(callbacks);
  expect(unnamedCallbacks(callbacks, new Places())).toEqual({
    done: { "{$request.body#/url}": { post: { responses: operation.responses }, summary: "Done" } },
    other: { $ref: "#/components/callbacks/Other" },
  });
  expect(callbacks).toEqual(before);
});
