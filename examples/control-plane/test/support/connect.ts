import pg, { type ClientBase } from "pg";
import { onTestFinished } from "vitest";
import type { Api } from "./api.js";

/** Connects with what a service reveals, or to another database on its server, until the test ends. */
export async function connect(api: Api, id: string, database?: string): Promise<pg.Client> {
  const url = new URL((await api.reveal(id)).body.value);
  if (database !== undefined) url.pathname = `/${database}`;
  return connectTo(url.href);
}

/** Connects to a database by its URL until the test ends. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** Whether anybody waits for a lock that this connection holds. */
export async function isWaitedFor(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(
    "select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits",
  );
  return rows[0]!.waits;
}
