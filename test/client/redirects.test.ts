import http from "node:http";
import { describe, expect, test } from "vitest";
import { ApiError, createClient, retry } from "../../generated/client/index.js";
import { projectId } from "../server/control-plane.js";
import { serve } from "../server/listen.js";
import { connectTo, failureOf, targets } from "./connect.js";

const password = { username: "app", password: "password-7f3a", read_only: true };

/** Another origin, which keeps what it is sent and takes part in everything. */
async function stranger() {
  const seen: string[] = [];
  const { port } = await serve(
    http.createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        seen.push(`${request.method} ${JSON.stringify(request.headers)} ${body}`);
        response.setHeader("content-type", "application/json").end('{"status":"ok","result":{}}');
      });
    }),
  );
  return { seen, origin: `http://127.0.0.1:${port}` };
}

describe.each([300, 301, 302, 303, 307, 308])("a redirect with %i", (status) => {
  test("to another origin receives neither the key nor the body", async () => {
    const { seen, origin } = await stranger();
    const headers = { "x-api-key": "key-7f3a" };
    const api = await connectTo(() => ({ status, headers: { location: `${origin}/elsewhere` } }), { headers, use: [retry()] });
    const error = await failureOf(api.client.postgres(targets.postgres).pool_user_create(password));
    expect(seen).toEqual([]);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status,
      message: `postgres.pool_user_create returned ${status}: redirects are not followed`,
    });
    expect((error as ApiError).headers.get("location")).toBe(`${origin}/elsewhere`);
    expect(api.seen).toHaveLength(1);
  });

  test("within the API is not followed either, and a POST does not become a GET", async () => {
    const api = await connectTo((before) =>
      before === 0 ? { status, headers: { location: "/v1/login" } } : { status: 200, body: { status: "ok", result: {} } },
    );
    expect(await failureOf(api.client.postgres(targets.postgres).list_replicas())).toMatchObject({ status });
    expect(api.seen.map(({ method }) => method)).toEqual(["POST"]);
  });
});

test("other responses are not reported as redirects", async () => {
  const api = await connectTo(() => ({ status: 304 }));
  const error = await failureOf(api.client.getProject({ project_id: projectId }));
  expect(error).toMatchObject({ status: 304, message: "getProject returned 304" });
});

test("a platform that hides the target of a redirect hides its status, too", async () => {
  // As in browsers: a response of type `opaqueredirect`.
  const fetch = (_: string, { redirect }: RequestInit) => {
    const hidden = redirect === "manual" ? Response.error() : Response.json({});
    return Promise.resolve(hidden);
  };
  const client = createClient({ baseUrl: "http://api.example", token: "t", fetch, use: [retry()] });
  expect(await failureOf(client.getProject({ project_id: projectId }))).toMatchObject({
    name: "ApiError",
    status: 0,
    message: "getProject returned a redirect: redirects are not followed",
  });
});
