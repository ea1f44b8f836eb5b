import { expect, test } from "vitest";
import type { JsonValue } from "../../generator/document/json-value.js";
import { requestSchema } from "../../generator/model/action-requests.js";
import { readContract } from "../../generator/tools/exchanges/exchange-contract.js";
import { contractsFolder } from "./selector-contract.js";

const { contract, evaluate, actions } = readContract("lists.yaml", { workingFolder: contractsFolder });

test.each<[string, string, JsonValue, boolean]>([
  ["one item", "clear", [{ clear: {} }], true],
  ["several items", "clear", [{ clear: {} }, { clear: {} }], true],
  ["null for no input", "clear", [{ clear: null }], true],
  ["several items with input", "insertText", [{ insertText: { text: "a" } }, { insertText: { text: "b" } }], true],
  ["invalid input", "insertText", [{ insertText: { text: "a" } }, { insertText: { text: 5 } }], false],
  ["input for none", "clear", [{ clear: { now: true } }], false],
  ["two names in an item", "clear", [{ clear: {}, insertText: { text: "a" } }], false],
  ["another member in an item", "insertText", [{ insertText: { text: "a" }, note: "b" }], false],
  ["no items", "clear", [], false],
  ["more items than allowed", "clear", Array.from({ length: 5 }, () => ({ clear: {} })), false],
])("the schema of an expanded action decides whether %s is valid, as servers do", (_, name, requests, isValid) => {
  const { action, endpoint } = actions.get("document")!.get(name)!;
  const schema = requestSchema(endpoint.operation, action, contract);
  expect(evaluate(schema, { requests }, "request").isValid).toBe(isValid);
});
