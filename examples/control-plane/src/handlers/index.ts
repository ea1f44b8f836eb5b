// All handlers, for the server. Yours to edit: openapi-actions only ever adds what is missing.

import type { Handlers } from "../../../../generated/server/index.js";
import type { Caller } from "../access/caller.js";
import type { Platform } from "../platform.js";
import type { StoredService } from "../services/service.js";
import { createOperations } from "./operations.js";

/** Handles everything that the contract defines. */
export function createHandlers(platform: Platform): Handlers<Caller, StoredService> {
  const { engines } = platform;
  return {
    operations: createOperations(platform),
    actions: {
      auth: engines.auth.handle(platform),
      objects: engines.objects.handle(platform),
      postgres: engines.postgres.handle(platform),
      search: engines.search.handle(platform),
    },
  };
}
