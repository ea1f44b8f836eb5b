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
    /**
     * Attach a custom domain; publish the returned DNS records to prove ownership.
     *
     * Goes on after the answer.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `domain_not_allowed` (400): It is a public suffix or belongs to the platform.
     * - `domain_in_use` (409): It is attached to this or another service.
     * - `domain_limit_reached` (409): The plan allows no further domains.
     */
    add_domain: (call) => addDomain(platform, call),

    /**
     * Create an empty index; the engine does it as a task.
     *
     * Goes on after the answer.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `index_already_exists` (409): An index with this name exists or is being created.
     * - `index_limit_reached` (409): The plan allows no further indexes.
     */
    create_index: (call) => createIndex(platform, call),

    /**
     * Take a snapshot of all indexes and settings.
     *
     * Goes on after the answer.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `snapshot_in_progress` (409): Another snapshot is being taken.
     * - `snapshot_limit_reached` (409): The plan keeps no further snapshots.
     */
    create_snapshot: (call) => createSnapshot(platform, call),

    /**
     * Delete an index with all its documents and settings.
     *
     * Idempotent, destructive, completes in the background.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `index_not_found` (404): No index has this name.
     */
    delete_index: (call) => deleteIndex(platform, call),

    /**
     * Create a short-lived search credential limited by filters to one tenant; its value is only readable through credential reveal.
     *
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `invalid_filter` (400): A filter does not parse.
     * - `tenant_credential_limit_reached` (409): 100 unexpired tenant credentials exist.
     */
    generate_tenant_credential: (call) => generateTenantCredential(platform, call),

    /**
     * Show one task of the engine.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, suspended.
     *
     * Errors:
     * - `task_not_found` (404): No task has this number, or it was removed from the history.
     */
    get_task: (call) => getTask(platform, call),

    /**
     * Report metered usage of the search service for a period.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, restoring, suspended, failed.
     *
     * Errors:
     * - `interval_too_long` (400): to is not after from, or lies more than 92 days after it.
     */
    get_usage: (call) => showUsage(platform, call),

    /**
     * List API keys without their values, oldest first.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, suspended.
     */
    list_api_keys: (call) => listKeys(platform, call),

    /**
     * List custom domains with their DNS records and status, sorted by name.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, restoring, suspended, failed.
     */
    list_domains: (call) => listDomains(platform, call),

    /**
     * List indexes with document counts, sorted by name.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, suspended.
     */
    list_indexes: (call) => listIndexes(platform, call),

    /**
     * List snapshots, newest first.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, restoring, suspended, failed.
     */
    list_snapshots: (call) => listSnapshots(platform, call),

    /**
     * List tasks of the engine, newest first.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, suspended.
     */
    list_tasks: (call) => listTasks(platform, call),

    /**
     * Search one index, e.g. to try out settings; production traffic belongs on the service endpoint.
     *
     * Read-only, idempotent.
     * Scopes: service:data.
     * Available in states active.
     *
     * Errors:
     * - `invalid_query` (400): The engine rejects the filter, sort or facets, e.g. an attribute is not filterable.
     * - `index_not_found` (404): No index has this name.
     */
    query: (call) => query(platform, call),

    /**
     * Detach a custom domain and drop its certificate.
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `domain_not_found` (404): The domain is not attached to this service.
     */
    remove_domain: (call) => removeDomain(platform, call),

    /**
     * Replace all indexes and settings by those of a snapshot; the service is not searchable meanwhile.
     *
     * Destructive, completes in the background.
     * Scopes: service:admin.
     * Available in states active, failed.
     *
     * Errors:
     * - `confirmation_mismatch` (400): confirm is not the name of the service.
     * - `snapshot_not_found` (404): No snapshot has this id.
     * - `snapshot_not_restorable` (409): It is not completed, or was written by another minor version.
     */
    restore_snapshot: (call) => restoreSnapshot(platform, call),

    /**
     * Replace API keys; new values are only readable through credential reveal.
     *
     * Destructive.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `rotation_in_progress` (409): The grace period of an earlier rotation has not ended.
     */
    rotate_credentials: (call) => rotateKeys(platform, call),

    /**
     * Probe the search service: control plane, engine and task queue.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states provisioning, active, maintenance, restoring, suspended, failed.
     */
    service_health: (call) => checkHealth(platform, call),
  };
}
