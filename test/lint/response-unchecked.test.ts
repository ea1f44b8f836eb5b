import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (responses: string, binding = "") =>
  findings(
    "response-unchecked",
    contract({
      paths: `
/disks/{disk_id}/actions/{action}:
  post:
    operationId: invokeDisk
    x-platform-action-binding: { action: { in: path, name: action }, type: { const: disk }${binding} }
    x-platform-disk-actions: { format: { label: Format, result: { type: object } } }
    responses: { ${responses} }`,
    }),
  );
const content = (...types: string[]) =>
  `{ description: Done., content: { ${types.map((type) => `${type}: { schema: { type: object } }`).join(", ")} } }`;

test.each(["text/xml", "application/xml", "application/atom+xml", "text/plain"])("a result of %s", (type) => {
  expect(of(`"200": ${content(type)}`)).toEqual([
    `[content] warning "200" has "${type}": the result of actions is its text, which is not validated`,
  ]);
});

test("not if there is JSON, or nothing is read", () => {
  expect(of(`"200": ${content("text/xml", "application/json")}`)).toEqual([]);
  expect(of(`"200": ${content("text/xml")}`, ", response: null")).toEqual([]);
  expect(of(`"200": ${content("application/json")}, "400": ${content("text/xml")}`)).toEqual([]);
});
