import type { Pool, PoolClient } from "pg";
import { checkOut, createPool } from "../../database/connections.js";
import type { StoredService } from "../../services/service.js";
import { endpointConnections } from "../postgres/connections.js";
import { type InstanceParts, createInstance } from "./create-instance.js";

/** A better-auth of one service. */
export interface Instance {
  /** Responds to a request at the endpoint. */
  handle(request: Request): Promise<Response>;
  /** The public signing keys. */
  readKeys(): Promise<unknown>;
}

/** The instances of better-auth: one per service, made when it is needed and kept while others don't need the room. */
export interface Instances {
  of(service: Pick<StoredService, "id">): Promise<Instance>;
  stop(): Promise<void>;
}

/** The maximum number of instances in memory. Creating one takes milliseconds. */
const maxInstances = 100;

/** The part of a pool that better-auth uses. */
export interface SchemaPool {
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
}

/** Makes instances and keeps so many of them. `databaseUrl` is the server that keeps the state. */
export function createInstances(databaseUrl: string, parts: InstanceParts, size = maxInstances): Instances {
  const limits = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 10_000, allowExitOnIdle: true };
  const name = "control-plane-auth";
  const pool = createPool({ connectionString: databaseUrl, max: endpointConnections, application_name: name, ...limits });
  const kept = new Map<string, Promise<Instance>>();
  return {
    of(service) {
      const { id } = service;
      const there = kept.get(id) ?? createInstance(parts, service, (schema) => poolWithin(pool, schema));
      // The first of the map is the one that nobody has needed for the longest time.
      kept.delete(id);
      kept.set(id, there);
      if (kept.size > size) kept.delete(kept.keys().next().value!);
      there.catch(() => kept.get(id) === there && kept.delete(id));
      return there;
    },
    stop: () => pool.end(),
  };
}

/** The schema that the statements of a connection refer to. */
const within = new WeakMap<PoolClient, string>();

/** A part of a pool whose connections see the tables of one schema. */
function poolWithin(pool: Pool, schema: string): SchemaPool {
  return {
    async connect() {
      const client = await checkOut(pool);
      if (within.get(client) === schema) return client;
      try {
        await client.query("select set_config('search_path', $1, false)", [schema]);
      } catch (error) {
        client.release(true);
        throw error;
      }
      within.set(client, schema);
      return client;
    },
    end: () => Promise.resolve(),
  };
}
