import type { Config } from "../config.js";
import { outsideTransaction } from "../database/transactions.js";

/** A mail to one person. */
export interface Mail {
  /** An address, not a list of addresses. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mail through the operator's server. */
export interface Mailer {
  /** Throws `MailRejected` if another attempt would not help, and any other error if it may. */
  send(mail: Mail): Promise<void>;
  /** Connects and logs in, but at most twice a minute: callers decide how often this is asked. */
  check(): Promise<void>;
}

/** The mail server does not accept mail for this address. Its reply may hold the address, so it isn't kept. */
export class MailRejected extends Error {
  override readonly name = "MailRejected";
}

/** How long the server may take to respond to each command, in milliseconds: workers wait for it. */
const patience = 10_000;

/** How long the result of a check holds, in milliseconds. */
const checkedFor = 30_000;

/** A mailer for the server that `SMTP_URL` names. The library is loaded with the first mail. */
export function createMailer({ url, from }: NonNullable<Config["mail"]>): Mailer {
  let transport: ReturnType<typeof connect> | undefined;
  let checked: { readonly at: number; readonly result: Promise<unknown> } | undefined;
  const load = () => {
    outsideTransaction();
    return (transport ??= connect(url));
  };
  return {
    async send({ to, ...mail }) {
      try {
        await (
          await load()
        ).sendMail({
          ...mail,
          from,
          // An object is one address, whatever is in it; text could be a list.
          to: { name: "", address: to },
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
        if (code === "EENVELOPE" && (responseCode === 0 || responseCode >= 500))
          throw new MailRejected("The mail server does not take mail for this address");
        throw error;
      }
    },
    async check() {
      if (!checked || Date.now() - checked.at > checkedFor) {
        checked = { at: Date.now(), result: load().then((there) => there.verify()) };
      }
      await checked.result;
    },
  };
}

async function connect(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    // Mails carry links that let people in: beyond this machine they are never sent in the clear.
    requireTLS: !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
