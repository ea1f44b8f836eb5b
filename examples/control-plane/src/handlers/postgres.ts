// Handlers for the actions of services of type postgres. Yours to edit: openapi-actions only ever adds what is missing.

import type { PostgresHandlers } from "../../../../generated/server/index.js";
import type { Caller } from "../access/caller.js";
import { addToAllowlist, listAllowlist, removeFromAllowlist } from "../engines/postgres/actions/allowlist.js";
import { cancelQuery, killConnections, terminateBackend } from "../engines/postgres/actions/signal-backend.js";
import { listRunningQueries } from "../engines/postgres/actions/running-queries.js";
import { exportDatabase, prepareBackup } from "../engines/postgres/actions/downloads.js";
import { disableExtension, enableExtension, listExtensions } from "../engines/postgres/actions/extensions.js";
import { beginMigration, testSource } from "../engines/postgres/actions/migration.js";
import { resetPassword } from "../engines/postgres/actions/password.js";
import { renameDatabase } from "../engines/postgres/actions/rename.js";
import { backUpNow, restoreBackup, showBackups } from "../engines/postgres/actions/backups.js";
import { checkConnectivity } from "../engines/postgres/actions/connectivity.js";
import { checkHealth } from "../engines/postgres/actions/health.js";
import { showLogs } from "../engines/postgres/actions/logs.js";
import { disablePooler, enablePooler } from "../engines/postgres/actions/pooler.js";
import { createPoolUser, deletePoolUser, listPoolUsers, rotatePoolUser } from "../engines/postgres/actions/pool-users.js";
import { addReplica, deleteReplica, listReplicas, promoteReplica } from "../engines/postgres/actions/replicas.js";
import { showStatistics } from "../engines/postgres/actions/statistics.js";
import { cancelUpgrade, previewUpgrade, requestSharedMigration, requestUpgrade } from "../engines/postgres/actions/upgrades.js";
import { showVersions } from "../engines/postgres/actions/versions.js";
import type { ServiceOf } from "../services/service.js";
import type { PostgresPlatform } from "../engines/postgres/parts.js";

