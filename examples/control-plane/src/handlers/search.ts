// Handlers for the actions of services of type search. Yours to edit: openapi-actions only ever adds what is missing.

import type { SearchHandlers } from "../../../../generated/server/index.js";
import type { Caller } from "../access/caller.js";
import { addDomain, listDomains, removeDomain } from "../engines/search/actions/domains.js";
import { checkHealth } from "../engines/search/actions/health.js";
import { createIndex, deleteIndex, listIndexes } from "../engines/search/actions/indexes.js";
import { generateTenantCredential, listKeys, rotateKeys } from "../engines/search/actions/keys.js";
import { query } from "../engines/search/actions/query.js";
import { createSnapshot, listSnapshots, restoreSnapshot } from "../engines/search/actions/snapshots.js";
import { getTask, listTasks } from "../engines/search/actions/tasks.js";
import { showUsage } from "../engines/search/actions/usage.js";
import type { SearchPlatform } from "../engines/search/parts.js";
import type { ServiceOf } from "../services/service.js";

/** Handles the actions of services of type search. */
export function createSearch(platform: SearchPlatform): SearchHandlers<Caller, ServiceOf<"search">> {
  return {
    add_domain: (call) => addDomain(platform, call),
    create_index: (call) => createIndex(platform, call),
    create_snapshot: (call) => createSnapshot(platform, call),
    delete_index: (call) => deleteIndex(platform, call),
    generate_tenant_credential: (call) => generateTenantCredential(platform, call),
    get_task: (call) => getTask(platform, call),
    get_usage: (call) => showUsage(platform, call),
    list_api_keys: (call) => listKeys(platform, call),
    list_domains: (call) => listDomains(platform, call),
    list_indexes: (call) => listIndexes(platform, call),
    list_snapshots: (call) => listSnapshots(platform, call),
    list_tasks: (call) => listTasks(platform, call),
    query: (call) => query(platform, call),
    remove_domain: (call) => removeDomain(platform, call),
    restore_snapshot: (call) => restoreSnapshot(platform, call),
    rotate_credentials: (call) => rotateKeys(platform, call),
    service_health: (call) => checkHealth(platform, call),
  };
}
