import { compareOpenApi } from "api-smart-diff";
import { expect, test } from "vitest";
import { own, type JsonObject } from "../../../../generator/document/json-value.js";
import { expandSpec, type OpenApi } from "../expand-contract.js";

const addIp = "/v1/projects/{project_id}/services/{service_id}/actions/add_ip";

test("a removed action is breaking", () => {
  expect(breaking(expanded(), ({ paths }) => delete paths[addIp])).toEqual([["remove", `paths/${addIp}/post`]]);
});

test("a newly required field of a body is breaking", () => {
  const change = ({ components }: OpenApi) => {
    (components["schemas"]!["PostgresBackupNowBody"] as JsonObject)["required"] = ["label"];
  };
  const found = breaking(expanded(), change).map(([action, at]) => [action, at!.split("/").slice(-2).join("/")]);
  // At the component, and where the operation uses it.
  expect(found).toEqual([
    ["add", "required/0"],
    ["add", "required/0"],
  ]);
});

test("on the contract itself, a removed action is not breaking for it", () => {
  const removed = breaking(expandSpec().contract.source as OpenApi, ({ paths }) => {
    const operation = paths["/v1/projects/{project_id}/services/{service_id}/actions/{action}"]!["post"]!;
    delete (own(operation, "x-platform-postgres-actions") as JsonObject)["add_ip"];
  });
  expect(removed).toEqual([]);
});

function expanded(): OpenApi {
  return expandSpec().document("postgres");
}

/** The changes that api-smart-diff calls breaking, with their locations. */
function breaking(before: OpenApi, change: (document: OpenApi) => void): string[][] {
  const after = structuredClone(before);
  change(after);
  // It writes into the documents that it is given.
  const { diffs } = compareOpenApi(structuredClone(before), after);
  return diffs.filter(({ type }) => type === "breaking").map(({ action, path }) => [action, path.join("/")]);
}
