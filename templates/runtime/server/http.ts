/** A request as plain data; adapters make it of what their platform has. */
export interface ServerRequest {
  readonly method: string;
  /** Path and query as they were sent: `/v1/projects/7?live=true`. */
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly body?: RequestBody;
  /** Aborted when the caller goes away. */
  readonly signal?: AbortSignal | undefined;
}

/** Names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Bytes that are there, a stream of them, or a function that reads them. */
export type RequestBody = Uint8Array | AsyncIterable<Uint8Array> | BodyReader;

/**
 * Reads a whole body. Answers `undefined` as soon as it turns out to be larger than `limit` bytes, and reads no further.
 * Rejects when the body ends early.
 */
export type BodyReader = (limit: number) => Promise<Uint8Array | undefined>;

/** A response as plain data. To a HEAD request it has no body, but the `content-length` of the one that GET has. */
export interface ServerResponse {
  readonly status: number;
  /** Names in lower case, values safe to send. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The value of a header that was sent once; `undefined` if it was not sent, or as a list. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value : undefined;
}
