import type { Pool } from "pg";
import type { Config } from "../config.js";
import type { CredentialStore } from "../credentials/store.js";
import type { Platform } from "../platform.js";
import type { Binaries } from "../postgres-server/binaries.js";
import { createAbsentEngine } from "./absent.js";
import { createConnections } from "./postgres/connections.js";
import { inspectInstallation } from "./postgres/installation.js";
import { createPostgresEngine } from "./postgres/postgres-engine.js";

/** What engines are made of. */
export interface EngineParts {
  readonly config: Config;
  readonly database: Pool;
  /** Of the server that keeps the state, which also runs services of the shared plan. */
  readonly databaseUrl: string;
  readonly credentials: CredentialStore;
  readonly binaries: Binaries | undefined;
}

/** An engine for every type of service. */
export async function createEngines({
  config,
  database,
  databaseUrl,
  credentials,
  binaries,
}: EngineParts): Promise<Platform["engines"]> {
  const installation = await inspectInstallation(database, config, binaries);
  const connections = createConnections({ config, binaries, database, sharedUrl: databaseUrl });
  return {
    auth: createAbsentEngine("auth", credentials),
    objects: createAbsentEngine("objects", credentials),
    postgres: createPostgresEngine({ config, database, credentials, connections, installation }),
    search: createAbsentEngine("search", credentials),
  };
}
