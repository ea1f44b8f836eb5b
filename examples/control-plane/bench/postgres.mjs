import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Calls of postgres services: actions of one on the shared server, and `select 1` on a dedicated one, directly and by its pooler. */
export async function benchPostgres(plane, print) {
  const id = await plane.demo("postgres");
  const service = `${plane.url}/services/${id}`;
  const calls = [
    { name: "get service", inFlight: 8, run: () => plane.json(200, { url: service }) },
    { name: "reveal", inFlight: 8, run: () => plane.json(200, { url: `${service}/credential` }) },
    { name: "action queries_running", inFlight: 8, run: () => plane.invoke(id, "queries_running") },
    {
      name: "action reset_password",
      inFlight: 1,
      run: () => plane.invoke(id, "reset_password", { terminate_connections: false }),
    },
    { name: "action pgbouncer_enable, 409", inFlight: 8, run: () => plane.invoke(id, "pgbouncer_enable", {}, 409) },
  ];

  const dedicated = await plane.create("dedicated", "bench");
  const url = new URL(await plane.reveal(dedicated));
  calls.push(await selecting("select 1, directly", url));
  const { capabilities } = await plane.json(200, { url: `${plane.url}/services/${dedicated}` });
  if (!capabilities.actions.find(({ name }) => name === "pgbouncer_enable").enabled) {
    print("no pooler here: install PgBouncer to see what it costs");
    return calls;
  }
  const { pooler } = await plane.invoke(dedicated, "pgbouncer_enable", {}, 202);
  while ((await plane.invoke(dedicated, "service_health")).operations.some(({ finished_at }) => finished_at === null))
    await sleep(100);
  url.port = String(pooler.port);
  calls.push(await selecting("select 1, by the pooler", url));
  return calls;
}

/** A query on connections that stay open, as many as are in flight. */
async function selecting(name, url) {
  const pool = new pg.Pool({ connectionString: url.href, max: 8, allowExitOnIdle: true });
  // The server ends before the bench does.
  pool.on("error", () => undefined);
  await pool.query("select 1");
  return { name, inFlight: 8, run: () => pool.query("select 1") };
}
