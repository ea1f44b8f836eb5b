import { createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { until } from "./api.js";

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly to: readonly string[];
  /** Header lines, unfolded. */
  readonly headers: readonly string[];
  /** Both bodies, decoded. */
  readonly content: string;
  /** The link in it. */
  readonly link: URL;
}

/** A mail server that keeps what it gets. */
export interface MailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Replies to the next recipients instead of accepting them. */
  readonly rejections: string[];
  /** The latest mail for an address, once there are so many. */
  received(to: string, count?: number): Promise<ReceivedMail>;
  close(): void;
}

/** The password that clients log in with. */
export const smtpPassword = "smtp-canary-password";

/** Starts a mail server on this machine. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const rejections: string[] = [];
  const server = createServer((socket) => void talk(socket, mails, rejections).catch(() => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://control:${smtpPassword}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    rejections,
    received: (to, count = 1) =>
      until("The mail arrives", () => {
        const own = mails.filter((mail) => mail.to.includes(to));
        return Promise.resolve(own.length >= count ? own.at(-1) : undefined);
      }),
    close: () => server.close(),
  };
}

async function talk(socket: Socket, mails: ReceivedMail[], rejections: string[]): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let to: string[] = [];
  let lines: string[] | undefined;
  say("220 mail.test");
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (lines) {
      if (line !== ".") lines.push(line.replace(/^\.\./, "."));
      else {
        mails.push(readMail(to, lines));
        lines = undefined;
        say("250 taken");
      }
    } else if (/^EHLO/i.test(line)) say("250-mail.test\r\n250 AUTH PLAIN");
    else if (/^AUTH PLAIN/i.test(line)) {
      const isRight = Buffer.from(line.slice(11), "base64").toString() === `\0control\0${smtpPassword}`;
      say(isRight ? "235 welcome" : "535 wrong");
    } else if (/^RCPT TO:<(.*)>/i.test(line)) {
      const rejection = rejections.shift();
      if (rejection === undefined) to.push(/<(.*)>/.exec(line)![1]!);
      say(rejection ?? "250 fine");
    } else if (/^DATA/i.test(line)) {
      lines = [];
      say("354 go on");
    } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
    else {
      if (/^MAIL/i.test(line)) to = [];
      say("250 fine");
    }
  }
}

function readMail(to: readonly string[], lines: readonly string[]): ReceivedMail {
  const end = lines.indexOf("");
  const headers = lines
    .slice(0, end)
    .join("\n")
    .replace(/\n[ \t]+/g, " ")
    .replaceAll("?= =?UTF-8?Q?", "")
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, text: string) => readQuoted(text.replaceAll("_", " ")))
    .split("\n");
  const content = readQuoted(lines.slice(end).join("\n").replaceAll("=\n", ""));
  return { to, headers, content, link: new URL(/https?:\/\/\S+token=[\w-]+/.exec(content)?.[0] ?? "http://none.invalid") };
}

function readQuoted(text: string): string {
  return text.replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());
}
