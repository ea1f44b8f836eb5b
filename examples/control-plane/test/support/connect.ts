import pg from "pg";
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
