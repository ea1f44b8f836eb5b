import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { ServiceType } from "../../../generated/actions.js";
import { PermanentFailure } from "../src/operations/work.js";
import { resumeProject, suspendProject } from "../src/projects/project.js";
import { createService } from "../src/services/create-service.js";
import { deleteFailed, retryProvisioning } from "../src/services/failed.js";
import { addProject, usePlane } from "./support/control-plane.js";
import { connect } from "./support/connect.js";

const plane = usePlane();

const plans = { postgres: "dedicated", auth: "standard", search: "shared", objects: "standard" } as const;

/** Lets the next provisioning fail when all is made but the end. */
function failNext(type: ServiceType): void {
  const { work } = plane.current.platform.engines[type];
  const { run } = work["provision"]!;
  vi.spyOn(work["provision"]!, "run").mockImplementationOnce(async (job) => {
    await run(job);
    throw new PermanentFailure("The disk is full.");
  });
}

async function createFailing(
  type: ServiceType,
  projectId = plane.current.projectId,
  plan: string = plans[type],
): Promise<string> {
  const { platform } = plane.current;
  failNext(type);
  const service = await createService(platform.database, { projectId, type, plan, name: `failing-${type}` });
  if ("rejected" in service) throw new Error(service.rejected);
  platform.worker.wake();
  await expect.poll(() => statusOf(service.id)).toBe("failed");
  return service.id;
}

async function statusOf(id: string): Promise<string | undefined> {
  const { rows } = await plane.current.platform.database.query<{ status: string }>("select status from services where id = $1", [
    id,
  ]);
  return rows[0]?.status;
}

/** The used capacity of a type, by the entitlement and by the project. */
async function usedBy(type: ServiceType, projectId = plane.current.projectId): Promise<[number, number]> {
  const { rows } = await plane.current.platform.database.query<{ used: number; count: number }>(
    `select used, service_count as count from projects p join entitlements e using (org_id)
     where p.id = $1 and e.type = $2 and e.plan = $3`,
    [projectId, type, plans[type]],
  );
  return [rows[0]!.used, rows[0]!.count];
}

test.each(["postgres", "auth", "search", "objects"] as const)(
  "a failed %s service gives its capacity back, once",
  async (type) => {
    const { database, worker } = plane.current.platform;
    const before = await usedBy(type);
    const more = [before[0] + 1, before[1] + 1];
    const id = await createFailing(type);
    expect(await usedBy(type)).toEqual(before);

    failNext(type);
    await retryProvisioning(database, id);
    expect([await statusOf(id), await usedBy(type)]).toEqual(["maintenance", more]);
    worker.wake();
    await expect.poll(() => statusOf(id)).toBe("failed");
    expect(await usedBy(type)).toEqual(before);

    await retryProvisioning(database, id);
    worker.wake();
    await expect.poll(() => statusOf(id)).toBe("active");
    expect(await usedBy(type)).toEqual(more);
    for (const change of [retryProvisioning, deleteFailed])
      await expect(change(database, id)).rejects.toThrow("this one is active");

    const other = await createFailing(type);
    await deleteFailed(database, other);
    worker.wake();
    await expect.poll(() => statusOf(other)).toBeUndefined();
    expect(await usedBy(type)).toEqual(more);
  },
);

test("a retried server works, a deleted one is gone with its files", async () => {
  const { platform, config, api } = plane.current;
  const id = await createFailing("postgres");
  await retryProvisioning(platform.database, id);
  platform.worker.wake();
  await api.waitFor(id, "active");
  const { rows } = await (await connect(api, id)).query<{ one: number }>("select 1 as one");
  expect(rows).toEqual([{ one: 1 }]);

  const other = await createFailing("postgres");
  const servers = await platform.database.query<{ folder: string }>("select folder from postgres_servers where service_id = $1", [
    other,
  ]);
  const folder = join(config.dataDir, "servers", servers.rows[0]!.folder);
  await access(folder);
  await deleteFailed(platform.database, other);
  platform.worker.wake();
  await expect.poll(() => statusOf(other)).toBeUndefined();
  expect(await readdir(join(config.dataDir, "servers"))).not.toContain(servers.rows[0]!.folder);
});

test("a deleted service of the shared plan is gone with its database and its role, and those of others stay", async () => {
  const { database, worker } = plane.current.platform;
  const nameOf = (id: string) => `app_${id.replaceAll("-", "")}`;
  const there = async (id: string) => {
    const found =
      "select (select count(*) from pg_database where datname = $1) + (select count(*) from pg_roles where rolname = $1) as n";
    return (await database.query<{ n: number }>(found, [nameOf(id)])).rows[0]!.n;
  };
  const [id, other] = [
    await createFailing("postgres", undefined, "shared"),
    await createFailing("postgres", undefined, "shared"),
  ];
  expect([await there(id), await there(other)]).toEqual([2, 2]);
  await deleteFailed(database, id);
  worker.wake();
  await expect.poll(() => statusOf(id)).toBeUndefined();
  expect([await there(id), await there(other)]).toEqual([0, 2]);
  await retryProvisioning(database, other);
  worker.wake();
  await plane.current.api.waitFor(other, "active");
  expect((await (await connect(plane.current.api, other)).query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a retry needs capacity, and a project that is active", async () => {
  const { platform, orgId } = plane.current;
  const { database } = platform;
  const projectId = await addProject(plane.current, orgId);
  const id = await createFailing("search", projectId);
  await database.query("update projects set service_quota = 0 where id = $1", [projectId]);
  await expect(retryProvisioning(database, id)).rejects.toThrow("as many services as its quota allows");
  await database.query("update projects set service_quota = 1 where id = $1", [projectId]);
  await suspendProject(database, projectId);
  await expect(retryProvisioning(database, id)).rejects.toThrow("The project is suspended");
  await resumeProject(database, projectId);
  expect(await statusOf(id)).toBe("failed");
  await expect(retryProvisioning(database, "ffffffff-ffff-4fff-8fff-ffffffffffff")).rejects.toThrow("No service has this id");
});

test("of many retries and deletions at once one happens", async () => {
  const { platform } = plane.current;
  const before = await usedBy("search");
  const id = await createFailing("search");
  const changes = Array.from({ length: 8 }, (_, index) => (index % 2 ? retryProvisioning : deleteFailed)(platform.database, id));
  const ended = await Promise.allSettled(changes);
  expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  platform.worker.wake();
  await expect.poll(() => statusOf(id)).not.toBe("maintenance");
  await expect.poll(() => statusOf(id)).not.toBe("deleting");
  const isThere = (await statusOf(id)) === "active" ? 1 : 0;
  expect(await usedBy("search")).toEqual([before[0] + isThere, before[1] + isThere]);
});
