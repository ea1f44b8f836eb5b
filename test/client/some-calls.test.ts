import { expect, test } from "vitest";
import {
  type ClientCall,
  createClientOf,
  follow,
  getProject,
  getService,
  postgresAddIp,
  postgresBackupNow,
  postgresListBackups,
  raw,
  retryOf,
  validate,
} from "../../generated/client/index.js";
import { routes, services } from "../../generated/client/routes.js";
import * as calls from "../../generated/client/routes.js";
import { actions, operations } from "../../generated/validators/index.js";
import { queryOptionsOf } from "../../templates/runtime/client/query.js";
import { catalog as facts } from "../../generated/actions.js";
import { projectId } from "../server/control-plane.js";
import { connect, connectTo, failureOf, targets } from "./connect.js";

const project = { project_id: projectId };
const done = { status: 200, body: { status: "ok", result: { backups: [] } } };

test("a client of some calls has these, and they behave as those of a whole client", async () => {
  const { client, baseUrl } = await connect();
  const own = createClientOf([getProject, getService, postgresAddIp], {
    baseUrl,
    token: "all",
    use: [validate({ actions, operations })],
  });
  expect(Object.keys(own)).toEqual(["getProject", "getService", "postgres"]);
  expect(await own.getProject(project)).toEqual(await client.getProject(project));
  expect((await own.getService({ ...targets.postgres, live: true })).type).toBe("postgres");
  const body = { cidr: "203.0.113.0/24" };
  expect(await own.postgres(targets.postgres).add_ip(body)).toMatchObject({ result: { entry: body } });
  const invalid = own.postgres(targets.postgres).add_ip({ cidr: 1 } as unknown as { cidr: string });
  expect(await failureOf(invalid)).toMatchObject({ name: "InvalidCallError", call: "postgres.add_ip" });
});

test("raw, follow and queries take its calls", async () => {
  const operation = (status: string) => ({ operation_id: "o-1", status });
  const { baseUrl } = await connectTo((before, { url }) => {
    if (url.endsWith("/backup_now"))
      return { status: 202, body: { status: "accepted", result: { backup: {}, operation: operation("queued") } } };
    if (url.endsWith("/service_health"))
      return { status: 200, body: { status: "ok", result: { operations: [operation(before < 3 ? "running" : "succeeded")] } } };
    return { status: 404, body: { error: "not_found: No." } };
  });
  const own = createClientOf([getProject, postgresBackupNow, postgresListBackups], { baseUrl, token: "all" });
  const postgres = own.postgres(targets.postgres);
  expect((await follow(postgres.backup_now, {}, { interval: 1 })).status).toBe("succeeded");
  expect((await raw(own, "getProject", [404], project)).status).toBe(404);
  expect((await raw(postgres, "list_backups", [404])).status).toBe(404);
  const { queryKey } = queryOptionsOf(postgres, "list_backups") as { queryKey: unknown };
  expect(queryKey).toEqual(["postgres", targets.postgres, "list_backups", {}]);
});

test("retries of some calls repeat operations that are safe, and the actions among them that may be repeated", async () => {
  const { baseUrl, seen } = await connectTo((before) => (before % 2 === 0 ? { status: 503 } : done));
  const some = [getProject, postgresAddIp, postgresListBackups] as const;
  const own = createClientOf(some, { baseUrl, token: "all", use: [retryOf(some, { delay: 1 })] });
  await own.getProject(project).catch(() => undefined);
  await own.postgres(targets.postgres).list_backups();
  expect(seen).toHaveLength(4);
  expect(await failureOf(own.postgres(targets.postgres).add_ip({ cidr: "203.0.113.0/24" }))).toMatchObject({ status: 503 });
});

test("each action is a call with the facts of the contract", () => {
  const listed = Object.entries(calls).flatMap(([name, call]) => {
    return Array.isArray(call) || name === "repeatable" ? [] : [call as ClientCall];
  });
  const found = listed.flatMap((call) => ("route" in call ? [[call.service, call.action, call.isRepeatable ?? false]] : []));
  const declared = Object.entries(facts).flatMap(([type, own]) =>
    Object.entries(own).map(([name, { readOnly, idempotent }]) => [type, name, readOnly || idempotent]),
  );
  expect(found).toEqual(declared);
  expect(listed.filter((call) => !("route" in call))).toEqual([...routes]);
  expect(services.map(({ service }) => service)).toEqual(Object.keys(facts));
});
