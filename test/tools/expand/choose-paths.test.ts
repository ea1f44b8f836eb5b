import { expect, test } from "vitest";
import { contractWith, expandSpec, expandValue } from "./expand-contract.js";

const done = { responses: { "200": { description: "Done." } } };

test("actions of several types with one name share no path: the type is a fragment", () => {
  const endpoint = { "x-platform-disk-actions": { stop: {}, grow: {} } };
  const { document, diagnostics } = expandValue(contractWith({ stop: {}, start: {} }, { endpoint }));
  expect(Object.keys(document("all").paths)).toEqual([
    "/vms/{id}/actions/grow",
    "/vms/{id}/actions/start",
    "/vms/{id}/actions/stop#disk",
    "/vms/{id}/actions/stop#vm",
  ]);
  expect(Object.keys(document("disk").paths)).toEqual(["/vms/{id}/actions/grow", "/vms/{id}/actions/stop"]);
  expect(diagnostics).toEqual([]);
});

test("an ordinary operation keeps its path, and the action that wants it is reported", () => {
  const paths = { "/vms/{id}/actions/stop": { post: { operationId: "stopAll", ...done } } };
  const { document, diagnostics } = expandValue(contractWith({ start: {}, stop: {} }, { paths }));
  for (const part of ["vm", "all"]) {
    expect(Object.keys(document(part).paths)).toEqual([
      "/vms/{id}/actions/start",
      "/vms/{id}/actions/stop",
      "/vms/{id}/actions/stop#vm",
    ]);
  }
  expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
    [
      "expand-path-taken",
      "warning",
      'the action "vm.stop" has the path of an ordinary operation, "/vms/{id}/actions/stop", ' +
        "so in the expanded document it stands behind a fragment, where no request finds it",
    ],
  ]);
  expect(diagnostics[0]!.location).toMatchObject({ line: 1, lineText: expect.stringContaining('"stop":{}') as string });
});

test.each(["post", "get"])("an ordinary path whose parameters have other names is the same path, with %s too", (method) => {
  const paths = { "/vms/{vm}/actions/stop": { [method]: { operationId: "stopAll", ...done } } };
  const { document } = expandValue(contractWith({ stop: {} }, { paths }));
  expect(Object.keys(document("vm").paths)).toEqual(["/vms/{id}/actions/stop#vm", "/vms/{vm}/actions/stop"]);
});

test("an action joins the other methods of a path", () => {
  const paths = { "/vms/{id}/actions/stop": { get: { operationId: "wasStopped", ...done } } };
  const { document, diagnostics } = expandValue(contractWith({ stop: {} }, { paths }));
  const item = document("vm").paths["/vms/{id}/actions/stop"]!;
  expect([item["get"]!.operationId, item["post"]!.operationId]).toEqual(["wasStopped", "vm.stop"]);
  expect(diagnostics).toEqual([]);
});

test("names with signs of their own stand in the path as they are", () => {
  const paths = Object.keys(expandValue(contractWith({ "os:force.delete-all": {}, $: {} })).document("vm").paths);
  expect(paths).toEqual(["/vms/{id}/actions/$", "/vms/{id}/actions/os:force.delete-all"]);
});

test("the project's contract has eight actions that share a name", () => {
  const paths = Object.keys(expandSpec().document("all").paths);
  expect(paths.filter((path) => path.includes("#")).map((path) => path.split("/").at(-1))).toEqual([
    "get_usage#auth",
    "get_usage#search",
    "rotate_credentials#auth",
    "rotate_credentials#search",
    "service_health#auth",
    "service_health#objects",
    "service_health#postgres",
    "service_health#search",
  ]);
  expect(paths).toHaveLength(90);
});
