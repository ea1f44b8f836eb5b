import { expect, test } from "vitest";
import { actionPath, createControlPlane, missingId, projectId, secret, serviceIds } from "./control-plane.js";
import { exampleOf } from "./examples.js";
import { listen } from "./listen.js";

const project = `/v1/projects/${projectId}`;

test("a project", async () => {
  const { send } = await listen(createControlPlane().server);
  const { status, json, headers } = await send("GET", project);
  expect(status).toBe(200);
  expect(json).toMatchObject({ id: projectId, slug: "web-shop" });
  expect(headers).toMatchObject({ "content-type": "application/json", "x-content-type-options": "nosniff" });
  expect(headers["cache-control"]).toBeUndefined();
});

test("the services of a project, with what they advertise", async () => {
  const { send } = await listen(createControlPlane().server);
  const { status, json } = await send("GET", `${project}/services`);
  expect(status).toBe(200);
  const { services } = json as { services: { type: string; capabilities: { actions: unknown[] } }[] };
  expect(services.map(({ type, capabilities }) => [type, capabilities.actions.length])).toEqual([
    ["auth", 16],
    ["search", 17],
    ["postgres", 38],
    ["objects", 15],
  ]);
});

test("a new service", async () => {
  const { send } = await listen(createControlPlane().server);
  const { status, json } = await send("POST", `${project}/services`, {
    body: { type: "postgres", plan: "shared", name: "orders" },
  });
  expect(status).toBe(201);
  expect(json).toMatchObject({ type: "postgres", status: "provisioning", project_id: projectId });
  const conflict = await send("POST", `${project}/services`, { body: { type: "postgres", plan: "huge", name: "orders" } });
  expect([conflict.status, conflict.json]).toEqual([409, { error: "entitlement_conflict: The plan is not included." }]);
});

test("a service, with and without its health", async () => {
  const { send } = await listen(createControlPlane().server);
  const path = `${project}/services/${serviceIds.postgres}`;
  expect((await send("GET", path)).json).not.toHaveProperty("live");
  expect((await send("GET", `${path}?live=false`)).json).not.toHaveProperty("live");
  expect((await send("GET", `${path}?live=true`)).json).toHaveProperty("live.status", "healthy");
  expect((await send("GET", `${project}/services/${missingId}`)).status).toBe(404);
});

test("a credential, which must not be cached", async () => {
  const { send } = await listen(createControlPlane().server);
  const { status, json, headers } = await send("GET", `${project}/services/${serviceIds.search}/credential`);
  expect([status, json]).toEqual([200, { key: "SEARCH_CREDENTIALS", value: secret }]);
  expect(headers["cache-control"]).toBe("no-store");
});

test("an action, complete and in progress", async () => {
  const { send } = await listen(createControlPlane().server);
  const { body, result } = exampleOf("postgres", "add_ip");
  const done = await send("POST", actionPath("postgres", "add_ip"), { body });
  expect([done.status, done.json]).toEqual([200, { action: "add_ip", status: "ok", result }]);
  const accepted = await send("POST", actionPath("postgres", "backup_now"), { body: { label: "before release" } });
  expect(accepted.status).toBe(202);
});
