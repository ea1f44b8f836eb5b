import type { Pool } from "pg";
import { type Database, all, first, inTransaction, statement } from "../../database/query.js";
import { type Mail, MailRejected } from "../../mail/mailer.js";
import { queueOperation } from "../../operations/operation.js";
import { type Finish, PermanentFailure, StepFailure, type Work, step } from "../../operations/work.js";
import { endpointOf } from "../../http/endpoints.js";
import type { StoredService } from "../../services/service.js";
import { escapeXml } from "../objects/s3/xml.js";
import { addEvent } from "./events.js";
import { type LinkPurpose, addLink, isRecent, lifetimes } from "./links.js";
import type { AuthParts } from "./parts.js";
import { tablesOf } from "./tables.js";
import { findUser } from "./users.js";
import { rejected } from "./wire.js";

/** The kind of the operation that sends a mail. */
export const mailKind = "send_mail";

/** The input of such an operation. The link is created when the mail is sent, so no token is ever in the queue. */
interface MailInput {
  readonly purpose: LinkPurpose;
  readonly user_id: string;
}

/** Queues a mail with a link for a user. */
export async function queueMail(database: Database, serviceId: string, purpose: LinkPurpose, userId: string): Promise<void> {
  const input: MailInput = { purpose, user_id: userId };
  await queueOperation(database, { serviceId, kind: mailKind, exclusive: false, input: { ...input } });
}

/** The maximum number of requested mails in the queue, and of a service per day. Invitations don't count. */
const limits = { waiting: 20, daily: 1000 };

const count = statement<{ waiting: number; own: number; sent: number }>(
  "count-mails",
  `select count(*) as waiting, count(*) filter (where input ->> 'user_id' = $2 and input ->> 'purpose' = $3) as own,
     (select count(*) from auth_events
      where service_id = $1 and event = 'email_sent' and details ->> 'purpose' <> 'invitation' and occurred_at > now() - interval '1 day') as sent
   from operations where service_id = $1 and kind = '${mailKind}' and status in ('queued', 'running') and input ->> 'purpose' <> 'invitation'`,
);

/** Until the transaction ends, for one request at a time: whoever asks meanwhile needs no mail of their own, and waits for nothing. */
const claim = statement<{ claimed: boolean }>(
  "claim-mail",
  "select pg_try_advisory_xact_lock(hashtextextended('mail/' || $1 || '/' || $2, 0)) as claimed",
);

/**
 * Queues a mail that somebody asks for at the endpoint, who only knows the address. They are told nothing about the user; who
 * got such a mail within the last minute gets no other, however many requests ask for it at once.
 */
export async function requestMail(pool: Pool, service: StoredService, purpose: LinkPurpose, email: string): Promise<void> {
  const tables = tablesOf(service);
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${tables.user} where email = lower($1) and deleted_at is null`,
      [email],
    );
    const userId = rows[0]?.id ?? null;
    // Before it is looked for mails: each statement sees what was committed before it began.
    const { claimed } = (await first(client, claim, purpose, userId))!;
    const { waiting, own, sent } = (await first(client, count, service.id, userId, purpose))!;
    if (waiting >= limits.waiting || sent >= limits.daily) throw rejected(429, "Too many mails are being sent.");
    if (userId === null || !claimed || own > 0 || (await isRecent(client, tables, purpose, userId))) return;
    await queueMail(client, service.id, purpose, userId);
  });
}

const findAddress = statement<{ url: string }>("find-link-address", "select url from auth_link_addresses where service_id = $1");

const remove = statement("delete-operation", "delete from operations where id = $1");

/** Sends one mail. It is tried for half an hour; what was sent leaves an entry in the audit log, and no operation. */
export function sendingMail({ database, endpointUrl, mailer }: AuthParts): Work {
  return {
    attempts: 12,
    async run({ operation, service }) {
      const { purpose, user_id } = operation.input as unknown as MailInput;
      if (!mailer || endpointUrl === undefined) throw new PermanentFailure("This installation sends no mail.");
      const tables = tablesOf(service);
      const forget: Finish = async (client) => void (await all(client, remove, operation.id));
      const user = await findUser(database, tables, user_id);
      // Skip users who were deleted, banned or have accepted meanwhile.
      const isWanted = user?.status === "invited" || (user?.status === "active" && purpose !== "invitation");
      if (service.status !== "active") throw new StepFailure(`The service is ${service.status}.`);
      if (!user || user.email === null || !isWanted) return forget;
      const own = await first(database, findAddress, service.id);
      const token = await addLink(database, tables, purpose, user_id);
      const link = `${own?.url ?? `${endpointOf(endpointUrl, service)}/link`}?purpose=${purpose}&token=${token}`;
      const mail = composeMail(service.name, purpose, user.email, link);
      await step("The mail server did not take the mail.", () => mailer.send(mail)).catch((error: Error) => {
        const isRejected = error.cause instanceof MailRejected;
        throw isRejected ? new PermanentFailure("The mail server does not accept mail for this address.") : error;
      });
      return async (client) => {
        const actor = { type: "system", id: null } as const;
        await addEvent(client, { serviceId: service.id, event: "email_sent", actor, target: user_id, details: { purpose } });
        await forget(client);
      };
    },
  };
}

/** The texts of mails and pages for each kind of link; `$` is the name of the service. */
export const wording: Readonly<Record<LinkPurpose, { readonly title: string; readonly why: string; readonly button: string }>> = {
  invitation: {
    title: "Invitation to $",
    why: "You are invited to $. Choose a password to accept.",
    button: "Accept the invitation",
  },
  password_reset: {
    title: "New password for $",
    why: "Somebody asked for a new password for your account with $.",
    button: "Choose a new password",
  },
  sign_in: { title: "Sign in to $", why: "Somebody asked to sign in to your account with $.", button: "Sign in" },
};

/** The name of a service on one line, without characters that don't show. */
export function plainName(name: string): string {
  return name.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
}

/** The mail that carries a link. Of what others chose only the name of the service is in it. */
export function composeMail(serviceName: string, purpose: LinkPurpose, to: string, link: string): Mail {
  const fill = (text: string) => text.replace("$", () => plainName(serviceName));
  const { title, why, button } = wording[purpose];
  const minutes = lifetimes[purpose] / 60;
  const period = minutes < 60 ? `${minutes} minutes` : minutes === 60 ? "an hour" : `${minutes / 1440} days`;
  const note = `The link works once, within ${period}. If you did not expect this mail, ignore it.`;
  return {
    to,
    subject: fill(title),
    text: `${fill(why)}\n\n${button}: ${link}\n\n${note}\n`,
    html: `<p>${escapeXml(fill(why))}</p><p><a href="${escapeXml(link)}">${button}</a></p><p>${note}</p>`,
  };
}
