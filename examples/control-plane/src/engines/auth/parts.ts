import type { Pool } from "pg";
import type { ActionName, AuthActions } from "../../../../../generated/actions.js";
import type { AuthHandlers } from "../../../../../generated/server/index.js";
import type { Caller } from "../../access/caller.js";
import type { Config } from "../../config.js";
import type { CredentialStore } from "../../credentials/store.js";
import type { Mailer } from "../../mail/mailer.js";
import type { Platform } from "../../platform.js";
import type { StoredService } from "../../services/service.js";
import type { Instances } from "./instances.js";

/** A service of type auth. */
export type AuthService = StoredService & { readonly type: "auth" };

/** What the parts of the auth engine share. */
export interface AuthParts {
  readonly config: Config;
  readonly database: Pool;
  readonly credentials: CredentialStore;
  /** The address of all endpoints; `undefined`: there is none that secrets may be sent to. */
  readonly endpointUrl: string | undefined;
  readonly instances: Instances;
  /** Sends mail; absent: the installation has no mail server. */
  readonly mailer: Mailer | undefined;
  /** Runs what takes a tenant's share of this process: requests at an endpoint, and hashing of passwords. */
  limit<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

/** What handlers of auth actions get. */
export interface AuthPlatform extends Platform {
  readonly parts: AuthParts;
}

/** What the handler of an action is called with. */
export type Call<Name extends ActionName<"auth">> = Parameters<AuthHandlers<Caller, AuthService>[Name]>[0];

/** What it returns. Failures are thrown. */
export type Answer<Name extends ActionName<"auth">> = Promise<{
  readonly status: AuthActions[Name]["status"];
  readonly result: AuthActions[Name]["result"];
}>;
