import fc from "fast-check";
import { pathSegments } from "../../../generator/emit/server/path-segments.js";
import { describe, expect, test } from "vitest";
import type { Route, Segment } from "../../../templates/runtime/server/contract.js";
import { createSegmentRouter } from "../../../templates/runtime/server/segments.js";
import { createRouter, splitTarget } from "../../../templates/runtime/server/router.js";

function route(operation: string, method: string, path: readonly Segment[]): Route {
  return {
    operation,
    method,
    path,
    parameters: [],
    authentication: "none",
    scopes: [],
    reveals: false,
    hasService: false,
    serviceTypes: [],
    responses: {},
  };
}

const id = { parameter: "id" };

test("a query that a route needs", () => {
  const needing = (operation: string, ...query: [string, string][]) => ({ ...route(operation, "GET", ["a"]), query });
  const queries = createRouter([route("plain", "GET", ["a"]), needing("x", ["x", "1"]), needing("xy", ["x", "1"], ["y", "a b"])]);
  const found = (query?: string) => {
    const match = queries("GET", "/a", query);
    return match && "route" in match ? match.route.operation : match;
  };
  expect(["", "x=2", "x=1", "x=2&x=1", "y=a+b&z&x=1", undefined].map(found)).toEqual(["plain", "plain", "x", "x", "xy", "plain"]);
  const only = createRouter([needing("x", ["x", "1"])]);
  expect([only("GET", "/a", "x=2"), only("PUT", "/a", "x=2")]).toEqual([undefined, undefined]);
  expect(only("PUT", "/a", "x=1")).toEqual({ methods: ["GET", "HEAD", "OPTIONS"] });
});

test("a parameter that is in a path twice has one value", () => {
  const twice = createRouter([route("twice", "GET", [id, "of", { pattern: ["", "id", ".json"] }])]);
  expect(twice("GET", "/a/of/a.json")).toMatchObject({ parameters: { id: "a" } });
  expect(twice("GET", "/%61/of/a.json")).toMatchObject({ route: { operation: "twice" } });
  expect([twice("GET", "/a/of/b.json"), twice("GET", "/%/of/%25.json")]).toEqual([undefined, undefined]);
});

const router = createRouter([
  route("list", "GET", ["things"]),
  route("create", "POST", ["things"]),
  route("get", "GET", ["things", id]),
  route("rename", "PUT", ["things", { parameter: "name" }]),
  route("latest", "GET", ["things", "latest"]),
  route("parts", "GET", ["things", { parameter: "thing" }, "parts"]),
  route("download", "GET", ["files", { pattern: ["", "name", ".", "format", ""] }]),
  route("act", "POST", ["files", { pattern: ["", "name", ":", "verb", ""] }]),
  route("cancel", "POST", ["files", { pattern: ["", "name", ":cancel"] }]),
  route("slash", "GET", ["slash", ""]),
  route("root", "GET", [""]),
]);

function find(method: string, path: string): unknown {
  const found = router(method, path);
  return found && "route" in found ? [found.route.operation, found.parameters] : found;
}

test.each([
  ["GET", "/things", ["list", {}]],
  ["POST", "/things", ["create", {}]],
  ["GET", "/things/7", ["get", { id: "7" }]],
  ["HEAD", "/things/7", ["get", { id: "7" }]],
  ["GET", "/things/a%2Fb", ["get", { id: "a%2Fb" }]],
  ["PUT", "/things/7", ["rename", { name: "7" }]],
  ["GET", "/things/latest", ["latest", {}]],
  ["GET", "/things/latest/parts", ["parts", { thing: "latest" }]],
  ["GET", "/files/a.b.json", ["download", { name: "a", format: "b.json" }]],
  ["POST", "/files/a.b:cancel", ["cancel", { name: "a.b" }]],
  ["POST", "/files/a.b:close", ["act", { name: "a.b", verb: "close" }]],
  ["GET", "/slash/", ["slash", {}]],
  ["GET", "/", ["root", {}]],
])("%s %s", (method, path, expected) => {
  expect(find(method, path)).toEqual(expected);
});

test.each([
  "/things/",
  "/things//parts",
  "/thing",
  "/things/7/",
  "/things/7/parts/8",
  "/THINGS",
  "//things",
  "/slash",
  "",
  "/files/.json",
  "/files/a.",
])("no such path: %s", (path) => {
  expect(router("GET", path)).toBeUndefined();
});

test("a path without the method", () => {
  expect(router("PUT", "/things")).toEqual({ methods: ["GET", "HEAD", "OPTIONS", "POST"] });
  expect(router("OPTIONS", "/files/a:cancel")).toEqual({ methods: ["OPTIONS", "POST"] });
  expect(router("__proto__", "/things")).toEqual({ methods: ["GET", "HEAD", "OPTIONS", "POST"] });
});

test("a path without the method yields to one with it", () => {
  expect(find("POST", "/files/a.b:cancel")).toEqual(["cancel", { name: "a.b" }]);
  expect(router("PUT", "/files/a.b:cancel")).toEqual({ methods: ["GET", "HEAD", "OPTIONS", "POST"] });
});

