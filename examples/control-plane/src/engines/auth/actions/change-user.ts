import type { PoolClient } from "pg";
import type { Caller } from "../../../access/caller.js";
import { withServiceLock } from "../../../services/lock-service.js";
import type { ServiceOf } from "../../../services/service.js";
import { addEvent } from "../events.js";
import type { AuthPlatform } from "../parts.js";
import { type Tables, tablesOf } from "../tables.js";
import { type AuthUser, findUser } from "../users.js";

/** A call that changes a user. */
interface UserCall {
  readonly service: ServiceOf<"auth">;
  readonly principal: Caller;
  readonly body: { readonly user_id: string };
  readonly fail: (code: "user_not_found") => Error;
}

/** The arguments of a change, in its transaction. */
interface Change {
  readonly client: PoolClient;
  readonly tables: Tables;
  readonly user: AuthUser;
  /** Adds an entry about this user to the audit log. */
  note(event: string, details?: Readonly<Record<string, string | number | boolean | null>>): Promise<void>;
}

/** Changes a user in one transaction with its entry in the audit log. Changes of one service take turns. */
export function changeUser<Result>(
  { database }: AuthPlatform,
  { service, principal, body, fail }: UserCall,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const tables = tablesOf(service);
  return withServiceLock(database, service, async (client) => {
    const user = await findUser(client, tables, body.user_id);
    if (!user) throw fail("user_not_found");
    const note: Change["note"] = (event, details = {}) =>
      addEvent(client, { serviceId: service.id, event, actor: operator(principal), target: user.user_id, details });
    return work({ client, tables, user, note });
  });
}

/** The caller of an action as an actor of the audit log. */
export function operator({ tokenId }: Caller) {
  return { type: "operator", id: tokenId } as const;
}
