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
    add_ip: (call) => addToAllowlist(platform, call),
    add_replica: (call) => addReplica(platform, call),
    backup_now: (call) => backUpNow(platform, call),
    credential_connectivity: (call) => checkConnectivity(platform, call),
    delete_replica: (call) => deleteReplica(platform, call),
    disable_extension: (call) => disableExtension(platform, call),
    enable_extension: (call) => enableExtension(platform, call),
    kill_connections: (call) => killConnections(platform, call),
    list_backups: (call) => showBackups(platform, call),
    list_extensions: (call) => listExtensions(platform, call),
    list_ip_allowlist: (call) => listAllowlist(platform, call),
    list_replicas: (call) => listReplicas(platform, call),
    list_version_targets: (call) => showVersions(platform, call),
    migration_begin: (call) => beginMigration(platform, call),
    migration_test_source: (call) => testSource(platform, call),
    pg_upgrade_cancel: (call) => cancelUpgrade(platform, call),
    pg_upgrade_preview: (call) => previewUpgrade(platform, call),
    pg_upgrade_request: (call) => requestUpgrade(platform, call),
    pgbouncer_disable: (call) => disablePooler(platform, call),
    pgbouncer_enable: (call) => enablePooler(platform, call),
    pool_user_create: (call) => createPoolUser(platform, call),
    pool_user_delete: (call) => deletePoolUser(platform, call),
    pool_user_rotate: (call) => rotatePoolUser(platform, call),
    pool_users_list: (call) => listPoolUsers(platform, call),
    postgres_logs: (call) => showLogs(platform, call),
    prepare_backup_download: (call) => prepareBackup(platform, call),
    prepare_database_export: (call) => exportDatabase(platform, call),
    promote_replica: (call) => promoteReplica(platform, call),
    queries_running: (call) => listRunningQueries(platform, call),
    query_cancel: (call) => cancelQuery(platform, call),
    query_stats: (call) => showStatistics(platform, call),
    query_terminate: (call) => terminateBackend(platform, call),
    remove_ip: (call) => removeFromAllowlist(platform, call),
    rename_database: (call) => renameDatabase(platform, call),
    reset_password: (call) => resetPassword(platform, call),
    restore_backup: (call) => restoreBackup(platform, call),
    service_health: (call) => checkHealth(platform, call),
    shared_version_migration_request: (call) => requestSharedMigration(platform, call),
  };
}
