import type { Client, ClientBase, PoolClient } from "pg";
import type { Job } from "../../operations/work.js";
import { withShortWaits } from "./connections.js";
import type { PostgresParts } from "./parts.js";
import type { Connect } from "./pool-users.js";

/** Runs statements, on a connection or in a transaction. */
export type Querying = Pick<ClientBase, "query">;

/** A step on a server; `client` writes down its outcome where operations are kept. */
type ServerStep<Result, Server = Client> = (server: Server, client: PoolClient) => Promise<Result>;

/** Runs statements that no transaction may contain on a server. Nobody takes the operation over before they have ended. */
export function fencedStatements<Result>(connect: Connect, { fenced }: Job, work: ServerStep<Result>): Promise<Result> {
  return connect(undefined, (server) => fenced((client) => work(server, client)));
}

/** Runs a step as a transaction on a server. Nobody takes the operation over before it has been committed. */
export function fencedTransaction<Result>(connect: Connect, job: Job, work: ServerStep<Result>): Promise<Result> {
  return fencedStatements(connect, job, async (server, client) => {
    await server.query("begin");
    const result = await work(server, client);
    await server.query("commit");
    return result;
  });
}

/**
 * Runs a step as a transaction on the server of a service. If the operations are kept there too, the step and its fence are one
 * transaction.
 */
export async function fencedOnServer(
  { connections, database }: PostgresParts,
  job: Job,
  work: ServerStep<void, Querying>,
): Promise<void> {
  const { service, fenced } = job;
  if (await connections.isWithState(database, service))
    return fenced((client) => withShortWaits(client, () => work(client, client)));
  return fencedTransaction((name, step) => connections.asPlatform(service, name, step), job, work);
}
