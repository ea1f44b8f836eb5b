import type { Pool } from "pg";
import type { ServiceType } from "../../../../generated/actions.js";
import type { Config } from "../config.js";
import type { CredentialStore } from "../credentials/store.js";
import type { Platform } from "../platform.js";
import type { Binaries } from "../postgres-server/binaries.js";
import { trafficKind } from "../projects/project.js";
import type { Credential, Engine } from "./engine.js";
import { createConnections } from "./postgres/connections.js";
import { inspectInstallation } from "./postgres/installation.js";
import { createPostgresEngine } from "./postgres/postgres-engine.js";

/** What engines are made of. */
interface EngineParts {
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

/** The keys under which services of these types keep their credential, and the components that their health has. */
const kinds = {
  auth: { key: "AUTH_CREDENTIALS", components: ["control_plane", "project"] },
  search: { key: "SEARCH_CREDENTIALS", components: ["control_plane"] },
  objects: { key: "S3_CREDENTIALS", components: ["s3", "control_plane"] },
} as const satisfies Partial<Record<ServiceType, unknown>>;

/** A type whose services are known here but run elsewhere: they are listed, gated and revealed; their actions are off. */
function createAbsentEngine(type: keyof typeof kinds, credentials: CredentialStore): Engine {
  const { key, components } = kinds[type];
  const reason = `This installation runs no ${type} engine.`;
  return {
    whyOff: () => reason,
    whyNoPlan: () => reason,
    async revealCredential(database, service) {
      const current = await credentials.readCurrent(database, service.id, key);
      return current && ({ key, value: current.secret } as Credential);
    },
    probe: () =>
      Promise.resolve(components.map((name) => ({ name, status: "unknown" as const, latency_ms: null, message: reason }))),
    // What runs them follows the status by itself.
    work: { [trafficKind]: { run: () => Promise.resolve() } },
  };
}
