import { expect, test } from "vitest";
import { createLog } from "../src/log.js";
import { queueOperation } from "../src/operations/operation.js";
import { claimOperation } from "../src/operations/worker.js";
import { moveService } from "../src/services/lifecycle.js";
import { startControlPlane } from "../src/start.js";
import { addService } from "./support/add-service.js";
import { createApi } from "./support/api.js";
import { addProject, usePlane, whileHeld } from "./support/control-plane.js";
import { allScopes } from "../src/access/caller.js";

const plane = usePlane();
const thirty = Array.from({ length: 30 }, (_, index) => index);

test("30 creates at once with an entitlement of 5 make exactly 5", async () => {
  const { api, orgId, projectId, platform } = plane.current;
  await platform.database.query(
    "update entitlements set capacity = 5 where org_id = $1 and type = 'postgres' and plan = 'shared'",
    [orgId],
  );
  const responses = await Promise.all(thirty.map((index) => api.create("shared", `orders-${index}`)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
  const rejected = responses.filter(({ status }) => status === 409).map(({ body }) => body);
  expect(rejected).toEqual(Array(25).fill({ error: "entitlement_conflict: The entitlement for the plan shared is used up." }));
  const { rows } = await platform.database.query(
    `select (select used from entitlements where org_id = $1 and type = 'postgres' and plan = 'shared') as used,
       (select service_count from projects where id = $2) as counted,
       (select count(*)::int from services where project_id = $2) as services,
       (select count(*)::int from operations o join services s on s.id = o.service_id where s.project_id = $2) as operations`,
    [orgId, projectId],
  );
  expect(rows).toEqual([{ used: 5, counted: 5, services: 5, operations: 5 }]);
});

test("two projects that share an entitlement, one of them with a quota of 3", async () => {
  const { url, orgId, platform, token } = plane.current;
  await platform.database.query(
    "update entitlements set capacity = used + 8 where org_id = $1 and type = 'postgres' and plan = 'shared'",
    [orgId],
  );
  const projects = [await addProject(plane.current, orgId), await addProject(plane.current, orgId)];
  await platform.database.query("update projects set service_quota = 3 where id = $1", [projects[0]]);
  const text = await token(allScopes, projects);
  const created = await Promise.all(
    projects.map(async (id) => {
      const api = createApi(url, id, text);
      const responses = await Promise.all(thirty.map((index) => api.create("shared", `orders-${index}`)));
      return responses.filter(({ status }) => status === 201).length;
    }),
  );
  expect(created[0]).toBeLessThanOrEqual(3);
  expect(created[0]! + created[1]!).toBe(8);
});

test("of many that move a service only one does", async () => {
  const { current } = plane;
  const id = await addService(current, { type: "postgres", plan: "shared" });
  const { database } = current.platform;
  const events = thirty.map((index) => (index % 2 ? ("restore_started" as const) : ("maintenance_started" as const)));
  const moved = await Promise.all(events.map((event) => moveService(database, id, event)));
  expect(moved.filter((status) => status !== undefined)).toHaveLength(1);
  const { body } = await current.api.get(id);
  expect(moved).toContain(body.status);
});

test("one exclusive operation at a time, and each operation is claimed once", async () => {
  const { current } = plane;
  const { database } = current.platform;
  const id = await addService(current, { type: "search", plan: "shared" });
  const queued = await Promise.all(thirty.map(() => queueOperation(database, { serviceId: id, kind: "none", exclusive: true })));
  expect(queued.filter((operation) => operation !== undefined)).toHaveLength(1);
  const claims = await Promise.all(thirty.map(() => claimOperation(database)));
  const claimed = claims.filter((operation) => operation !== undefined).map((operation) => operation.id);
  expect(new Set(claimed).size).toBe(claimed.length);
});

test("a project that queues without end leaves a lane to the others", async () => {
  const { current } = plane;
  const { database, worker } = current.platform;
  const other = await addProject(current, current.orgId);
  await database.query(
    "update entitlements set capacity = used + 1 where org_id = $1 and type = 'postgres' and plan = 'shared'",
    [current.orgId],
  );
  await whileHeld(current, "backup", async () => {
    const ids = await Promise.all(thirty.slice(0, 8).map(() => addService(current, { type: "postgres", plan: "shared" })));
    await Promise.all(ids.map((serviceId) => queueOperation(database, { serviceId, kind: "backup", exclusive: false })));
    worker.wake();
    const running = "select from operations where kind = 'backup' and status = 'running' and service_id = any($1)";
    await expect.poll(async () => (await database.query(running, [ids])).rowCount).toBe(3);
    const api = createApi(current.url, other, await current.token(allScopes, [other]));
    await api.provision("shared", "not-held-up");
    expect((await database.query(running, [ids])).rowCount).toBe(3);
  });
});

test("two instances on one database share the work", async () => {
  const { config, platform, projectId, tokenText, api, orgId } = plane.current;
  await platform.database.query(
    "update entitlements set capacity = used + 6 where org_id = $1 and type = 'postgres' and plan = 'shared'",
    [orgId],
  );
  const { connectionString } = platform.database.options as { connectionString: string };
  const { lines } = plane.current;
  const other = await startControlPlane(
    { ...config, databaseUrl: connectionString, dataDir: config.dataDir },
    createLog((line) => lines.push(line)),
  );
  try {
    const both = [api, createApi(other.url, projectId, tokenText)];
    const created = await Promise.all(thirty.slice(0, 6).map((index) => both[index % 2]!.create("shared", `both-${index}`)));
    expect(created.map(({ status }) => status)).toEqual(Array(6).fill(201));
    for (const [index, { body }] of created.entries()) await both[(index + 1) % 2]!.waitFor(body.id, "active");
    // No two work on the same: the next attempt begins when one has failed.
    const { rows } = await platform.database.query<{ id: string; attempt: number }>(
      "select id, attempt from operations where kind = 'provision' and service_id = any($1)",
      [created.map(({ body }) => body.id)],
    );
    expect(rows).toHaveLength(6);
    const failed = lines.filter((line) => line.includes("An attempt failed"));
    for (const { id, attempt } of rows) expect(attempt).toBe(1 + failed.filter((line) => line.includes(id)).length);
  } finally {
    await other.stop();
  }
});
