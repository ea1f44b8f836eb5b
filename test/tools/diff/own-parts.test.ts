import { expect, test } from "vitest";
import { actions, changes } from "./small-contracts.js";

const wipe = (own: string) => actions(`      x-platform-disk-actions: { wipe: { label: Wipe${own} } }\n`);
const dry = (more: string) => `, parameters: [{ name: dry, in: query, ${more} }]`;

test.each([
  ["a new required parameter", "", dry("required: true, schema: { type: boolean }"), "parameter-added-required"],
  ["a new parameter", "", dry("schema: { type: boolean }"), "parameter-added"],
  ["a removed parameter", dry("schema: { type: boolean }"), "", "parameter-removed"],
  [
    "a required parameter",
    dry("schema: { type: boolean }"),
    dry("required: true, schema: { type: boolean }"),
    "parameter-required",
  ],
  ["another type", dry("schema: { type: boolean }"), dry("schema: { type: integer }"), "type"],
])("%s of an action is a change", (_, before, after, rule) => {
  const found = changes(wipe(before), wipe(after));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(rule);
  expect(found[0]).toContain("disk.wipe");
});
