// Handlers for the actions of services of type auth. Yours to edit: openapi-actions only ever adds what is missing.

import { notImplemented, type AuthHandlers } from "../../../../generated/server/index.js";

/** Handles the actions of services of type auth. */
export const auth: AuthHandlers = {
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
  ban_user: async (_call) => notImplemented("auth.ban_user"),

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
  create_user: async (_call) => notImplemented("auth.create_user"),

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
  delete_user: async (_call) => notImplemented("auth.delete_user"),

  /**
   * Write all users to a file and hand out a transfer for it; invoke again with export_id to follow it.
   *
   * Read-only, goes on after the answer.
   * Scopes: service:data.
   * Available in states active, suspended.
   *
   * Errors:
   * - `export_not_found` (404): export_id is unknown or older than 24 hours.
   * - `export_in_progress` (409): Another export of this service is still running.
   */
  export_users: async (_call) => notImplemented("auth.export_users"),

  /**
   * Show the roles that can be given and the default role.
   *
   * Read-only, idempotent.
   * Scopes: service:read.
   * Available in states active, suspended.
   */
  get_role_config: async (_call) => notImplemented("auth.get_role_config"),

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
  get_usage: async (_call) => notImplemented("auth.get_usage"),

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
  list_audit_log: async (_call) => notImplemented("auth.list_audit_log"),

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
  list_sessions: async (_call) => notImplemented("auth.list_sessions"),

  /**
   * List and filter the users of the application, newest first by default.
   *
   * Read-only, idempotent.
   * Scopes: service:data.
   * Available in states active, suspended.
   */
  list_users: async (_call) => notImplemented("auth.list_users"),

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
  logout_user: async (_call) => notImplemented("auth.logout_user"),

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
  revoke_session: async (_call) => notImplemented("auth.revoke_session"),

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
  rotate_credentials: async (_call) => notImplemented("auth.rotate_credentials"),

  /**
   * Probe the auth service: control plane, project endpoint, mail and SMS delivery.
   *
   * Read-only, idempotent.
   * Scopes: service:read.
   * Available in states provisioning, active, maintenance, suspended, failed.
   */
  service_health: async (_call) => notImplemented("auth.service_health"),

  /**
   * Replace the whole set of roles of a user.
   *
   * Idempotent.
   * Scopes: service:write.
   * Available in states active.
   *
   * Errors:
   * - `role_not_found` (404): A role is not configured.
   * - `user_not_found` (404): No user has this user_id.
   * - `last_admin` (409): It would take a protected role from its only holder.
   * - `single_role_only` (409): multiple_roles is off and more than one role was sent.
   */
  set_user_roles: async (_call) => notImplemented("auth.set_user_roles"),

  /**
   * Lift the ban of a user; also fine when there is none.
   *
   * Idempotent.
   * Scopes: service:write.
   * Available in states active.
   *
   * Errors:
   * - `user_not_found` (404): No user has this user_id.
   */
  unban_user: async (_call) => notImplemented("auth.unban_user"),

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
  unlink_identity: async (_call) => notImplemented("auth.unlink_identity"),
};
