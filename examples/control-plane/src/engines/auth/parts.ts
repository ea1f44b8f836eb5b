import type { Pool } from "pg";
import type { Config } from "../../config.js";
import type { CredentialStore } from "../../credentials/store.js";
import type { Mailer } from "../../mail/mailer.js";
import type { Platform } from "../../platform.js";
import type { Instances } from "./instances.js";

/** Dependencies that the parts of the auth engine share. */
export interface AuthParts {
  readonly config: Config;
  readonly database: Pool;
  readonly credentials: CredentialStore;
  /** The address of all endpoints; `undefined`: there is none that secrets may be sent to. */
  readonly endpointUrl: string | undefined;
  readonly instances: Instances;
  /** Sends mail; absent: the installation has no mail server. */
  readonly mailer: Mailer | undefined;
  /** Runs requests at an endpoint, in turns of services and of projects. */
  limit<Result>(service: string, project: string, work: () => Promise<Result>): Promise<Result>;
}

/** The platform as handlers of auth actions see it. */
export interface AuthPlatform extends Platform {
  readonly parts: AuthParts;
}
