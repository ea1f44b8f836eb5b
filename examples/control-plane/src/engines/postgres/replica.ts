import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { copyRunningServer } from "../../postgres-server/base-backup.js";
import { configure, readAdminPassword, startServer, stopServer } from "../../postgres-server/cluster.js";
import { findFreePort } from "../../postgres-server/free-port.js";
import { giveToServer, makeServerFolder } from "../../postgres-server/run-program.js";
import type { StoredService } from "../../services/service.js";
import type { PostgresParts } from "./parts.js";
import { clusterOf, dedicatedConnections, servers, type StoredServer } from "./servers.js";

/** The replication slot by which a primary keeps the log that a replica still needs. */
export function slotOf(replica: Pick<StoredServer, "id">): string {
  return `replica_${replica.id.replaceAll("-", "_")}`;
}

/** Makes a replica of a service's primary from scratch, and waits until it follows. */
export async function createReplica(parts: PostgresParts, service: StoredService, replica: StoredServer): Promise<void> {
  const { config, installation, database, connections } = parts;
  const primary = (await servers.findPrimary(database, service.id))!;
  const source = clusterOf(config, installation.binaries, primary);
  const target = clusterOf(config, installation.binaries, replica);
  await stopServer(target);
  await rm(target.folder, { recursive: true, force: true });
  await makeServerFolder(target.folder);
  await connections.toServer(primary, undefined, async (client) => {
    await dropSlot(client, replica);
    await client.query("select pg_create_physical_replication_slot($1, true)", [slotOf(replica)]);
    await copyRunningServer(client, source.data, target.data);
  });
  const password = await readAdminPassword(source);
  await writeServerFile(join(target.folder, "admin-password"), password);
  await writeServerFile(join(target.data, "standby.signal"), "");
  const port = await findFreePort();
  const follows = { port: primary.port!, password, slot: slotOf(replica) };
  await configure(target.data, { port, maxConnections: dedicatedConnections, follows });
  await startServer(target);
  await servers.setPort(database, replica.id, port);
  await waitForStream(parts, primary, replica);
  await servers.setStatus(database, replica.id, "online");
}

/** Stops a replica and removes its files, its slot and its row. */
export async function removeReplica(parts: PostgresParts, service: StoredService, replica: StoredServer): Promise<void> {
  const { config, installation, database, connections } = parts;
  const cluster = clusterOf(config, installation.binaries, replica);
  await stopServer(cluster);
  await rm(cluster.folder, { recursive: true, force: true });
  const primary = await servers.findPrimary(database, service.id);
  if (primary?.port != null) await connections.toServer(primary, undefined, (client) => dropSlot(client, replica));
  await servers.remove(database, replica.id);
}

type Querying = Parameters<Parameters<PostgresParts["connections"]["toServer"]>[2]>[0];

/** Nobody uses the slot of a replica that is stopped, but its sender may take a moment to notice. */
async function dropSlot(client: Querying, replica: StoredServer): Promise<void> {
  await client.query(
    `select pg_terminate_backend(active_pid, 5000) from pg_replication_slots where slot_name = $1 and active_pid is not null`,
    [slotOf(replica)],
  );
  await client.query("select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1", [
    slotOf(replica),
  ]);
}

async function waitForStream({ connections }: PostgresParts, primary: StoredServer, replica: StoredServer): Promise<void> {
  await connections.toServer(primary, undefined, async (client) => {
    for (let tries = 0; tries < 150; tries++) {
      const { rowCount } = await client.query("select from pg_replication_slots where slot_name = $1 and active", [
        slotOf(replica),
      ]);
      if (rowCount === 1) return;
      await sleep(200);
    }
    throw new Error("The replica does not follow its primary");
  });
}

async function writeServerFile(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  await giveToServer(path);
}
