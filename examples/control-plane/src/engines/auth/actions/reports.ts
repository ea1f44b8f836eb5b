import { isIP } from "node:net";
import type { AuthActions } from "../../../../../../generated/actions.js";
import { isUuid } from "../../../uuid.js";
import { isInstant, makeCursor, readCursor } from "../../cursor.js";
import { maxUsers } from "../hooks.js";
import type { Actor } from "../events.js";
import type { ActionResponse, Call } from "../../action.js";
import type { AuthPlatform } from "../parts.js";
import { tablesOf } from "../tables.js";
import { readInstant, readOptionalInstant } from "./instants.js";

type Entry = AuthActions["list_audit_log"]["result"]["entries"][number];

interface EventRow {
  readonly id: string;
  readonly occurred_at: Date;
  readonly event: string;
  readonly actor_type: Actor["type"];
  readonly actor_id: string | null;
  readonly actor_label: string | null;
  readonly target_user_id: string | null;
  readonly ip_address: string | null;
  readonly details: NonNullable<Entry["details"]>;
}

const day = 86_400_000;

/** Lists what happened to users. */
export async function listAuditLog(
  { database }: AuthPlatform,
  { service, body, fail }: Call<"auth", "list_audit_log">,
): ActionResponse<"auth", "list_audit_log"> {
  const { limit = 50, events, user_id } = body;
  const to = readOptionalInstant("/to", body.to);
  const from = readOptionalInstant("/from", body.from) ?? new Date((to?.getTime() ?? Date.now()) - 30 * day);
  if (from.getTime() >= (to?.getTime() ?? Date.now())) throw fail("interval_empty");
  const after = readCursor(body.cursor, [isInstant, isUuid]);
  const { rows } = await database.query<EventRow>(
    `select id, occurred_at, event, actor_type, actor_id, actor_label, target_user_id, ip_address, details
     from auth_events
     where service_id = $1 and occurred_at >= $2 and ($3::timestamptz is null or occurred_at < $3)
       and ($4::text[] is null or event = any($4))
       and ($5::uuid is null or target_user_id = $5 or actor_type = 'user' and actor_id = $5::text)
       and ($6::timestamptz is null or (occurred_at, id) < ($6, $7::uuid))
     order by occurred_at desc, id desc limit $8`,
    [service.id, from, to, events ?? null, user_id ?? null, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)! : undefined;
  const next_cursor = last ? makeCursor([last.occurred_at.toISOString(), last.id]) : null;
  return { status: "ok", result: { entries: page.map(showEvent), next_cursor } };
}

function showEvent({ id, occurred_at, event, actor_type, actor_id, actor_label, ...row }: EventRow): Entry {
  return {
    entry_id: id,
    occurred_at: occurred_at.toISOString(),
    event,
    actor: { type: actor_type, id: actor_id, label: actor_label },
    target_user_id: row.target_user_id,
    ip_address: row.ip_address !== null && isIP(row.ip_address) !== 0 ? row.ip_address : null,
    details: row.details,
  };
}

/** Reports what was used in a period. There is no SMS, and without a mail server there is no mail. */
export async function getUsage(
  { database, parts }: AuthPlatform,
  { service, body, fail }: Call<"auth", "get_usage">,
): ActionResponse<"auth", "get_usage"> {
  const { from, to } = periodOf(body);
  if (to <= from || to.getTime() - from.getTime() > 92 * day) throw fail("interval_too_long");
  const { user } = tablesOf(service);
  const { rows } = await database.query<{ active: number; sign_ins: number; total: number; mails: number }>(
    `select
       count(distinct target_user_id) filter (where event <> 'email_sent') as active,
       count(*) filter (where event = 'email_sent') as mails, count(*) filter (where event = 'login') as sign_ins,
       (select count(*) from ${user} where "createdAt" < $3 and (deleted_at is null or deleted_at >= $3)) + (
         select count(*) from auth_events
         where service_id = $1 and event = 'user_deleted' and details ->> 'mode' = 'hard' and occurred_at >= $3
           and (details ->> 'created_at')::timestamptz < $3) as total
     from auth_events
     where service_id = $1 and event in ('login', 'session_refreshed', 'email_sent') and occurred_at >= $2 and occurred_at < $3`,
    [service.id, from, to],
  );
  const { active, sign_ins, total, mails } = rows[0]!;
  const count = (name: string, used: number, limit: number | null) => ({ name, unit: "count" as const, used, limit });
  const metrics = [
    count("monthly_active_users", active, null),
    count("total_users", total, maxUsers),
    count("sign_ins", sign_ins, null),
    count("emails_sent", mails, parts.mailer ? null : 0),
    count("sms_sent", 0, 0),
  ];
  return { status: "ok", result: { period: { from: from.toISOString(), to: to.toISOString() }, metrics } };
}

function periodOf(body: Call<"auth", "get_usage">["body"]): { readonly from: Date; readonly to: Date } {
  if (body.from !== undefined && body.to !== undefined) {
    return { from: readInstant("/from", body.from), to: readInstant("/to", body.to) };
  }
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - (body.period === "previous" ? 1 : 0)];
  return { from: new Date(Date.UTC(year, month)), to: new Date(Date.UTC(year, month + 1)) };
}
