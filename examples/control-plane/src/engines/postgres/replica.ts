import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Job, PermanentFailure } from "../../operations/work.js";
import { copyRunningServer } from "../../postgres-server/base-backup.js";
import {
  type Cluster,
  configure,
  findFreePort,
  readAdminPassword,
  startServer,
  writeAdminPassword,
} from "../../postgres-server/cluster.js";
import { makeServerFolder, writeServerFile } from "../../postgres-server/run-program.js";
import type { StoredService } from "../../services/service.js";
import type { PostgresParts } from "./parts.js";
import { type StoredServer, buildServer, clusterOf, dedicatedConnections, folderFor, removeFolder, servers } from "./servers.js";

/** The replication slot by which a primary keeps the log that a replica still needs. */
function slotOf({ folder }: Pick<StoredServer, "folder">): string {
  return `replica_${folder.replaceAll("-", "_")}`;
}

/**
 * Makes a replica of a service's primary from scratch, waits until it follows, and puts it in the place of the one that was
 * there, whose folder and slot are left for `removeStaleFolders` and `dropStaleSlots`.
 */
export async function createReplica(parts: PostgresParts, job: Job, replica: StoredServer): Promise<void> {
  const { config, installation, database, connections } = parts;
  const primary = (await servers.findPrimary(database, job.service.id))!;
  const source = clusterOf(config, installation.binaries, primary);
  const slot = slotOf({ folder: folderFor(replica, job) });
  await buildServer(parts, job, replica, async (folder, target) => {
    const port = await build({ ...target, binaries: source.binaries });
    const inPlace = await job.fenced((client) => servers.putInPlace(client, replica.id, folder, port));
    if (!inPlace) throw new PermanentFailure("The replica is gone.");
  }).catch(async (error: unknown) => {
    await dropUnusedSlot().catch(() => undefined);
    throw error;
  });

  async function build(target: Cluster): Promise<number> {
    await makeServerFolder(target.folder);
    await connections.toServer(primary, undefined, async (client) => {
      await client.query("select pg_create_physical_replication_slot($1, true)", [slot]);
      await copyRunningServer(client, source.data, target.data, job.signal);
    });
    const password = await readAdminPassword(source);
    await writeAdminPassword(target, password);
    await writeServerFile(join(target.data, "standby.signal"), "");
    const free = await findFreePort();
    await configure(target.data, {
      port: free,
      maxConnections: dedicatedConnections,
      follows: { port: primary.port!, password, slot },
    });
    await startServer(target);
    await waitForStream(parts, primary, slot);
    return free;
  }

  async function dropUnusedSlot(): Promise<void> {
    const now = await servers.find(database, job.service.id, replica.id);
    if (now && slotOf(now) === slot) return;
    await connections.toServer(primary, undefined, (client) => dropSlot(client, slot));
  }
}

/** Stops a replica and removes its files, its slots and its row. */
export async function removeReplica(parts: PostgresParts, service: StoredService, replica: StoredServer): Promise<void> {
  const { config, installation, database, connections } = parts;
  for (const folder of await readdir(join(config.dataDir, "servers"))) {
    if (folder.startsWith(replica.id)) await removeFolder(config, installation.binaries, folder);
  }
  const primary = await servers.findPrimary(database, service.id);
  if (primary?.port != null) {
    await connections.toServer(primary, undefined, async (client) => {
      for (const slot of await listSlots(client))
        if (slot.startsWith(slotOf({ folder: replica.id }))) await dropSlot(client, slot);
    });
  }
  await servers.remove(database, replica.id);
}

/** Drops the slots that belong to no replica any more; they would keep the log for ever. Listed first, as folders are. */
export async function dropStaleSlots({ connections, database }: PostgresParts, job: Job): Promise<void> {
  const primary = (await servers.findPrimary(database, job.service.id))!;
  await connections.toServer(primary, undefined, async (client) => {
    const there = await listSlots(client);
    const known = await job.fenced((fence) => servers.list(fence, job.service.id));
    const kept = known.flatMap((server) => [slotOf(server), slotOf({ folder: folderFor(server, job) })]);
    for (const slot of there) if (!kept.includes(slot)) await dropSlot(client, slot);
  });
}

type Querying = Parameters<Parameters<PostgresParts["connections"]["toServer"]>[2]>[0];

async function listSlots(client: Querying): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select slot_name::text as name from pg_replication_slots where slot_name like 'replica\\_%'",
  );
  return rows.map(({ name }) => name);
}

/** Nobody uses the slot of a replica that is stopped, but its sender may take a moment to notice. */
async function dropSlot(client: Querying, slot: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(active_pid, 5000) from pg_replication_slots where slot_name = $1 and active_pid is not null`,
    [slot],
  );
  await client.query("select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1", [slot]);
}

async function waitForStream({ connections }: PostgresParts, primary: StoredServer, slot: string): Promise<void> {
  await connections.toServer(primary, undefined, async (client) => {
    for (let tries = 0; tries < 150; tries++) {
      const { rowCount } = await client.query("select from pg_replication_slots where slot_name = $1 and active", [slot]);
      if (rowCount === 1) return;
      await sleep(200);
    }
    throw new Error("The replica does not follow its primary");
  });
}

/** How far a replica is behind. */
interface ReplicaLag {
  readonly bytes: number | null;
  /** `null` when it has replayed all it knows of. */
  readonly seconds: number | null;
}

/** Asks a replica how far it is behind; `undefined` if it doesn't respond. */
export async function replicaLag({ connections }: PostgresParts, replica: StoredServer): Promise<ReplicaLag | undefined> {
  if (replica.port === null) return undefined;
  try {
    return await connections.toServer(replica, undefined, async (client) => {
      const { rows } = await client.query<ReplicaLag>(
        `select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())::float8 as bytes,
           case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then null
           else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 end as seconds`,
      );
      return rows[0]!;
    });
  } catch {
    return undefined;
  }
}
