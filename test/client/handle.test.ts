import { expect, test } from "vitest";
import { createHandle } from "../../generated/client/index.js";
import { projectId, serviceIds } from "../server/control-plane.js";
import { connect, failureOf, targets } from "./connect.js";

test("a service that was read narrows to its own actions", async () => {
  const { client, ran } = await connect();
  const { services } = await client.listServices({ project_id: projectId });
  for (const service of services) {
    const handle = createHandle(client, service);
    if (handle.type === "postgres") await handle.actions.add_ip({ cidr: "203.0.113.0/24" });
    else if (handle.type === "search") await handle.actions.create_index({ index: "products" });
    else if (handle.type === "objects") await handle.actions.list_buckets();
    else await handle.actions.unban_user({ user_id: "6f1f8a1e-31a4-4b7e-9f5d-3f0f2f9f1b11" });
  }
  expect(ran).toEqual(["auth.unban_user", "search.create_index", "postgres.add_ip", "objects.list_buckets"]);
});

test("it contains what the service advertised", async () => {
  const { client, services } = await connect();
  services.set(serviceIds.postgres, { ...services.get(serviceIds.postgres)!, plan: "shared" });
  const handle = createHandle(client, await client.getService(targets.postgres));
  if (handle.type !== "postgres") throw new Error("not a postgres service");
  expect(handle.service).toMatchObject({ name: "my-postgres", plan: "shared" });
  expect([handle.can("backup_now"), handle.reason("backup_now")]).toEqual([true, undefined]);
  expect([handle.can("add_ip"), handle.reason("add_ip")]).toEqual([false, "The plan shared does not include it."]);
});

test("actions that are not advertised can't be invoked", async () => {
  const { client } = await connect({ gate: (_, action) => (action === "add_ip" ? "hidden" : "enabled") });
  const handle = createHandle(client, await client.getService(targets.postgres));
  if (handle.type !== "postgres") throw new Error("not a postgres service");
  expect([handle.can("add_ip"), handle.reason("add_ip")]).toEqual([false, "The service does not advertise this action."]);
});

test.each([{}, { actions: undefined }, undefined])("neither can actions of a service with the capabilities %j", async (given) => {
  const { client } = await connect();
  const { capabilities: _, ...bare } = await client.getService(targets.postgres);
  const service = given === undefined ? bare : { ...bare, capabilities: given };
  const handle = createHandle(client, service as never as typeof bare & { type: "postgres" });
  expect([handle.can("add_ip"), handle.reason("add_ip")]).toEqual([false, "The service does not advertise this action."]);
});

test("it may reject actions that the service did not advertise as enabled", async () => {
  const gate = (_: unknown, action: string) => (action === "add_ip" ? { reason: "Not on Sundays." } : ("enabled" as const));
  const { client, ran } = await connect({ gate });
  const handle = createHandle(client, await client.getService(targets.postgres), { rejectUnavailable: true });
  if (handle.type !== "postgres") throw new Error("not a postgres service");
  const byItself = await failureOf(handle.actions.add_ip({ cidr: "203.0.113.0/24" }));
  const byTheApi = await failureOf(client.postgres(targets.postgres).add_ip({ cidr: "203.0.113.0/24" }));
  expect(byItself).toMatchObject({ ...(byTheApi as object), requestId: undefined });
  expect(byItself).toMatchObject({ status: 409, code: "action_unavailable", text: "action_unavailable: Not on Sundays." });
  await handle.actions.backup_now();
  expect(ran).toEqual(["postgres.backup_now"]);
});

test("otherwise the API decides", async () => {
  const { client, ran } = await connect();
  const service = await client.getService(targets.postgres);
  const handle = createHandle(client, { ...service, capabilities: { actions: [] } } as typeof service);
  if (handle.type !== "postgres") throw new Error("not a postgres service");
  expect(handle.can("backup_now")).toBe(false);
  await handle.actions.backup_now();
  expect(ran).toEqual(["postgres.backup_now"]);
});
