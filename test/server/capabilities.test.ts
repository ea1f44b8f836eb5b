import { expect, test } from "vitest";
import { advertisedActions, catalog } from "../../generated/actions.js";
import type { Gate } from "../../generated/server/index.js";
import { actionPath, createControlPlane, projectId, serviceIds, type StoredService } from "./control-plane.js";
import { examples } from "./examples.js";
import { listen } from "./listen.js";

const caller = { projects: [projectId], scopes: [] };
const states = [
  "provisioning",
  "active",
  "maintenance",
  "upgrading",
  "restoring",
  "migrating",
  "suspended",
  "failed",
  "deleting",
];

test("all actions in the contract's order, with label and scopes", async () => {
  const { server, services } = createControlPlane();
  for (const service of services.values()) {
    const entries = await server.capabilities(service, caller);
    expect(entries.map(({ name }) => name)).toEqual(advertisedActions[service.type]);
    const infos = catalog[service.type] as Record<string, { label: string; scopes: readonly string[] }>;
    for (const { name, label, scopes, enabled, reason } of entries) {
      expect({ label, scopes }).toEqual({ label: infos[name]!.label, scopes: infos[name]!.scopes });
      expect(reason === undefined, name).toBe(enabled);
    }
  }
});

test("what is advertised as enabled runs, and nothing else", async () => {
  const gate = ({ name }: StoredService, action: string): Gate => {
    if (name === "my-search" && action === "query") return { reason: "The index is being rebuilt." };
    return action === "get_usage" ? "hidden" : "enabled";
  };
  const { server, services, ran } = createControlPlane({ gate });
  const { send } = await listen(server);
  for (const status of states) {
    services.forEach((service, id) => services.set(id, { ...service, status }));
    for (const { type, action, body } of examples) {
      const entries = await server.capabilities(services.get(serviceIds[type as keyof typeof serviceIds])!, caller);
      const entry = entries.find(({ name }) => name === action);
      ran.length = 0;
      const answer = await send("POST", actionPath(type as "auth", action as "list_users"), { body });
      const reason = entry ? entry.reason : "The service does not advertise this action.";
      const expected = entry?.enabled ? [true, [`${type}.${action}`]] : [{ error: `action_unavailable: ${reason}` }, []];
      expect([answer.status < 300 || answer.json, ran], `${type}.${action} ${status}`).toEqual(expected);
    }
  }
});

test("the application's reason overrides the contract's", async () => {
  const { server, services } = createControlPlane({ gate: async () => ({ reason: "Read replicas need a dedicated plan." }) });
  const service = { ...services.get(serviceIds.postgres)!, plan: "shared", status: "suspended" };
  const entries = await server.capabilities(service, caller);
  expect(new Set(entries.map(({ reason }) => reason))).toEqual(new Set(["Read replicas need a dedicated plan."]));
});

test("the gate is a method of the application, like all hooks", async () => {
  const gate = function (this: { readonly handlers?: unknown } | undefined): Gate {
    return this?.handlers ? { reason: "Asked." } : "enabled";
  };
  const { server, services } = createControlPlane({ gate });
  const [entry] = await server.capabilities(services.get(serviceIds.auth)!, caller);
  expect(entry!.reason).toBe("Asked.");
});

test("an unknown state or plan allows only what is allowed in all", async () => {
  const { server, services } = createControlPlane();
  const { id, project_id, type, name } = services.get(serviceIds.postgres)!;
  const entries = await server.capabilities({ id, project_id, type, name } as StoredService, caller);
  expect(entries.every(({ enabled }) => !enabled)).toBe(true);
  expect(new Set(entries.map(({ reason }) => reason))).toEqual(
    new Set(["The plan of the service does not include it.", "The service is not in a state that allows it."]),
  );
});

test("an unknown type advertises nothing", async () => {
  const { server, services } = createControlPlane();
  const service = { ...services.get(serviceIds.postgres)!, type: "constructor" as "postgres" };
  expect(await server.capabilities(service, caller)).toEqual([]);
});

test("callers may modify the entries", async () => {
  const { server, services } = createControlPlane();
  const service = services.get(serviceIds.auth)!;
  const [first] = await server.capabilities(service, caller);
  first!.scopes.push("service:admin");
  expect((await server.capabilities(service, caller))[0]!.scopes).toEqual(catalog.auth.service_health.scopes);
});

test("handlers list them with the caller who asks", async () => {
  const { server } = createControlPlane({ gate: (_, action) => (action === "service_health" ? "enabled" : "hidden") });
  const { send } = await listen(server);
  const { json } = await send("GET", `/v1/projects/${projectId}/services/${serviceIds.auth}`);
  expect(json).toHaveProperty("capabilities.actions", [
    { name: "service_health", label: catalog.auth.service_health.label, enabled: true, scopes: ["service:read"] },
  ]);
});
