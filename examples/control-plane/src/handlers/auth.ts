// Handlers for the actions of services of type auth. Yours to edit: openapi-actions only ever adds what is missing.

import type { AuthHandlers } from "../../../../generated/server/index.js";
import type { Caller } from "../access/caller.js";
import { banUser, setRoles, showRoles, unbanUser, unlinkIdentity } from "../engines/auth/actions/access.js";
import { exportUsers } from "../engines/auth/actions/export.js";
import { checkHealth } from "../engines/auth/actions/health.js";
import { getUsage, listAuditLog } from "../engines/auth/actions/reports.js";
import { rotateCredentials } from "../engines/auth/actions/rotation.js";
import { listSessions, logoutUser, revokeSession } from "../engines/auth/actions/sessions.js";
import { createUser, deleteUser, listUsers } from "../engines/auth/actions/users.js";
import type { AuthPlatform } from "../engines/auth/parts.js";
import type { ServiceOf } from "../services/service.js";

/** Handles the actions of services of type auth. */
export function createAuth(platform: AuthPlatform): AuthHandlers<Caller, ServiceOf<"auth">> {
  return {
    ban_user: (call) => banUser(platform, call),
    create_user: (call) => createUser(platform, call),
    delete_user: (call) => deleteUser(platform, call),
    export_users: (call) => exportUsers(platform, call),
    get_role_config: () => showRoles(),
    get_usage: (call) => getUsage(platform, call),
    list_audit_log: (call) => listAuditLog(platform, call),
    list_sessions: (call) => listSessions(platform, call),
    list_users: (call) => listUsers(platform, call),
    logout_user: (call) => logoutUser(platform, call),
    revoke_session: (call) => revokeSession(platform, call),
    rotate_credentials: (call) => rotateCredentials(platform, call),
    service_health: (call) => checkHealth(platform, call),
    set_user_roles: (call) => setRoles(platform, call),
    unban_user: (call) => unbanUser(platform, call),
    unlink_identity: (call) => unlinkIdentity(platform, call),
  };
}
