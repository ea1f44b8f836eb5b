import { describe, expect, test } from "vitest";
import { readJson } from "../../../templates/runtime/client/create-client.js";
import { authorizeSchemes, hideCredentials } from "../../../templates/runtime/client/secrets.js";
import type { Call, SchemeOptions } from "../../../templates/runtime/client/call.js";

const authorize = authorizeSchemes({
  bearer: { type: "bearer" },
  login: { type: "basic" },
  header: { type: "key", in: "header", name: "X-Key" },
  query: { type: "key", in: "query", name: "api key" },
  cookie: { type: "key", in: "cookie", name: "sid" },
  certificate: { type: "none" },
});

/** The request of an operation with some alternatives. */
async function request(security: readonly (readonly string[])[], options: Omit<SchemeOptions, "baseUrl">, url = "/things") {
  const outgoing = { url, headers: new Headers() };
  const call = { name: "getThings", route: { security } } as unknown as Call;
  const token = await authorize(outgoing, call, { baseUrl: "", ...options }, undefined);
  return { url: outgoing.url, ...Object.fromEntries(outgoing.headers), ...(token === undefined ? {} : { token }) };
}

describe("each scheme authenticates in its own way", () => {
  test.each([
    ["bearer", { token: "t" }, { url: "/things", authorization: "Bearer t", token: "t" }],
    [
      "login",
      { credentials: { login: { username: "ü", password: "p:w" } } },
      { url: "/things", authorization: "Basic w7w6cDp3" },
    ],
    ["header", { credentials: { header: "k" } }, { url: "/things", "x-key": "k" }],
    ["header", { credentials: { header: async () => "k2" } }, { url: "/things", "x-key": "k2" }],
    ["query", { credentials: { query: "a&b" } }, { url: "/things?api%20key=a%26b" }],
    ["cookie", { credentials: { cookie: "a;b" } }, { url: "/things", cookie: "sid=a%3Bb" }],
    ["certificate", {}, { url: "/things" }],
  ])("%s", async (scheme, options, expected) => {
    expect(await request([[scheme]], options)).toEqual(expected);
  });
});

test("the first alternative for which there are credentials is used", async () => {
  const credentials = { header: "k", query: "q" };
  expect(await request([["login"], ["header", "bearer"], ["query"], ["header"]], { credentials })).toEqual({
    url: "/things?api%20key=q",
  });
});

test("all schemes of an alternative are used", async () => {
  expect(await request([["header", "bearer"]], { token: "t", credentials: { header: "k" } })).toMatchObject({
    authorization: "Bearer t",
    "x-key": "k",
  });
});

test("without credentials, or where none are needed, nothing is sent", async () => {
  expect(await request([["header"]], {})).toEqual({ url: "/things" });
  expect(await request([], { token: "t", credentials: { header: "k" } })).toEqual({ url: "/things" });
  expect(await request([[], ["header"]], { credentials: { header: "k" } })).toMatchObject({ "x-key": "k" });
});

test("a key is added to the existing query", async () => {
  expect(await request([["query"]], { credentials: { query: "q" } }, "/things?a=1")).toEqual({ url: "/things?a=1&api%20key=q" });
});

test("a key in a cookie is added to the cookies of the call", async () => {
  const sent = { url: "/things", headers: new Headers({ cookie: "theme=dark; a=1" }) };
  const call = { name: "getThings", route: { security: [["cookie"]] } } as unknown as Call;
  await authorize(sent, call, { baseUrl: "", credentials: { cookie: "k" } }, undefined);
  expect(sent.headers.get("cookie")).toBe("theme=dark; a=1; sid=k");
});

test("a key that can't be sent is not shown", async () => {
  await expect(request([["header"]], { credentials: { header: "secret\n7f3a" } })).rejects.toThrow(
    "getThings has a header X-Key that can't be sent",
  );
});

test.each(["query", "cookie", "header"])("a key that can't be sent in a %s is not shown", async (scheme) => {
  const failure = request([[scheme]], { credentials: { [scheme]: "key-7f3a\ud800" } });
  await expect(failure).rejects.toMatchObject({
    name: "InvalidCallError",
    message: expect.not.stringContaining("7f3a") as string,
  });
});

test.each([
  ["query", "application/json"],
  ["query", "text/plain"],
  ["query", "application/json; it is not"],
  ["cookie", "application/json"],
  ["cookie", "text/plain"],
])("a key in a %s that an error in %s repeats is hidden, encoded or not", async (scheme, type) => {
  const outgoing = { url: "/things", headers: new Headers() };
  const call = { name: "getThings", route: { security: [[scheme]] } } as unknown as Call;
  await authorize(outgoing, call, { baseUrl: "", credentials: { [scheme]: "key/7f3a==" } }, undefined);
  const error = `key/7f3a== of ${outgoing.url} and ${outgoing.headers.get("cookie")}`;
  const text = type === "application/json" ? JSON.stringify({ error }) : error;
  const response = new Response(text, { status: 404, headers: { "content-type": type } });
  const read = JSON.stringify(
    await readJson(
      call,
      response,
      hideCredentials(call, (_, value) => value),
    ),
  );
  expect(read).not.toContain("7f3a");
  expect(read).toMatch(/=\[redacted\](?: and|"|$)/);
});
