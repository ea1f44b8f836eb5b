import { expect, test } from "vitest";
import { effectiveScopes } from "../../generator/model/build-contract.js";
import { actionDocs } from "../../generator/typescript/action-doc.js";
import { contractOf } from "../emit/load-emitted.js";

test.each<[string, Record<string, string[]>[], string[], string[][]]>([
  ["no security, no scopes", [], [], []],
  ["the action's own", [{ token: [] }], ["write"], [["write"]]],
  ["the endpoint's", [{ token: ["act"] }], [], [["act"]]],
  ["both, each once", [{ token: ["act", "write"] }], ["write", "boot"], [["act", "write", "boot"]]],
  ["all schemes of an alternative", [{ a: ["x"], b: ["y"] }], ["z"], [["x", "y", "z"]]],
  [
    "alternatives",
    [{ a: ["x"] }, { b: ["y"] }],
    ["z"],
    [
      ["x", "z"],
      ["y", "z"],
    ],
  ],
  ["no alternative that asks for more than another", [{ a: ["x", "y"] }, { b: ["y"] }, { c: ["y"] }], [], [["y"]]],
  ["none where an alternative asks for none", [{ a: ["x"] }, { key: [] }], [], []],
])("%s", (_, security, scopes, expected) => {
  expect(effectiveScopes({ scopes }, { security })).toEqual(expected);
});

test("doc comments contain them", () => {
  const contract = contractOf({
    openapi: "3.1.0",
    info: { title: "Machines", version: "1" },
    paths: {
      "/vms/{id}/{action}": {
        post: {
          operationId: "invoke",
          security: [{ token: ["vm:act"] }, { admin: ["root"] }],
          responses: { "200": { description: "Done." } },
          "x-platform-vm-actions": { start: { label: "Start", scopes: ["vm:start"] } },
        },
      },
    },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" }, admin: { type: "http", scheme: "bearer" } } },
  });
  expect(JSON.stringify(actionDocs(contract.serviceTypes[0]!.actions[0]!))).toContain(
    "Scopes: vm:act, vm:start; or root, vm:start.",
  );
});