/** Handles the actions of services of type postgres. */
export function createPostgres(platform: PostgresPlatform): PostgresHandlers<Caller, ServiceOf<"postgres">> {
  return {
    /**
     * Allow an address or a network to connect; the first entry switches enforcement on.
     *
     * Scopes: service:write.
     * Available in states active, migrating; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `cidr_not_canonical` (400): Bits right of the prefix are set, e.g. 203.0.113.7/24.
     * - `allowlist_full` (409): max_entries is reached.
     * - `entry_exists` (409): The network is in the list already.
     */
    add_ip: (call) => addToAllowlist(platform, call),

    /**
     * Create a read replica.
     *
     * Goes on after the answer.
     * Scopes: service:write.
     * Available in states active; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `region_not_found` (404): The region is not on offer.
     * - `operation_in_progress` (409): Another operation that changes the server is queued or running.
     * - `replica_exists` (409): A replica of this name exists.
     * - `replica_limit_reached` (409): max_replicas is reached.
     */
    add_replica: (call) => addReplica(platform, call),

    /**
     * Take a backup outside the schedule.
     *
     * Goes on after the answer.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `backup_in_progress` (409): Another backup is being taken.
     * - `manual_backup_limit_reached` (409): The plan keeps no further manual backups.
     */
    backup_now: (call) => backUpNow(platform, call),

    /**
     * Connect with the current credential and report how far it gets; the credential itself is not revealed.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, migrating, failed.
     *
     * Errors:
     * - `replica_not_found` (404): No replica has this id.
     * - `pooler_disabled` (409): target is pooler and the pooler is off.
     */
    credential_connectivity: (call) => checkConnectivity(platform, call),

    /**
     * Delete a read replica and end its connections.
     *
     * Idempotent, destructive, completes in the background.
     * Scopes: service:admin.
     * Available in states active, failed; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `replica_not_found` (404): No replica has this id.
     */
    delete_replica: (call) => deleteReplica(platform, call),

    /**
     * Drop an extension from a database, with cascade also everything that depends on it.
     *
     * Idempotent, destructive.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `database_not_found` (404): The service has no database of this name.
     * - `extension_not_found` (404): The extension is not on offer.
     * - `extension_has_dependents` (409): Objects depend on it and cascade is false.
     * - `extension_protected` (409): The platform needs it.
     */
    disable_extension: (call) => disableExtension(platform, call),

    /**
     * Install an extension into a database; succeeds when it is already installed.
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `database_not_found` (404): The service has no database of this name.
     * - `extension_not_found` (404): The extension or version is not on offer.
     * - `schema_not_found` (404): The schema does not exist.
     * - `dependency_missing` (409): It depends on another extension and cascade is false.
     * - `extension_not_allowed` (409): The plan does not allow it.
     * - `restart_required` (409): It needs a restart and allow_restart is false.
     */
    enable_extension: (call) => enableExtension(platform, call),

    /**
     * End client connections, all or those matching every filter; platform connections are left alone.
     *
     * Scopes: service:write.
     * Available in states active, migrating.
     */
    kill_connections: (call) => killConnections(platform, call),

    /**
     * List backups and the point-in-time recovery window, newest first.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, upgrading, restoring, migrating, suspended, failed.
     */
    list_backups: (call) => showBackups(platform, call),

    /**
     * List extensions on offer and installed ones, sorted by name.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, migrating.
     *
     * Errors:
     * - `database_not_found` (404): The service has no database of this name.
     */
    list_extensions: (call) => listExtensions(platform, call),

    /**
     * List the networks that may connect.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, upgrading, restoring, migrating, suspended, failed; plans dedicated, dedicated-ha.
     */
    list_ip_allowlist: (call) => listAllowlist(platform, call),

    /**
     * List read replicas with their lag, sorted by name.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, upgrading, restoring, migrating, suspended, failed; plans dedicated, dedicated-ha.
     */
    list_replicas: (call) => listReplicas(platform, call),

    /**
     * Show the present version and the versions this service can move to, lowest first.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, upgrading, restoring, migrating, suspended, failed.
     */
    list_version_targets: (call) => showVersions(platform, call),

    /**
     * Replace the data of this service by that of a foreign database; the status is migrating until it is done.
     *
     * Destructive, completes in the background.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `confirmation_mismatch` (400): confirm is not the name of the service.
     * - `cutover_in_past` (400): cutover_at is not in the future.
     * - `source_not_allowed` (400): The host resolves to a private, link-local or platform address.
     * - `operation_in_progress` (409): Another operation that changes the server is queued or running.
     * - `replicas_exist` (409): Delete the read replicas first.
     * - `source_check_failed` (409): A check of migration_test_source fails for this method.
     */
    migration_begin: (call) => beginMigration(platform, call),

    /**
     * Connect to a foreign database and check whether it can be migrated; nothing is changed.
     *
     * Read-only, idempotent.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `source_not_allowed` (400): The host resolves to a private, link-local or platform address.
     */
    migration_test_source: (call) => testSource(platform, call),

    /**
     * Cancel a planned version upgrade that has not begun.
     *
     * Scopes: service:write.
     * Available in states active; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `upgrade_not_found` (404): No upgrade has this id.
     * - `no_upgrade_planned` (409): No upgrade is planned.
     * - `upgrade_started` (409): It has begun and cannot be canceled.
     */
    pg_upgrade_cancel: (call) => cancelUpgrade(platform, call),

    /**
     * Rehearse a major upgrade on a copy and report blockers; invoke again with the same body to read the outcome.
     *
     * Read-only, idempotent, completes in the background.
     * Scopes: service:write.
     * Available in states active; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `version_not_found` (404): The version is not among the targets.
     * - `operation_in_progress` (409): Another operation that changes the server is queued or running.
     */
    pg_upgrade_preview: (call) => previewUpgrade(platform, call),

    /**
     * Plan a major version upgrade with pg_upgrade; there is no way back except a backup.
     *
     * Destructive, completes in the background.
     * Scopes: service:admin.
     * Available in states active; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `start_out_of_range` (400): start_at is in the past or more than 14 days ahead.
     * - `version_not_found` (404): The version is not among the targets.
     * - `operation_in_progress` (409): Another operation that changes the server is queued or running.
     * - `preview_required` (409): No preview of the last 24 hours for this target is eligible.
     * - `upgrade_planned` (409): An upgrade is planned already.
     */
    pg_upgrade_request: (call) => requestUpgrade(platform, call),

    /**
     * Switch the pooler off after letting clients finish; succeeds when it is off. Pool users are kept.
     *
     * Idempotent, completes in the background.
     * Scopes: service:write.
     * Available in states active; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `operation_in_progress` (409): Another operation that changes the server is queued or running.
     */
    pgbouncer_disable: (call) => disablePooler(platform, call),

    /**
     * Switch the PgBouncer pooler on, or change its settings.
     *
     * Idempotent, completes in the background.
     * Scopes: service:write.
     * Available in states active; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `operation_in_progress` (409): Another operation that changes the server is queued or running.
     * - `pool_too_large` (409): default_pool_size plus reserve_pool_size exceeds the connection limit of the plan.
     */
    pgbouncer_enable: (call) => enablePooler(platform, call),

    /**
     * Create a role that connects through the pooler, with a password that you choose.
     *
     * Scopes: service:admin.
     * Available in states active; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `database_not_found` (404): The service has no database of this name.
     * - `pool_user_exists` (409): A role of this name exists.
     * - `pool_user_limit_reached` (409): max_pool_users is reached.
     * - `pooler_disabled` (409): The pooler is off.
     */
    pool_user_create: (call) => createPoolUser(platform, call),

    /**
     * Delete a pool user and end its connections.
     *
     * Idempotent, destructive.
     * Scopes: service:admin.
     * Available in states active; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `pool_user_not_found` (404): No pool user has this name.
     * - `role_owns_objects` (409): The role owns objects; reassign them first.
     */
    pool_user_delete: (call) => deletePoolUser(platform, call),

    /**
     * Replace the password of a pool user by one that you choose; open connections stay.
     *
     * Idempotent, destructive.
     * Scopes: service:admin.
     * Available in states active; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `pool_user_not_found` (404): No pool user has this name.
     */
    pool_user_rotate: (call) => rotatePoolUser(platform, call),

    /**
     * List the users of the pooler, sorted by name.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, upgrading, restoring, migrating, suspended, failed; plans dedicated, dedicated-ha.
     */
    pool_users_list: (call) => listPoolUsers(platform, call),

    /**
     * Read server and pooler log lines of at most 24 hours, newest first by default.
     *
     * Read-only, idempotent.
     * Scopes: service:data.
     * Available in states active, maintenance, upgrading, restoring, migrating, suspended, failed.
     *
     * Errors:
     * - `interval_too_long` (400): to is not after from, or lies more than 24 hours after it.
     * - `logs_expired` (409): from is older than the log retention of the plan.
     */
    postgres_logs: (call) => showLogs(platform, call),

    /**
     * Make a backup available for download; invoke again with the same body until the transfer is ready.
     *
     * Read-only, idempotent, completes in the background.
     * Scopes: service:data.
     * Available in states active, maintenance, upgrading, migrating, suspended, failed.
     *
     * Errors:
     * - `backup_not_found` (404): No backup has this id.
     * - `backup_not_downloadable` (409): The backup is not completed, or is expired.
     */
    prepare_backup_download: (call) => prepareBackup(platform, call),

    /**
     * Dump a database with pg_dump into one file for download; invoke again with export_id to follow it.
     *
     * Read-only, completes in the background.
     * Scopes: service:data.
     * Available in states active.
     *
     * Errors:
     * - `database_not_found` (404): The service has no database of this name.
     * - `export_not_found` (404): export_id is unknown or older than 24 hours.
     * - `schema_not_found` (404): A schema does not exist.
     * - `export_in_progress` (409): Another export of this service is still running.
     */
    prepare_database_export: (call) => exportDatabase(platform, call),

    /**
     * Make a read replica the primary of this service; the previous primary becomes a replica again or is replaced.
     *
     * Destructive, completes in the background.
     * Scopes: service:admin.
     * Available in states active, failed; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `replica_not_found` (404): No replica has this id.
     * - `operation_in_progress` (409): Another operation that changes the server is queued or running.
     * - `replica_lagging` (409): It has not replayed everything and allow_data_loss is false.
     * - `replica_not_online` (409): The replica is not online.
     */
    promote_replica: (call) => promoteReplica(platform, call),

    /**
     * List client backends and what they run, longest running first.
     *
     * Read-only, idempotent.
     * Scopes: service:data.
     * Available in states active, migrating.
     *
     * Errors:
     * - `database_not_found` (404): The service has no database of this name.
     */
    queries_running: (call) => listRunningQueries(platform, call),

    /**
     * Cancel the query a backend runs (pg_cancel_backend); the connection stays.
     *
     * Scopes: service:write.
     * Available in states active, migrating.
     *
     * Errors:
     * - `backend_not_found` (404): No client backend has this pid, or it started at another time.
     * - `backend_protected` (409): It belongs to the platform.
     */
    query_cancel: (call) => cancelQuery(platform, call),

    /**
     * List the most expensive statements from pg_stat_statements.
     *
     * Read-only, idempotent.
     * Scopes: service:data.
     * Available in states active, migrating.
     *
     * Errors:
     * - `statistics_unavailable` (409): pg_stat_statements is not enabled in the database; use enable_extension.
     */
    query_stats: (call) => showStatistics(platform, call),

    /**
     * End the connection of a backend (pg_terminate_backend); its transaction is rolled back.
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active, migrating.
     *
     * Errors:
     * - `backend_not_found` (404): No client backend has this pid, or it started at another time.
     * - `backend_protected` (409): It belongs to the platform.
     */
    query_terminate: (call) => terminateBackend(platform, call),

    /**
     * Remove an allowlist entry; the last one only with open_to_all, because then every address may connect.
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active, migrating; plans dedicated, dedicated-ha.
     *
     * Errors:
     * - `entry_not_found` (404): The list has no such entry.
     * - `last_entry` (409): It is the last entry and open_to_all is false.
     */
    remove_ip: (call) => removeFromAllowlist(platform, call),

    /**
     * Rename a database; connection settings change, so reveal the credential again afterwards.
     *
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `database_not_found` (404): The service has no database of this name.
     * - `database_exists` (409): Another database has the new name.
     * - `database_in_use` (409): It has connections and terminate_connections is false.
     * - `operation_in_progress` (409): Another operation that changes the server is queued or running.
     */
    rename_database: (call) => renameDatabase(platform, call),

    /**
     * Replace the password of the main role; the new one is only readable through credential reveal.
     *
     * Destructive.
     * Scopes: service:admin.
     * Available in states active, migrating.
     *
     * Errors:
     * - `operation_in_progress` (409): Another operation that changes the server is queued or running.
     */
    reset_password: (call) => resetPassword(platform, call),

    /**
     * Replace all data of this service by a backup or by its state at a past time.
     *
     * Destructive, completes in the background.
     * Scopes: service:admin.
     * Available in states active, failed.
     *
     * Errors:
     * - `confirmation_mismatch` (400): confirm is not the name of the service.
     * - `point_in_time_out_of_range` (400): The time lies outside the recovery window.
     * - `backup_not_found` (404): No backup has this id.
     * - `backup_not_restorable` (409): The backup is not completed, or is of a newer major version.
     * - `operation_in_progress` (409): Another operation that changes the server is queued or running.
     * - `point_in_time_unavailable` (409): The plan has no point-in-time recovery.
     */
    restore_backup: (call) => restoreBackup(platform, call),

    /**
     * Probe the database, its pooler, replicas, storage and backups.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states provisioning, active, maintenance, upgrading, restoring, migrating, suspended, failed.
     */
    service_health: (call) => checkHealth(platform, call),

    /**
     * Request a move to a shared cluster of another major version; the platform plans it into a window.
     *
     * Destructive, completes in the background.
     * Scopes: service:admin.
     * Available in states active; plans shared.
     *
     * Errors:
     * - `version_not_found` (404): The version is not among the targets.
     * - `request_exists` (409): A request is open already.
     * - `version_blocked` (409): The target has blockers.
     */
    shared_version_migration_request: (call) => requestSharedMigration(platform, call),
  };
}
