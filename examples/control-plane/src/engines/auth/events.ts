import { type Database, all, statement } from "../../database/query.js";

/** The actor of a change to users of an application. */
export interface Actor {
  readonly type: "user" | "operator" | "service" | "system";
  readonly id: string | null;
  readonly label?: string | null;
}

/** An event. Nothing here may contain a secret. */
interface AuthEvent {
  readonly serviceId: string;
  /** `login`, `user_banned`. */
  readonly event: string;
  readonly actor: Actor;
  readonly target?: string | null;
  readonly ip?: string | null;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

const insert = statement(
  "insert-auth-event",
  `insert into auth_events (service_id, event, actor_type, actor_id, actor_label, target_user_id, ip_address, details)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

const forget = statement(
  "forget-auth-user",
  `update auth_events set actor_label = null, ip_address = null
   where service_id = $1 and actor_type = 'user' and actor_id = $2::uuid::text`,
);

/** Removes what identifies a user from the audit log. The events themselves stay. */
export async function forgetUser(database: Database, serviceId: string, userId: string): Promise<void> {
  await all(database, forget, serviceId, userId);
}

/** Adds an entry to the audit log of an application. */
export async function addEvent(database: Database, entry: AuthEvent): Promise<void> {
  const { serviceId, event, actor, target = null, ip = null, details = {} } = entry;
  const label = actor.label?.slice(0, 254) ?? null;
  await all(database, insert, serviceId, event, actor.type, actor.id, label, target, ip, details);
}
