// All handlers, for the server. Yours to edit: openapi-actions only ever adds what is missing.

import type { Handlers } from "../../../../generated/server/index.js";
import type { Caller } from "../access/caller.js";
import type { Platform } from "../platform.js";
import type { StoredService } from "../services/service.js";
import { auth } from "./auth.js";
import { objects } from "./objects.js";
import { createOperations } from "./operations.js";
import { createPostgres } from "./postgres.js";
import { search } from "./search.js";

/** Handles everything that the contract offers. */
export function createHandlers(platform: Platform): Handlers<Caller, StoredService> {
  return {
    operations: createOperations(platform),
    actions: {
      auth,
      objects,
      postgres: createPostgres(platform),
      search,
    },
  };
}
