import type { Pool } from "pg";
import type { Config } from "../../config.js";
import type { CredentialStore } from "../../credentials/store.js";
import type { Platform } from "../../platform.js";
import type { Connections } from "./connections.js";
import type { Installation } from "./installation.js";

/** The platform as handlers of postgres actions see it. */
export interface PostgresPlatform extends Platform {
  readonly parts: PostgresParts;
}

/** Dependencies that the parts of the postgres engine share. */
export interface PostgresParts {
  readonly config: Config;
  readonly database: Pool;
  readonly credentials: CredentialStore;
  readonly connections: Connections;
  readonly installation: Installation;
}
