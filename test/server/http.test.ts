import { expect, test } from "vitest";
import { actionPath, createControlPlane, projectId, serviceIds } from "./control-plane.js";
import { exampleOf } from "./examples.js";
import { listen } from "./listen.js";

const project = `/v1/projects/${projectId}`;
const action = actionPath("postgres", "add_ip");
const { body } = exampleOf("postgres", "add_ip");

test("HEAD is GET without the body", async () => {
  const { send } = await listen(createControlPlane().server);
  const get = await send("GET", project);
  const head = await send("HEAD", project);
  expect([head.status, head.text]).toEqual([200, ""]);
  expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  expect((await send("HEAD", project, { token: "" })).status).toBe(401);
  expect((await send("HEAD", action)).status).toBe(405);
});

test.each([
  [project, "GET, HEAD, OPTIONS"],
  [`${project}/services`, "GET, HEAD, OPTIONS, POST"],
  [action, "OPTIONS, POST"],
])("OPTIONS and other methods of %s", async (path, allow) => {
  const { send } = await listen(createControlPlane().server);
  const options = await send("OPTIONS", path, { token: "" });
  expect([options.status, options.headers["allow"], options.text]).toEqual([204, allow, ""]);
  for (const method of ["PUT", "DELETE", "PATCH", "TRACE"]) {
    const { status, headers, json } = await send(method, path, { token: "" });
    expect([status, headers["allow"], json]).toEqual([
      405,
      allow,
      { error: `method_not_allowed: Use ${allow.replaceAll(", ", " or ")}.` },
    ]);
  }
});

test.each([
  "/",
  "/v1",
  "/v1/projects",
  `${project}/`,
  `${action}/`,
  `/${project}`,
  `${project}/../x`,
  "/V1/projects/x",
  `${project}/services//`,
  `/v1/projects/${projectId}%2Fservices`.replace("%2Fservices", "/services%2F"),
  "/%zz",
  "/<script>alert(1)</script>",
])("%s doesn't exist", async (path) => {
  const { send } = await listen(createControlPlane().server);
  const { status, json, text } = await send("GET", path, { token: "" });
  expect([status, json]).toEqual([404, { error: "resource_not_found: There is no such path." }]);
  expect(text).not.toContain("script");
});

test.each([
  [`/v1/projects/%zz`, "project_id is not percent-encoded UTF-8"],
  [`/v1/projects/%ff`, "project_id is not percent-encoded UTF-8"],
  [`/v1/projects/${projectId}%2Fservices`, 'project_id must match format "uuid"'],
  [`/v1/projects/${projectId}%00`, 'project_id must match format "uuid"'],
  [`${project}/services/${serviceIds.auth}?live=yes`, "live must be boolean"],
  [`${project}/services/${serviceIds.auth}?live=true&live=false`, "live is given more than once"],
  [`${project}/services/${serviceIds.auth}?live`, "live must be boolean"],
  [`${project}/services/${serviceIds.auth}?live=%`, "live is not percent-encoded UTF-8"],
])("malformed: %s", async (path, text) => {
  const { send } = await listen(createControlPlane().server);
  const { status, json } = await send("GET", path);
  expect([status, json]).toEqual([400, { error: `invalid_parameter: ${text}.` }]);
});

test("a name of an action is checked by the contract's pattern and found by its own", async () => {
  const { send } = await listen(createControlPlane().server);
  const at = (name: string) => send("POST", actionPath("postgres", "add_ip").replace("add_ip", name), { body });
  expect((await at("add%20ip")).status).toBe(400);
  for (const name of ["constructor", "toString", "hasOwnProperty", "ADD_IP"]) expect((await at(name)).status, name).toBe(404);
  expect((await at("add%5Fip")).status).toBe(200);
});

test("undeclared parameters are ignored", async () => {
  const { send } = await listen(createControlPlane().server);
  expect((await send("GET", `${project}?x=1&__proto__=2&constructor=3`)).status).toBe(200);
});

test("a request id is kept if it is plain, otherwise generated", async () => {
  const { send } = await listen(createControlPlane().server);
  const id = async (given: string) =>
    (await send("GET", project, { headers: { "x-request-id": given } })).headers["x-request-id"];
  expect(await id("a-B_c.9")).toBe("a-B_c.9");
  expect(await id("x".repeat(64))).toBe("x".repeat(64));
  const made = new Set<unknown>();
  for (const bad of ["", "x".repeat(65), "a b", "<a>", "a\tb", "ä"]) {
    const own = await id(bad);
    expect(own).toMatch(/^[0-9a-f]{16}-\d+$/);
    made.add(own);
  }
  expect(made.size).toBe(6);
});

test("a request id that repeats the caller's credentials is replaced", async () => {
  const { send } = await listen(createControlPlane().server);
  const token = "a-long-token";
  const headers = { authorization: `Bearer ${token}`, "x-request-id": token };
  const response = await send("GET", project, { headers });
  expect(response.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}-\d+$/);
});

test.each(["", "all", "Basic all", "Bearer", "Bearer ", "Bearer all all", "Bearer all,", "bearer\tall"])(
  "no token: %s",
  async (authorization) => {
    const { send } = await listen(createControlPlane().server);
    const { status, json, headers } = await send("GET", project, { token: "", headers: { authorization } });
    expect([status, json, headers["www-authenticate"]]).toEqual([
      401,
      { error: "unauthenticated: A valid bearer token is required." },
      "Bearer",
    ]);
  },
);

test("the scheme of a token is case-insensitive", async () => {
  const { send } = await listen(createControlPlane().server);
  expect((await send("GET", project, { token: "", headers: { authorization: "bEARER  all" } })).status).toBe(200);
});

test("headers named like properties of objects are headers", async () => {
  const { send } = await listen(createControlPlane().server);
  const hostile = { constructor: "x", hasownproperty: "x", __proto__x: "x", tostring: "x" };
  expect((await send("GET", project, { headers: hostile })).status).toBe(200);
  const { handle } = createControlPlane().server;
  const headers = Object.create({ authorization: "Bearer all", "x-request-id": "inherited" }) as Record<string, string>;
  const response = await handle({ method: "GET", url: project, headers });
  expect([response.status, response.headers["x-request-id"]]).not.toContain("inherited");
  expect(response.status).toBe(401);
});

test("a whole URL as target, as for proxies", async () => {
  const { send } = await listen(createControlPlane().server);
  expect((await send("GET", `http://api.example${project}`)).status).toBe(200);
  expect((await send("OPTIONS", "*")).status).toBe(404);
});

test("a base path is removed", async () => {
  const { send } = await listen(createControlPlane({ basePath: "/api" }).server);
  expect((await send("GET", `/api${project}`)).status).toBe(200);
  expect((await send("GET", project)).status).toBe(404);
});
