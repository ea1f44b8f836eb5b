import type { Pool } from "pg";
import type { CredentialStore } from "../../credentials/store.js";
import type { Platform } from "../../platform.js";
import type { DataAccess } from "./data-access.js";
import type { TaskSignal } from "./task-runner.js";
import type { Meter } from "./usage.js";

/** The platform as handlers of search actions see it. */
export interface SearchPlatform extends Platform {
  readonly parts: SearchParts;
}

/** Dependencies that the parts of the search engine share. */
export interface SearchParts {
  readonly database: Pool;
  readonly credentials: CredentialStore;
  /** For what callers search and write: only so much of it at once. */
  readonly data: DataAccess;
  /** Wakes what runs tasks. */
  readonly tasks: TaskSignal;
  readonly meter: Meter;
  /** Where the endpoints of services are; `undefined` if there is no address that secrets may be sent to. */
  readonly endpointUrl: string | undefined;
  /** Hosts of the platform, which nobody may attach as a domain. */
  readonly ownHosts: readonly string[];
  /** Where the records of custom domains lead. */
  readonly domainTarget: string;
}

/** The version of the engine. A snapshot is restored by the same major and minor version. */
export const engineVersion = "1.0.0";

/** The limits of a service. */
export const limits = {
  indexes: 50,
  documents: 1_000_000,
  storageBytes: 10 * 1024 ** 3,
  /** Tasks that wait, and the documents in them. */
  waitingTasks: 1000,
  waitingBytes: 64 * 1024 ** 2,
  snapshots: 10,
  domains: 5,
  tenantCredentials: 100,
  customKeys: 100,
};
