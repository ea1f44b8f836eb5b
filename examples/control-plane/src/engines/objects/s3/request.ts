import type http from "node:http";
import type { StoredService } from "../../../services/service.js";
import type { StoredAccessKey } from "../access-keys.js";
import { S3Error } from "./errors.js";

/** A request at the endpoint, parsed. */
export interface S3Request {
  readonly service: StoredService;
  readonly message: http.IncomingMessage;
  readonly method: string;
  /** The path that was signed: that of the endpoint and what follows it, as sent. */
  readonly signedPath: string;
  /** Empty: it is about the service. */
  readonly bucket: string;
  /** Empty: it is about the bucket. */
  readonly key: string;
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** By lower-case name, as UTF-8. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** Bytes of content in either direction, counted while they move. */
  readonly moved: { ingress: number; egress: number };
}

/** A request whose signature is right. */
export interface SignedRequest extends S3Request {
  readonly accessKey: StoredAccessKey;
  /** How the content was signed. */
  readonly payload: Payload;
}

/** How the signature covers the content. */
export type Payload =
  | { readonly kind: "hash"; readonly sha256: string }
  | { readonly kind: "unsigned" }
  | { readonly kind: "chunks"; readonly hasTrailer: boolean; readonly sign: ChunkSigner | undefined };

/** Signs chunks one after the other: each signature contains that of the one before. */
export interface ChunkSigner {
  /** The signature of the next chunk, whose SHA-256 this is. */
  next(sha256: string): Promise<string>;
  /** The signature of the trailers. */
  trailer(sha256: string): Promise<string>;
}

/** The first value of a query parameter; `undefined` if it is absent. */
export function queryOf({ query }: Pick<S3Request, "query">, name: string): string | undefined {
  return query.get(name)?.[0];
}

/** Parses what follows an endpoint. */
export function parseTarget(url: string): { path: string; bucket: string; key: string; query: Map<string, string[]> } {
  const at = url.indexOf("?");
  const path = at === -1 ? url : url.slice(0, at);
  const query = new Map<string, string[]>();
  for (const pair of at === -1 ? [] : url.slice(at + 1).split("&")) {
    if (pair === "") continue;
    const [name, value] = splitAt(pair, "=").map((text) => decode(text.replaceAll("+", " "))) as [string, string];
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  const [bucket, key] = splitAt(path.replace(/^\//, ""), "/").map(decode) as [string, string];
  if (bucket.includes("\0") || (bucket === "" && path.length > 1)) {
    throw new S3Error("InvalidBucketName", "The specified bucket is not valid.");
  }
  if ([...query.values()].flat().some((text) => text.includes("\0"))) {
    throw new S3Error("InvalidArgument", "A query parameter must not contain the character NUL.");
  }
  if (Buffer.byteLength(key) > 1024) throw new S3Error("KeyTooLongError", "Your key is too long: it may have 1,024 bytes.");
  if (key.includes("\0")) throw new S3Error("InvalidArgument", "A key must not contain the character NUL.");
  return { path, bucket, key, query };
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI", "Couldn't parse the specified URI.");
  }
}

/** Headers as UTF-8: Node.js reads each byte as a character. */
export function readHeaders({ headers }: http.IncomingMessage): Record<string, string> {
  const read = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) read[name] = Buffer.from(String(value), "latin1").toString("utf8");
  return read;
}

/** Whether the key of a request may use a bucket. The empty name is the service itself. */
export function mayUse({ accessKey: { buckets: granted } }: SignedRequest, bucket: string): boolean {
  return bucket === "" || granted === null || granted.includes(bucket);
}
