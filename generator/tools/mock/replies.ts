import type { ServerResponse } from "../../../templates/runtime/server/http.js";
import type { JsonValue } from "../../document/json-value.js";

/** A response to certain requests in place of the mock's own, for tests of failures and retries. */
export interface Reply {
  /** The method; absent: any. */
  readonly method?: string;
  /** The path as sent, without the query; absent: any. */
  readonly path?: string;
  /** The id of the operation; absent: any. */
  readonly operation?: string;
  /** The name of the action; absent: any. */
  readonly action?: string;
  /** How often; default: once. */
  readonly times?: number;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or unchanged if it is a text. */
  readonly body?: JsonValue;
}

/** The replies that are left. */
export interface Replies {
  add(reply: Reply): void;
  /** Takes the first reply for a request; `undefined` if there is none. */
  take(request: ReplySubject): Reply | undefined;
  clear(): void;
}

/** What is known of a request. */
export interface ReplySubject {
  readonly method: string;
  readonly path: string;
  readonly operation: string | undefined;
  readonly action: string | undefined;
}

/** Creates a list of replies. */
export function createReplies(initial: readonly Reply[] = []): Replies {
  let left: { readonly reply: Reply; times: number }[] = [];
  const add = (reply: Reply) => void left.push({ reply, times: reply.times ?? 1 });
  initial.forEach(add);
  return {
    add,
    take(request) {
      const found = left.find(({ reply }) => isFor(reply, request));
      if (!found) return undefined;
      found.times--;
      if (found.times <= 0) left = left.filter((one) => one !== found);
      return found.reply;
    },
    clear: () => void (left = []),
  };
}

function isFor(reply: Reply, request: ReplySubject): boolean {
  const isSame = (one: string | undefined, other: string | undefined) => one === undefined || one === other;
  return (
    isSame(reply.method?.toUpperCase(), request.method) &&
    isSame(reply.path, request.path) &&
    isSame(reply.operation, request.operation) &&
    isSame(reply.action, request.action)
  );
}

/** The response of a reply. */
export function toResponse({ status, headers = {}, body }: Reply): ServerResponse {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (body === undefined) return { status, headers: own };
  const isText = typeof body === "string";
  return {
    status,
    headers: { "content-type": isText ? "text/plain; charset=utf-8" : "application/json", ...own },
    body: isText ? body : JSON.stringify(body),
  };
}
