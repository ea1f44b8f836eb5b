import { promisify } from "node:util";
import zlib from "node:zlib";
import { methodKey, requestMethod } from "../../../document/path-operations.js";
import type { RecordedExchange } from "../recordings/har-entry.js";
import type { BodyTap } from "./body-tap.js";
import { joinHeaders, type RawHeaders, valuesOf } from "./headers.js";

/** The head of a request. */
export interface RequestHead {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: RawHeaders;
}

/** The head of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: RawHeaders;
  /** Set if it is the proxy's own, which has rejected the request: the API never saw it. */
  readonly isOwn?: true;
}

/** The times of an exchange, in milliseconds since the epoch. */
export interface ExchangeTimes {
  readonly start: number;
  readonly head?: number;
  readonly end?: number;
}

/** An exchange that passes through the proxy, as far as it is known. */
export class LiveExchange implements RecordedExchange {
  readonly request: RequestHead;
  readonly response: ResponseHead | undefined;
  readonly times: ExchangeTimes;
  readonly requestTap: BodyTap;
  readonly responseTap: BodyTap;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly requestBytes: Uint8Array;
  /** Decoded. */
  readonly responseBytes: Uint8Array;
  readonly lacksRequestBody: boolean;
  readonly lacksBody: boolean;

  constructor(parts: LiveParts) {
    const { request, response, times, requestTap, responseTap, responseBytes } = parts;
    this.request = request;
    this.response = response;
    this.times = times;
    this.requestTap = requestTap;
    this.responseTap = responseTap;
    this.requestHeaders = joinHeaders(request.headers);
    this.responseHeaders = joinHeaders(response?.headers ?? []);
    this.lacksRequestBody = !requestTap.isKnown;
    this.requestBytes = this.lacksRequestBody ? new Uint8Array(0) : requestTap.bytes;
    this.lacksBody = responseBytes === undefined;
    this.responseBytes = responseBytes ?? new Uint8Array(0);
  }

  get method(): string {
    return requestMethod(methodKey(this.request.method));
  }

  get url(): string {
    return this.request.target;
  }

  get status(): number {
    return this.response?.status ?? 0;
  }

  /** Whether the proxy has rejected the request, so that the API never saw it. */
  get isRejected(): boolean {
    return this.response?.isOwn === true;
  }

  countHeaders(name: string): number {
    return valuesOf(this.request.headers, name).length;
  }
}

/** What is known of an exchange. */
export interface LiveParts {
  readonly request: RequestHead;
  readonly response?: ResponseHead | undefined;
  readonly times: ExchangeTimes;
  readonly requestTap: BodyTap;
  readonly responseTap: BodyTap;
  /** Absent if the body is not known. */
  readonly responseBytes?: Uint8Array | undefined;
}

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decoders: Readonly<Record<string, Decode>> = {
  gzip: promisify(zlib.gunzip) as Decode,
  "x-gzip": promisify(zlib.gunzip) as Decode,
  deflate: promisify(zlib.inflate) as Decode,
  br: promisify(zlib.brotliDecompress) as Decode,
};

/** Decodes a body by its `content-encoding`. Returns `undefined` if that is unknown, wrong, or leads beyond the limit. */
export async function decodeBody(bytes: Buffer, { headers }: ResponseHead, limit: number): Promise<Buffer | undefined> {
  const codings = valuesOf(headers, "content-encoding").flatMap((value) => value.split(","));
  let decoded = bytes;
  for (const coding of codings.map((name) => name.trim().toLowerCase()).reverse()) {
    if (coding === "" || coding === "identity" || decoded.byteLength === 0) continue;
    const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (!decode) return undefined;
    try {
      decoded = await decode(decoded, { maxOutputLength: limit });
    } catch {
      return undefined;
    }
  }
  return decoded;
}
