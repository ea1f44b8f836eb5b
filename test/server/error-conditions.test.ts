import { describe, expect, test } from "vitest";
import { operations as guards } from "../../generated/validators/index.js";
import { actionPath, createControlPlane, missingId, projectId, serviceIds } from "./control-plane.js";
import { exampleOf } from "./examples.js";
import { listen, type Sent } from "./listen.js";

const project = `/v1/projects/${projectId}`;
const action = actionPath("postgres", "add_replica");
const { body } = exampleOf("postgres", "add_replica");

type Case = readonly [operation: keyof typeof guards, method: string, path: string, sent: Sent];

/** Every condition under which the API refuses, wherever it can occur. */
const conditions: Readonly<Record<string, { readonly status: number; readonly cases: readonly Case[] }>> = {
  "resource not found": {
    status: 404,
    cases: [
      ["getProject", "GET", `/v1/projects/${missingId}`, {}],
      ["listServices", "GET", `/v1/projects/${missingId}/services`, {}],
      ["getService", "GET", `${project}/services/${missingId}`, {}],
      ["invokeAction", "POST", `${project}/services/${missingId}/actions/add_replica`, { body }],
      ["revealCredential", "GET", `${project}/services/${missingId}/credential`, {}],
    ],
  },
  "invalid action body": { status: 400, cases: [["invokeAction", "POST", action, { body: { name: 7 } }]] },
  "scope denied": {
    status: 403,
    cases: [
      ["invokeAction", "POST", action, { body, token: "without-write" }],
      ["revealCredential", "GET", `${project}/services/${serviceIds.postgres}/credential`, { token: "without-reveal" }],
    ],
  },
  "project binding denied": {
    status: 403,
    cases: [
      ["invokeAction", "POST", action, { body, token: "other-project" }],
      ["revealCredential", "GET", `${project}/services/${serviceIds.postgres}/credential`, { token: "other-project" }],
    ],
  },
  "action unavailable for the state": {
    status: 409,
    cases: [["invokeAction", "POST", actionPath("objects", "create_bucket"), exampleOf("objects", "create_bucket")]],
  },
  "action unavailable for the plan": { status: 409, cases: [["invokeAction", "POST", action, { body }]] },
  "entitlement or quota conflict": {
    status: 409,
    cases: [
      ["createService", "POST", `${project}/services`, { body: { type: "postgres", plan: "dedicated-ha", name: "orders" } }],
    ],
  },
  "no valid token": {
    status: 401,
    cases: [
      ["getProject", "GET", project, { token: "nobody" }],
      ["listServices", "GET", `${project}/services`, { token: "" }],
      ["createService", "POST", `${project}/services`, { token: "" }],
      ["getService", "GET", `${project}/services/${serviceIds.auth}`, { token: "" }],
      ["invokeAction", "POST", action, { token: "" }],
      ["revealCredential", "GET", `${project}/services/${serviceIds.auth}/credential`, { token: "" }],
    ],
  },
};

describe.each(Object.entries(conditions))("%s", (_, { status, cases }) => {
  test.each(cases)("%s", async (operation, method, path, sent) => {
    const { server, services, log } = createControlPlane();
    services.set(serviceIds.objects, { ...services.get(serviceIds.objects)!, status: "suspended" });
    if (_.endsWith("plan")) services.set(serviceIds.postgres, { ...services.get(serviceIds.postgres)!, plan: "shared" });
    const { send } = await listen(server);
    const answer = await send(method, path, { token: sent.token, body: sent.body });
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toBe("application/json");
    const responses = guards[operation].responses as Readonly<Record<string, (value: unknown) => boolean>>;
    expect(responses[status]!(answer.json)).toBe(true);
    expect((answer.json as { error: string }).error).toMatch(/^[a-z_]+: .+\.$/);
    expect(log).toEqual([]);
  });
});
