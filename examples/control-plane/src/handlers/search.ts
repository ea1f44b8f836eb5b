// Handlers for the actions of services of type search. Yours to edit: openapi-actions only ever adds what is missing.

import { notImplemented, type SearchHandlers } from "../../../../generated/server/index.js";

/** Handles the actions of services of type search. */
export const search: SearchHandlers = {
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
  add_domain: async (_call) => notImplemented("search.add_domain"),

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
  create_index: async (_call) => notImplemented("search.create_index"),

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
  create_snapshot: async (_call) => notImplemented("search.create_snapshot"),

  /**
   * Delete an index with all its documents and settings.
   *
   * Idempotent, destructive, goes on after the answer.
   * Scopes: service:admin.
   * Available in states active.
   *
   * Errors:
   * - `index_not_found` (404): No index has this name.
   */
  delete_index: async (_call) => notImplemented("search.delete_index"),

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
  generate_tenant_credential: async (_call) => notImplemented("search.generate_tenant_credential"),

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
  get_task: async (_call) => notImplemented("search.get_task"),

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
  get_usage: async (_call) => notImplemented("search.get_usage"),

  /**
   * List API keys without their values, oldest first.
   *
   * Read-only, idempotent.
   * Scopes: service:read.
   * Available in states active, suspended.
   */
  list_api_keys: async (_call) => notImplemented("search.list_api_keys"),

  /**
   * List custom domains with their DNS records and status, sorted by name.
   *
   * Read-only, idempotent.
   * Scopes: service:read.
   * Available in states active, maintenance, restoring, suspended, failed.
   */
  list_domains: async (_call) => notImplemented("search.list_domains"),

  /**
   * List indexes with document counts, sorted by name.
   *
   * Read-only, idempotent.
   * Scopes: service:read.
   * Available in states active, suspended.
   */
  list_indexes: async (_call) => notImplemented("search.list_indexes"),

  /**
   * List snapshots, newest first.
   *
   * Read-only, idempotent.
   * Scopes: service:read.
   * Available in states active, maintenance, restoring, suspended, failed.
   */
  list_snapshots: async (_call) => notImplemented("search.list_snapshots"),

  /**
   * List tasks of the engine, newest first.
   *
   * Read-only, idempotent.
   * Scopes: service:read.
   * Available in states active, suspended.
   */
  list_tasks: async (_call) => notImplemented("search.list_tasks"),

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
  query: async (_call) => notImplemented("search.query"),

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
  remove_domain: async (_call) => notImplemented("search.remove_domain"),

  /**
   * Replace all indexes and settings by those of a snapshot; the service is not searchable meanwhile.
   *
   * Destructive, goes on after the answer.
   * Scopes: service:admin.
   * Available in states active, failed.
   *
   * Errors:
   * - `confirmation_mismatch` (400): confirm is not the name of the service.
   * - `snapshot_not_found` (404): No snapshot has this id.
   * - `snapshot_not_restorable` (409): It is not completed, or was written by another minor version.
   */
  restore_snapshot: async (_call) => notImplemented("search.restore_snapshot"),

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
  rotate_credentials: async (_call) => notImplemented("search.rotate_credentials"),

  /**
   * Probe the search service: control plane, engine and task queue.
   *
   * Read-only, idempotent.
   * Scopes: service:read.
   * Available in states provisioning, active, maintenance, restoring, suspended, failed.
   */
  service_health: async (_call) => notImplemented("search.service_health"),
};
