import { expect, test } from "vitest";
import { addService } from "./support/add-service.js";
import { usePlane } from "./support/control-plane.js";

const plane = usePlane();

const trail = async (serviceId: string) => {
  const { rows } = await plane.current.platform.database.query(
    "select event, outcome, project_id, org_id, token_id is not null as has_token, request_id is not null as has_request from audit where service_id = $1 order by id",
    [serviceId],
  );
  return rows;
};

test("a reveal stands in the trail", async () => {
  const id = await addService(plane.current, { type: "search", plan: "shared" });
  expect((await plane.current.api.reveal(id)).status).toBe(200);
  const { projectId, orgId } = plane.current;
  expect(await trail(id)).toEqual([
    { event: "credential.reveal", outcome: "done", project_id: projectId, org_id: orgId, has_token: true, has_request: true },
  ]);
});

test("a reveal that can't be recorded does not happen, nor does an action", async () => {
  const { platform, api, lines } = plane.current;
  const { id } = await api.provision("shared");
  await platform.database.query("alter table audit rename to audit_away");
  const responses = [await api.reveal(id), await api.invoke(id, "reset_password", { terminate_connections: false })];
  await platform.database.query("alter table audit_away rename to audit");
  for (const { status, text } of responses) {
    expect(status).toBe(500);
    expect(text).toMatch(/^\{"error":"internal: The call failed\. Its id is \S+\."\}$/);
  }
  expect(lines.filter((line) => line.includes('"The call failed"'))).toHaveLength(2);
  const { rows } = await platform.database.query("select max(version) as version from credentials where service_id = $1", [id]);
  expect(rows).toEqual([{ version: 1 }]);
});

test("actions that change something or show content are recorded with their outcome, others are not", async () => {
  const { api } = plane.current;
  const { id } = await api.provision("shared");
  await api.invoke(id, "list_extensions");
  await api.invoke(id, "queries_running");
  await api.invoke(id, "enable_extension", { extension: "nothing" });
  await api.invoke(id, "kill_connections");
  expect((await trail(id)).map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
    "service.create done",
    "postgres.queries_running asked",
    "postgres.queries_running done",
    "postgres.enable_extension asked",
    "postgres.enable_extension extension_not_found",
    "postgres.kill_connections asked",
    "postgres.kill_connections done",
  ]);
});

test("the trail can't be changed", async () => {
  const { database } = plane.current.platform;
  const id = await addService(plane.current, { type: "search", plan: "shared" });
  await plane.current.api.reveal(id);
  for (const change of ["update audit set outcome = 'x'", "delete from audit", "truncate audit"]) {
    await expect(database.query(change)).rejects.toThrow("only ever added to");
  }
});
