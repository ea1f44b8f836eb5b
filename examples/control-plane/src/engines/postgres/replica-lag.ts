import type { PostgresParts } from "./parts.js";
import type { StoredServer } from "./servers.js";

/** How far a replica is behind. */
export interface ReplicaLag {
  readonly bytes: number | null;
  /** `null` when it has replayed all it knows of. */
  readonly seconds: number | null;
}

/** Asks a replica how far it is behind; `undefined` if it doesn't answer. */
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
