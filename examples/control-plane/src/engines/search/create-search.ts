import { isIP } from "node:net";
import type { Pool } from "pg";
import type { Config } from "../../config.js";
import type { CredentialStore } from "../../credentials/store.js";
import { createDataAccess } from "./data-access.js";
import { type SearchEngine, createSearchEngine, prepareServer } from "./search-engine.js";
import { createTaskSignal } from "./task-runner.js";
import { createMeter } from "./usage.js";

/** What the engine is made of. */
interface Needs {
  readonly config: Config;
  readonly database: Pool;
  readonly credentials: CredentialStore;
  readonly endpointUrl: string | undefined;
}

/** The engine of search services for an installation. */
export async function createSearch({ config, database, credentials, endpointUrl }: Needs): Promise<SearchEngine> {
  const hosts = [endpointUrl, config.publicUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]));
  const names = hosts.filter((host) => !host.startsWith("[") && isIP(host) === 0);
  const endpointHost = endpointUrl === undefined ? undefined : new URL(endpointUrl).hostname;
  const parts = {
    database,
    credentials,
    data: createDataAccess(database, config.poolSize),
    tasks: createTaskSignal(),
    meter: createMeter(database),
    endpointUrl,
    ownHosts: names,
    // A CNAME leads to a name, never to an address.
    domainTarget: endpointHost !== undefined && names.includes(endpointHost) ? endpointHost : "localhost",
  };
  return createSearchEngine(parts, await prepareServer(database));
}
