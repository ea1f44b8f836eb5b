import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { operations } from "../../../generated/validators/index.js";
import { connect, connectTo } from "./support/connect.js";
import { usePlane } from "./support/control-plane.js";

const plane = usePlane();

test.each(["shared", "dedicated", "dedicated-ha"])(
  "a service on the plan %s is created, revealed and connected to",
  async (plan) => {
    const { api, projectId } = plane.current;
    const created = await api.create(plan, `orders-${plan}`);
    expect(created.status).toBe(201);
    expect(operations.createService.responses[201](created.body)).toBe(true);
    expect(created.body).toMatchObject({
      project_id: projectId,
      type: "postgres",
      plan,
      name: `orders-${plan}`,
      status: "provisioning",
    });
    expect(created.body.endpoint).toBeUndefined();

    const service = await api.waitFor(created.body.id, "active");
    expect(service.endpoint).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(service.capabilities).toMatchObject({ live: { enabled: true }, reveal_credential: { enabled: true } });

    const { status, body, headers } = await api.reveal(service.id);
    expect(status).toBe(200);
    expect(body.key).toBe("DATABASE_URL");
    expect(body.value).toMatch(/^postgresql:\/\/[^:@/\s]+:[^@/\s]+@127\.0\.0\.1:\d+\/[^?\s]+\?sslmode=disable$/);
    expect(headers.get("cache-control")).toBe("no-store");

    const { stdout } = await promisify(execFile)("psql", [body.value, "-Atc", "select 6 * 7"]);
    expect(stdout).toBe("42\n");
    const client = await connect(api, service.id);
    await client.query("create table visits (id serial primary key)");
    await client.query("insert into visits default values");
    expect((await client.query("select id from visits")).rows).toEqual([{ id: 1 }]);
  },
);

test("a main role is no superuser, and its database is closed to others", async () => {
  const { api } = plane.current;
  const [first, second] = await Promise.all([api.provision("shared"), api.provision("shared")]);
  const client = await connect(api, first.id);
  const rights = await client.query("select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user");
  expect(rights.rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
  const other = new URL((await api.reveal(second.id)).body.value).pathname.slice(1);
  await expect(connect(api, first.id, other)).rejects.toThrow("permission denied for database");
});

test("databases of the platform and templates are closed to services, and a connection to a template is in nobody's way", async () => {
  const { api, platform } = plane.current;
  const { id } = await api.provision("shared");
  const { rows } = await platform.database.query<{ name: string }>("select current_database() as name");
  for (const name of [rows[0]!.name, "postgres", "template1"])
    await expect(connect(api, id, name)).rejects.toThrow("permission denied for database");
  const { connectionString } = platform.database.options as { connectionString: string };
  const url = new URL(connectionString);
  url.pathname = "/template1";
  await connectTo(url.href);
  await api.provision("shared");
});

test("live shows the health of the database", async () => {
  const { api } = plane.current;
  const { id } = await api.provision("shared");
  const { body } = await api.get(id, true);
  expect(operations.getService.responses[200](body)).toBe(true);
  expect(body.live).toMatchObject({ status: "healthy", components: [{ name: "database", status: "healthy", message: null }] });
  expect((await api.get(id)).body.live).toBeUndefined();
});
