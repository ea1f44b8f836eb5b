import type { Engine } from "../engine.js";
import { connectionUrl, credentialKey } from "./credential.js";
import { findDatabase } from "./databases.js";
import type { PostgresParts } from "./parts.js";
import { probeDatabase } from "./probe.js";
import { provisioning } from "./provision.js";
import { whyOff } from "./why-off.js";
import { postgresWork } from "./work.js";

/** Runs postgres services: databases of the shared server, and servers of their own. */
export interface PostgresEngine extends Engine {
  readonly parts: PostgresParts;
}

/** The engine of postgres services. */
export function createPostgresEngine(parts: PostgresParts): PostgresEngine {
  const { installation, credentials, connections } = parts;
  return {
    parts,
    whyOff: (service, action) => whyOff(installation, service, action),
    whyNoPlan(plan) {
      if (plan === "shared" || installation.binaries) return undefined;
      return "This installation has no PostgreSQL binaries for servers of their own.";
    },
    async revealCredential(database, service) {
      const current = await credentials.readCurrent(database, service.id, credentialKey);
      const own = await findDatabase(database, service);
      if (!current || !own) return undefined;
      const value = connectionUrl(await connections.addressOf(database, service), own, current.secret);
      return { key: credentialKey, value };
    },
    probe: async (service, timeoutMs) => [await probeDatabase(parts, service, timeoutMs)],
    work: { provision: provisioning(parts), ...postgresWork(parts) },
  };
}
