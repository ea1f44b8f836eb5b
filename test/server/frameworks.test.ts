import { serve as serveHono } from "@hono/node-server";
import express from "express";
import { Hono } from "hono";
import type http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { mountOnExpress } from "../../recipes/express.js";
import { createFastify } from "../../recipes/fastify.js";
import { mountOnHono } from "../../recipes/hono.js";
import { actionPath, createControlPlane, projectId } from "./control-plane.js";
import { exampleOf } from "./examples.js";
import { request, serve, type Send } from "./listen.js";

type Plane = ReturnType<typeof createControlPlane>["server"];

/** Each framework with the API below `/api` and a route of its own. */
const frameworks: Record<string, (server: Plane) => Promise<number>> = {
  async express(server) {
    const app = express();
    const listener = mountOnExpress(app, server);
    // The API is mounted before it, so that it has its bodies for itself.
    app.use(express.json());
    app.get("/own", (_, response) => void response.send("own"));
    return (await serve(listener)).port;
  },

  async fastify(server) {
    const app = await createFastify(server);
    app.get("/own", () => "own");
    await app.listen({ port: 0, host: "127.0.0.1" });
    // It would wait for kept connections.
    onTestFinished(() => (app.server.closeAllConnections(), app.close()));
    return (app.server.address() as AddressInfo).port;
  },

  async hono(server) {
    const app = new Hono();
    mountOnHono(app, server);
    app.get("/own", (context) => context.text("own"));
    // It puts its own Request and Response into the place of the platform's.
    const platform = (["Request", "Response"] as const).map(
      (key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)!] as const,
    );
    onTestFinished(() => platform.forEach(([key, descriptor]) => void Object.defineProperty(globalThis, key, descriptor)));
    const node = await new Promise<http.Server>((resolve) => {
      const started = serveHono({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(started as http.Server));
    });
    onTestFinished(() => void node.close());
    return (node.address() as AddressInfo).port;
  },
};

/** As the recipes say; Express cuts the prefix off by itself. */
const basePaths: Record<string, string> = { express: "", fastify: "/api", hono: "/api" };

describe.each(Object.keys(frameworks))("in %s", (name) => {
  async function start() {
    const plane = createControlPlane({ basePath: basePaths[name]!, limits: { bodyBytes: 10_000 } });
    const port = await frameworks[name]!(plane.server);
    const send: Send = (method, path, sent) => request(port, method, path, sent);
    return { plane, send };
  }

  const path = `/api${actionPath("postgres", "add_ip")}`;
  const { body, result } = exampleOf("postgres", "add_ip");

  test("actions and operations", async () => {
    const { send } = await start();
    const done = await send("POST", path, { body });
    expect([done.status, done.json]).toEqual([200, { action: "add_ip", status: "ok", result }]);
    const project = await send("GET", `/api/v1/projects/${projectId}`);
    expect([project.status, project.headers["content-type"]]).toEqual([200, "application/json"]);
    expect((await send("HEAD", `/api/v1/projects/${projectId}`)).status).toBe(200);
  });

  test("other routes are not affected", async () => {
    const { send } = await start();
    expect((await send("GET", "/own")).text).toBe("own");
  });

  test.each<[string, string, string, string | undefined, Record<string, string>, number, string]>([
    ["malformed JSON", "POST", path, "{", {}, 400, "invalid_action_body: The body is not JSON."],
    ["an empty body", "POST", path, "", {}, 400, "invalid_action_body: A body is required."],
    [
      "another media type",
      "POST",
      path,
      "a=b",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "unsupported_media_type: Send application/json, text in UTF-8, without a content encoding.",
    ],
    [
      "an unknown media type",
      "POST",
      path,
      "<a/>",
      { "content-type": "nonsense" },
      415,
      "unsupported_media_type: Send application/json, text in UTF-8, without a content encoding.",
    ],
    ["a body too large", "POST", path, "x".repeat(20_000), {}, 413, "payload_too_large: The body must not exceed 10000 bytes."],
    ["no such path", "GET", "/api/v2", undefined, {}, 404, "resource_not_found: There is no such path."],
    ["no such method", "DELETE", path, undefined, {}, 405, "method_not_allowed: Use OPTIONS or POST."],
    [
      "malformed encoding",
      "GET",
      "/api/v1/projects/%zz",
      undefined,
      {},
      400,
      "invalid_parameter: project_id is not percent-encoded UTF-8.",
    ],
    [
      "a malformed parameter",
      "GET",
      "/api/v1/projects/x",
      undefined,
      {},
      400,
      'invalid_parameter: project_id must match format "uuid".',
    ],
    [
      "no token",
      "GET",
      "/api/v1/projects/x",
      undefined,
      { authorization: "" },
      401,
      "unauthenticated: A valid bearer token is required.",
    ],
  ])("%s gets the contract's error body", async (_, method, target, text, headers, status, error) => {
    const { send } = await start();
    const answer = await send(method, target, { body: text, headers });
    expect([answer.status, answer.json]).toEqual([status, { error }]);
  });

  test("a handler that throws", async () => {
    const { plane, send } = await start();
    plane.services.get = () => {
      throw new Error("not-a-real-password");
    };
    const { status, text } = await send("POST", path, { body });
    expect([status, text.includes("not-a-real-password")]).toEqual([500, false]);
    expect(text).toContain('{"error":"internal: ');
  });
});
