import type { Pool } from "pg";
import type { Config } from "../config.js";
import type { CredentialStore } from "../credentials/store.js";
import type { Engines } from "../platform.js";
import type { Binaries } from "../postgres-server/binaries.js";
import { createAuthEngine } from "./auth/auth-engine.js";
import { createObjectsEngine } from "./objects/objects-engine.js";
import { createConnections } from "./postgres/connections.js";
import { inspectInstallation } from "./postgres/installation.js";
import { createPostgresEngine } from "./postgres/postgres-engine.js";
import { createSearchEngine } from "./search/search-engine.js";

/** The dependencies of engines. */
interface EngineParts {
  readonly config: Config;
  readonly database: Pool;
  /** The URL of the server that keeps the state and runs services of the shared plan. */
  readonly databaseUrl: string;
  readonly credentials: CredentialStore;
  readonly binaries: Binaries | undefined;
  /** Where the endpoints of services are that have no server of their own. */
  readonly endpointUrl: string | undefined;
}

/** An engine for every type of service. */
export async function createEngines(parts: EngineParts): Promise<Engines> {
  const { config, database, databaseUrl, credentials, binaries, endpointUrl } = parts;
  const installation = await inspectInstallation(database, config, binaries);
  const connections = createConnections({
    config,
    binaries,
    database,
    sharedUrl: databaseUrl,
    sharedVersion: installation.shared.version,
  });
  return {
    auth: createAuthEngine({ config, database, databaseUrl, credentials, endpointUrl }),
    objects: await createObjectsEngine({ config, database, credentials, endpointUrl }),
    postgres: createPostgresEngine({ config, database, credentials, connections, installation }),
    search: await createSearchEngine({ config, database, credentials, endpointUrl }),
  };
}
