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
    /**
     * Bar a user from signing in, for a time or without end, and end their sessions.
     *
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `until_in_past` (400): until is not in the future.
     * - `user_not_found` (404): No user has this user_id.
     */
    ban_user: (call) => banUser(platform, call),

    /**
     * Create a user with a password, by invitation, or for passwordless sign-in.
     *
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `password_rejected` (400): The password is on a breach list or violates the password policy.
     * - `role_not_found` (404): A role is not configured.
     * - `email_taken` (409): Another user has this e-mail address.
     * - `phone_taken` (409): Another user has this phone number.
     * - `user_limit_reached` (409): The plan allows no further users.
     */
    create_user: (call) => createUser(platform, call),

    /**
     * Delete a user; a soft delete keeps the row and frees nothing.
     *
     * Idempotent, destructive.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `user_not_found` (404): No user has this user_id.
     * - `last_admin` (409): The user is the only holder of a role marked as protected.
     */
    delete_user: (call) => deleteUser(platform, call),

    /**
     * Write all users to a file and hand out a transfer for it; invoke again with export_id to follow it.
     *
     * Read-only, completes in the background.
     * Scopes: service:data.
     * Available in states active, suspended.
     *
     * Errors:
     * - `export_not_found` (404): export_id is unknown or older than 24 hours.
     * - `export_in_progress` (409): Another export of this service is still running.
     */
    export_users: (call) => exportUsers(platform, call),

    /**
     * List the assignable roles and the default role.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, suspended.
     */
    get_role_config: () => showRoles(),

    /**
     * Report metered usage of the auth service for a period.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, suspended, failed.
     *
     * Errors:
     * - `interval_too_long` (400): to is not after from, or lies more than 92 days after it.
     */
    get_usage: (call) => getUsage(platform, call),

    /**
     * List audit log entries, newest first.
     *
     * Read-only, idempotent.
     * Scopes: service:data.
     * Available in states active, suspended.
     *
     * Errors:
     * - `interval_empty` (400): to is not after from.
     */
    list_audit_log: (call) => listAuditLog(platform, call),

    /**
     * List signed-in sessions of one user or of all, most recently active first.
     *
     * Read-only, idempotent.
     * Scopes: service:data.
     * Available in states active.
     *
     * Errors:
     * - `user_not_found` (404): No user has this user_id.
     */
    list_sessions: (call) => listSessions(platform, call),

    /**
     * List and filter the users of the application, newest first by default.
     *
     * Read-only, idempotent.
     * Scopes: service:data.
     * Available in states active, suspended.
     */
    list_users: (call) => listUsers(platform, call),

    /**
     * End all sessions of a user, optionally except one.
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `session_not_found` (404): except_session_id is not a session of this user.
     * - `user_not_found` (404): No user has this user_id.
     */
    logout_user: (call) => logoutUser(platform, call),

    /**
     * End one session, named by its id (never by its token).
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `session_not_found` (404): No live session has this id.
     */
    revoke_session: (call) => revokeSession(platform, call),

    /**
     * Replace the service key or the token signing key; the new secret is only readable through credential reveal.
     *
     * Destructive.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `rotation_in_progress` (409): The grace period of an earlier rotation has not ended.
     */
    rotate_credentials: (call) => rotateCredentials(platform, call),

    /**
     * Probe the auth service: control plane, project endpoint, mail and SMS delivery.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states provisioning, active, maintenance, suspended, failed.
     */
    service_health: (call) => checkHealth(platform, call),

    /**
     * Replace all roles of a user.
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `role_not_found` (404): A role is not configured.
     * - `user_not_found` (404): No user has this user_id.
     * - `last_admin` (409): It would remove a protected role from its last user.
     * - `single_role_only` (409): multiple_roles is off and more than one role was sent.
     */
    set_user_roles: (call) => setRoles(platform, call),

    /**
     * Lift the ban of a user; also succeeds when there is none.
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `user_not_found` (404): No user has this user_id.
     */
    unban_user: (call) => unbanUser(platform, call),

    /**
     * Remove a linked sign-in identity from a user.
     *
     * Idempotent, destructive.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `identity_not_found` (404): The user has no such identity.
     * - `user_not_found` (404): No user has this user_id.
     * - `single_identity_not_deletable` (409): It is the only way this user can sign in.
     */
    unlink_identity: (call) => unlinkIdentity(platform, call),
  };
}
