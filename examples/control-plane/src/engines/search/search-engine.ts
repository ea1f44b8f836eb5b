import { isIP } from "node:net";
import type { Pool } from "pg";
import type { Config } from "../../config.js";
import type { CredentialStore } from "../../credentials/store.js";
import { inTransaction } from "../../database/query.js";
import { createSearch } from "../../handlers/search.js";
import { trafficKind } from "../../projects/project.js";
import { deleting } from "../../services/failed.js";
import type { Engine } from "../engine.js";
import { provisioning, revealCredential } from "./credential.js";
import { startDomainChecks } from "./check-domains.js";
import { createDataAccess } from "./data-access.js";
import { serveEndpoint } from "./endpoint/serve.js";
import type { SearchParts } from "./parts.js";
import { probeControlPlane } from "./probe.js";
import { restoring } from "./restore-snapshot.js";
import { startSnapshotSweep, takingSnapshot } from "./take-snapshot.js";
import { createTaskSignal, startTaskRunner } from "./task-runner.js";
import { createMeter } from "./usage.js";

/** Runs search services: tables of the database that keeps the state, searched by PostgreSQL. */
export interface SearchEngine extends Engine<"search"> {
  readonly parts: SearchParts;
}

/** The dependencies of the engine. */
interface Needs {
  readonly config: Config;
  readonly database: Pool;
  readonly credentials: CredentialStore;
  readonly endpointUrl: string | undefined;
}

/** The engine of search services for an installation. */
export async function createSearchEngine({ config, database, credentials, endpointUrl }: Needs): Promise<SearchEngine> {
  const hosts = [endpointUrl, config.publicUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]));
  const names = hosts.filter((host) => !host.startsWith("[") && isIP(host) === 0);
  const endpointHost = endpointUrl === undefined ? undefined : new URL(endpointUrl).hostname;
  const tasks = createTaskSignal();
  const meter = createMeter(database);
  const parts: SearchParts = {
    database,
    credentials,
    data: createDataAccess(database, config.poolSize),
    tasks,
    meter,
    endpointUrl,
    ownHosts: names,
    // A CNAME leads to a name, never to an address.
    domainTarget: endpointHost !== undefined && names.includes(endpointHost) ? endpointHost : "localhost",
  };
  const isAble = await prepareServer(database);
  const reason = isAble ? undefined : "The server that keeps the state has no extension pg_trgm: install postgresql-contrib.";
  return {
    parts,
    handle: (platform) => createSearch({ ...platform, parts }),
    whyOff: () => reason,
    whyNoPlan(plan) {
      if (reason !== undefined) return reason;
      if (plan === "dedicated")
        return "This installation runs search services on the shared server and has no servers of their own for them.";
      if (endpointUrl !== undefined) return undefined;
      return "Endpoints have no address that secrets may be sent to: set ENDPOINT_URL, or TLS_CERT and TLS_KEY.";
    },
    revealCredential: (from, service) => revealCredential(parts, from, service),
    probe: async (_, timeoutMs) => [await probeControlPlane(database, timeoutMs)],
    work: {
      provision: provisioning(parts),
      delete: deleting,
      snapshot: takingSnapshot(parts),
      restore: restoring(parts),
      // Endpoints look at the status with every request.
      [trafficKind]: { run: () => Promise.resolve() },
    },
    serve: (request, response) => serveEndpoint(parts, request, response),
    start(log) {
      const running = [
        startTaskRunner(database, tasks, log),
        meter.start(log),
        startDomainChecks(parts, log),
        startSnapshotSweep(parts, log),
      ];
      return { stop: async (alsoServers) => void (await Promise.all(running.map((part) => part.stop(alsoServers)))) };
    },
  };
}

/** Any number that nobody else locks. */
const lock = 7_301_220_420;

/** Makes sure that the server has the extension for words with typos. False: it is not installed. */
async function prepareServer(database: Pool): Promise<boolean> {
  const { rows } = await database.query("select installed_version from pg_available_extensions where name = 'pg_trgm'");
  if (rows.length === 0) return false;
  // Two instances that start together would both make it.
  await inTransaction(database, async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [lock]);
    await client.query("create extension if not exists pg_trgm");
  });
  return true;
}
