import type { AuthActions } from "../../../../../generated/actions.js";
import type { Database } from "../../database/query.js";
import type { Tables } from "./tables.js";

type RoleConfig = AuthActions["get_role_config"]["result"];

/** The roles of every service: the contract has no action that changes them. */
export const roleConfig: RoleConfig = {
  roles: [
    {
      name: "admin",
      label: "Administrator",
      description: "May do everything in your application",
      permissions: ["user:ban", "user:create", "user:delete", "user:read", "user:update"],
      protected: true,
    },
    { name: "editor", label: "Editor", description: "May change content", permissions: ["content:write"], protected: false },
    { name: "user", label: "User", description: "Given at sign-up", permissions: [], protected: false },
  ],
  default_role: "user",
  multiple_roles: true,
};

const names: ReadonlySet<string> = new Set(roleConfig.roles.map(({ name }) => name));
const protectedRoles = roleConfig.roles.filter((role) => role.protected).map(({ name }) => name);

/** Whether all of these roles can be given. */
export function areRoles(wanted: readonly string[]): boolean {
  return wanted.every((role) => names.has(role));
}

/** Whether a user is the only holder of a protected role that is not among `kept`. Ask under the service's lock. */
export async function isLastHolder(
  database: Database,
  { user }: Tables,
  userId: string,
  kept: readonly string[],
): Promise<boolean> {
  const taken = protectedRoles.filter((role) => !kept.includes(role));
  const { rowCount } = await database.query(
    `select from ${user} u, unnest($2::text[]) as role
     where u.id = $1 and u.deleted_at is null and role = any(u.roles) and not exists (
       select from ${user} o where o.id <> u.id and o.deleted_at is null and role = any(o.roles))`,
    [userId, taken],
  );
  return rowCount !== 0;
}