test("the name of an action is what follows the last separator, unless a listed name contains it", () => {
  const act = (target: string, ends: string[] = []) => {
    const path = ["v1", { pattern: ["", "name", ":", "verb", ""] }];
    const found = createSegmentRouter([{ ...route("act", "POST", path), ends }])("POST", `/v1/${target}`);
    return found && "route" in found ? Object.values(found.parameters) : found;
  };
  expect(act("a:b:start")).toEqual(["a:b", "start"]);
  expect(act("a%3Ab:start")).toEqual(["a%3Ab", "start"]);
  expect(act("a:start%3A")).toEqual(["a", "start%3A"]);
  expect([":start", "start"].map((target) => act(target))).toEqual([undefined, undefined]);
  const names = ["big:disk:grow", "disk:grow"];
  expect(act("a:b:disk:grow", names)).toEqual(["a:b", "disk:grow"]);
  expect(act("a:big:disk:grow", names)).toEqual(["a", "big:disk:grow"]);
  expect(act("a:grow", names)).toEqual(["a", "grow"]);
  expect(act("disk:grow", names)).toEqual(["disk", "grow"]);
});

test("names of prototypes are names like all others", () => {
  expect(router("GET", "/constructor")).toBeUndefined();
  expect(find("GET", "/things/__proto__")).toEqual(["get", { id: "__proto__" }]);
});

test("routes that differ in the location of their parameter", () => {
  const length = 60;
  const routes = Array.from({ length }, (_, index) => {
    const path = Array.from({ length }, (_, at): Segment => (at === index ? { parameter: `p${at}` } : "a"));
    return route(`${index}`, "GET", path);
  });
  // Would take for ever if it grew with the combinations.
  expect(createRouter(routes)("GET", `/${"a/".repeat(length - 1)}b`)).toMatchObject({ parameters: { p59: "b" } });
  expect(createRouter(routes)("GET", `/${"a/".repeat(length)}b`)).toBeUndefined();
});

test.each([
  ["/v1/a?b=c?d", "", "/v1/a", "b=c?d"],
  ["/v1/a", "", "/v1/a", ""],
  ["/v1/a?", "", "/v1/a", ""],
  ["/v1/a#b?c", "", "/v1/a", ""],
  ["/v1/a?b#c", "", "/v1/a", "b"],
  ["http://host:80/v1/a?b", "", "/v1/a", "b"],
  ["http://host", "", "/", ""],
  ["http://host?b", "", "/", "b"],
  ["*", "", "/", ""],
  ["", "", "/", ""],
  ["//evil/v1", "", "//evil/v1", ""],
  ["/api/v1/a?b", "/api", "/v1/a", "b"],
  ["/apiary/v1", "/api", undefined, ""],
  ["/api", "/api", undefined, ""],
])("%s below %s", (url, basePath, path, query) => {
  expect(splitTarget(url, basePath)).toEqual({ path, query });
});

describe("equivalent paths (RFC 3986, section 6.2.2)", () => {
  const written = createRouter([
    route("tilde", "GET", pathSegments("/~me/v1.0/a%2fb")),
    route("encoded", "GET", pathSegments("/%7eyou/{id}/%6Done")),
    route("file", "GET", pathSegments("/files/%66-{name}.json")),
  ]);
  const findIn = (path: string) => {
    const found = written("GET", path);
    return found && "route" in found ? [found.route.operation, found.parameters] : found;
  };

  test.each([
    ["/~me/v1.0/a%2Fb", ["tilde", {}]],
    ["/%7Eme/v1%2e0/a%2fb", ["tilde", {}]],
    ["/~me/v1.0/a/b", undefined],
    ["/~me/v1.0/a%252Fb", undefined],
    ["/~you/%7e/mone", ["encoded", { id: "%7e" }]],
    ["/~you/a%2Fb/mone", ["encoded", { id: "a%2Fb" }]],
    ["/~you/a/b/mone", undefined],
    ["/files/f-a%2Fb.json", ["file", { name: "a%2Fb" }]],
    ["/files/%66%2Da%2ejson.json", ["file", { name: "a%2Ejson" }]],
    ["/files/f-a%2ejson", ["file", { name: "a" }]],
  ])("%s", (path, expected) => {
    expect(findIn(path)).toEqual(expected);
  });

  test("any spelling of any path finds the same route", () => {
    const character = fc.constantFrom(..."aZ9-._~!$&'()*+,;=:@");
    const segment = fc.string({ unit: fc.oneof(character, fc.constantFrom("%2F", "%25", "%C3%A9", "%20")), minLength: 1 });
    const respell = (text: string, choices: readonly boolean[]) => {
      let at = 0;
      return text.replace(/%..|[\w.~-]/g, (one) => {
        if (!choices[at++ % choices.length]) return one;
        return one.length > 1 ? one.toLowerCase() : `%${one.charCodeAt(0).toString(16)}`;
      });
    };
    const choices = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), choices, choices, (segments, inContract, inUrl) => {
        const contract = respell(`/${segments.join("/")}`, inContract);
        const url = respell(`/${segments.join("/")}`, inUrl);
        expect(createRouter([route("it", "GET", pathSegments(contract))])("GET", url)).toMatchObject({ parameters: {} });
        expect(splitTarget(`${url}/x%7E?q`, contract)).toEqual({ path: "/x%7E", query: "q" });
      }),
    );
  });
});

test.each([
  ["/%7euser/a%2Fb", "/~user", "/a%2Fb"],
  ["/a%2fb/c", "/a%2Fb", "/c"],
  ["/a%2Fb/c", "/a/b", undefined],
  ["/~user", "/%7Euser", undefined],
])("%s below %s", (url, basePath, path) => {
  expect(splitTarget(url, basePath)).toEqual({ path, query: "" });
});
