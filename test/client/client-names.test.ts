import { expect, test } from "vitest";
import { actionMethod, argumentNames, clientNames } from "../../generator/model/client-names.js";
import { contractOf } from "../emit/load-emitted.js";

const responses = { "200": { description: "Done." } };
const parameter = (name: string, place: string) => ({ name, in: place, required: place === "path", schema: { type: "string" } });

function contractWith(ids: readonly string[], types: readonly string[]) {
  const endpoint = Object.fromEntries(types.map((type) => [`x-platform-${type}-actions`, { go: {} }]));
  return contractOf({
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    paths: {
      "/do/{action}": { post: { operationId: "invoke", responses, ...endpoint } },
      ...Object.fromEntries(ids.map((id, index) => [`/${index}`, { get: { operationId: id, responses } }])),
    },
  });
}

test("operations and service types have the names of the contract", () => {
  const names = clientNames(contractWith(["get_pet", "pets/list", "Find"], ["share-group", "find"]));
  expect([...names.operations]).toEqual([
    ["Find", "Find"],
    ["get_pet", "get_pet"],
    ["invoke", "invoke"],
    ["pets/list", "pets/list"],
  ]);
  expect([...names.serviceTypes]).toEqual([
    ["find", "find"],
    ["share-group", "share-group"],
  ]);
});

test("a service type with the name of an operation gets underscores until its name is unique", () => {
  const names = clientNames(contractWith(["find", "find_", "list"], ["find", "list", "invoke"]));
  expect(names.operations.get("find")).toBe("find");
  expect([...names.serviceTypes]).toEqual([
    ["find", "find__"],
    ["invoke", "invoke_"],
    ["list", "list_"],
  ]);
});

test("nothing has a name that JavaScript itself calls", () => {
  expect([...clientNames(contractWith(["then", "toJSON"], ["then"])).operations.values()]).toEqual([
    "invoke",
    "then_",
    "toJSON_",
  ]);
  expect([actionMethod("toJSON"), actionMethod("add_ip")]).toEqual(["toJSON_", "add_ip"]);
});

test("of parameters with the same name, all but the first have their location as a suffix, as have body and constructor always", () => {
  const parameters = [
    parameter("id", "path"),
    parameter("id", "query"),
    parameter("id", "header"),
    parameter("body", "query"),
    parameter("Id", "query"),
    parameter("constructor", "query"),
    parameter("toString", "header"),
  ];
  const [operation] = contractOf({
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    paths: {
      "/{id}": {
        put: {
          operationId: "put",
          parameters: [...parameters, parameter("Accept", "header")],
          responses,
        },
      },
    },
  }).operations;
  expect([...argumentNames(operation!)].map(([name, { in: place }]) => [name, place])).toEqual([
    ["id", "path"],
    ["Id", "query"],
    ["body_in_query", "query"],
    ["constructor_in_query", "query"],
    ["id_in_query", "query"],
    ["id_in_header", "header"],
    ["toString_in_header", "header"],
  ]);
});
