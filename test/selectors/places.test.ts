import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { actionPlaces, describePlace, isAt, isInBody, locationOf, typePlaces } from "../../generator/document/fact-places.js";
import { readSelector } from "../../generator/binding/selector.js";
import { readType } from "../../templates/runtime/selector.js";
import { repositoryPath } from "../support/repository.js";
import type { BindingProblem } from "../../generator/binding/problem.js";

const contracts = readdirSync(repositoryPath("test/selectors/contracts"))
  .map((name) => readFileSync(repositoryPath(`test/selectors/contracts/${name}`), "utf8"))
  .join("\n");

test.each(actionPlaces)("a contract names its actions in %s", (place) => {
  expect(contracts).toMatch(new RegExp(`action: \\{ in: ${place}\\b(?!-)`));
});

test.each(typePlaces)("requests can name the type of a service in %s", (place) => {
  const schema = { type: "object", properties: { kind: { type: "string" } } };
  const holder = { action: { in: "path" }, type: { in: place, name: "kind" } };
  const operation = {
    parameters: ["header", "query"].map((where) => ({ name: "kind", in: where, schema: { type: "string" } })),
    requestBody: { content: { "application/json": { schema } } },
  };
  const endpoint = { path: "/things/{kind}/{id}/{action}", method: "post", operation, pathItem: {} };
  const serviceTypes = new Map([
    ["disk", { grow: {} }],
    ["vm", { stop: {} }],
  ]);
  const problems: BindingProblem[] = [];
  const source = { document: {}, endpoint, operations: [endpoint], serviceTypes, prefix: "acme" };
  const { selector } = readSelector(source, holder, holder, problems);
  expect(problems).toEqual([]);
  expect(selector?.type).toEqual({ in: locationOf(place), name: place === "body-field" ? "/kind" : "kind" });
  const parameters = { path: { kind: "vm" }, query: { kind: "vm" }, headers: { kind: "vm" } };
  expect(readType(selector!, parameters, { kind: "vm" })).toBe("vm");
  expect(readType(selector!, { path: {}, query: {}, headers: {} }, {})).toBeUndefined();
});

test.each(actionPlaces)("a fact in %s is a parameter or in the body", (place) => {
  const fact = { in: locationOf(place), name: "x-name" };
  expect(isAt(fact, { in: fact.in, name: "x-name" })).toBe(true);
  expect(isAt(fact, { in: fact.in, name: "X-Name" })).toBe(place === "header");
  expect(isAt(fact, { in: "cookie", name: "x-name" })).toBe(false);
  expect(describePlace(fact).includes("body")).toBe(isInBody(fact.in));
});

/** Those who read the locations of a binding, and the styles that `adopt` proposes bindings for. */
const writers = [
  "generator/binding/read-place.ts",
  "generator/document/fact-places.ts",
  "generator/tools/adopt/shared-operations.ts",
];

test("only the table lists the locations that bindings write", () => {
  const files = readdirSync(repositoryPath("generator"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `generator/${name.replaceAll("\\", "/")}`);
  const found = files.filter((file) => /"body-(?:field|key)"/.test(readFileSync(repositoryPath(file), "utf8")));
  expect(found.sort()).toEqual(writers);
});
