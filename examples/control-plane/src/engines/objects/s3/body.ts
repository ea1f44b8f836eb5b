import { createHash } from "node:crypto";
import { type Written, writeBlob } from "../blobs.js";
import { type ObjectsParts, maxObjectBytes } from "../parts.js";
import { type ChecksumAlgorithm, checksumHeader, checksumOfHeader, findAlgorithm, startChecksum } from "./checksums.js";
import { decodeChunks } from "./chunks.js";
import { S3Error } from "./errors.js";
import type { SignedRequest } from "./request.js";

/** Content that was received, checked and written. */
export interface Received extends Written {
  readonly checksum: { readonly algorithm: ChecksumAlgorithm; readonly value: string } | undefined;
}

/**
 * The length of a request's content in bytes, as declared before it is sent.
 */
export function declaredLength({ headers, payload }: SignedRequest): number {
  const text = headers[payload.kind === "chunks" ? "x-amz-decoded-content-length" : "content-length"];
  if (text === undefined || !/^\d{1,15}$/.test(text)) {
    throw new S3Error("MissingContentLength", "You must provide the Content-Length HTTP header.");
  }
  const length = Number(text);
  if (length > maxObjectBytes) {
    throw new S3Error("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size: use a multipart upload.");
  }
  return length;
}

/** Streams the content of a request to a file. It is used only if it matches the request's declarations: nothing else refers to it. */
export async function receive(parts: ObjectsParts, request: SignedRequest): Promise<Received> {
  const { headers, payload } = request;
  const length = declaredLength(request);
  const wantedMd5 = headers["content-md5"];
  if (wantedMd5 !== undefined && !/^[A-Za-z0-9+/]{22}==$/.test(wantedMd5)) {
    throw new S3Error("InvalidDigest", "The Content-MD5 you specified is not valid.");
  }
  const trailers: Record<string, string> = {};
  const algorithm = algorithmOf(request);
  const checksum = algorithm && startChecksum(algorithm);
  const written = await writeBlob(parts, check());
  if (payload.kind === "hash" && written.sha256.toString("hex") !== payload.sha256) {
    throw new S3Error(
      "XAmzContentSHA256Mismatch",
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  }
  if (wantedMd5 !== undefined && Buffer.from(wantedMd5, "base64").toString("hex") !== written.md5) throw badDigest("Content-MD5");
  if (!algorithm || !checksum) return { ...written, checksum: undefined };
  const value = checksum.digest();
  const wanted = headers[checksumHeader(algorithm)] ?? trailers[checksumHeader(algorithm)];
  if (wanted !== value) throw badDigest(algorithm);
  return { ...written, checksum: { algorithm, value } };

  async function* check(): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of contentOf(request, trailers)) {
      size += chunk.length;
      if (size > length) break;
      request.moved.ingress += chunk.length;
      checksum?.update(chunk);
      yield chunk;
    }
    if (size !== length) throw incomplete();
  }
}

/** The content without what frames it. Its trailers are written to `trailers`: at its end, they are those that were announced. */
async function* contentOf(request: SignedRequest, trailers: Record<string, string>): AsyncGenerator<Buffer> {
  const { message, payload } = request;
  // A response can still be sent when reading stops early.
  const bytes = { [Symbol.asyncIterator]: () => message.iterator({ destroyOnReturn: false }) } as AsyncIterable<Buffer>;
  if (payload.kind !== "chunks") return yield* bytes;
  yield* decodeChunks(bytes, payload, trailers);
  const announced = announcedTrailers(request);
  const missing = announced.find((name) => !Object.hasOwn(trailers, name));
  if (missing !== undefined) throw new S3Error("InvalidRequest", `The trailer ${missing} was announced and not sent.`);
  const other = Object.keys(trailers).find((name) => !announced.includes(name));
  if (other !== undefined) throw new S3Error("InvalidRequest", `The trailer ${other} was not announced in x-amz-trailer.`);
}

/** The names of the trailers that a header announces, in lower case. */
function announcedTrailers({ headers }: SignedRequest): string[] {
  const names = headers["x-amz-trailer"]?.toLowerCase().split(",") ?? [];
  return names.map((name) => name.trim());
}

/** Headers that begin as those with a checksum do. */
const aboutChecksums = new Set(["x-amz-checksum-algorithm", "x-amz-checksum-mode", "x-amz-checksum-type"]);

/**
 * The checksum that comes with the content, in a header or in a trailer that a header announces. What can't be checked is
 * rejected: whoever sends it relies on it.
 */
function algorithmOf(request: SignedRequest): ChecksumAlgorithm | undefined {
  const { headers, payload } = request;
  const named = headers["x-amz-sdk-checksum-algorithm"];
  if (named !== undefined && !findAlgorithm(named.toUpperCase()))
    throw new S3Error("InvalidRequest", "Value for x-amz-sdk-checksum-algorithm header is invalid.");
  const announced = announcedTrailers(request);
  if (announced.length > 0 && !(payload.kind === "chunks" && payload.hasTrailer))
    throw new S3Error("InvalidRequest", "x-amz-trailer announces a trailer, and x-amz-content-sha256 a body without one.");
  const sent = Object.keys(headers).filter((name) => name.startsWith("x-amz-checksum-") && !aboutChecksums.has(name));
  const found = [...sent, ...announced].map((name) => {
    const algorithm = checksumOfHeader(name);
    if (!algorithm) throw new S3Error("InvalidRequest", `${name || "An empty name"} is no checksum that is supported.`);
    return algorithm;
  });
  if (found.length > 1)
    throw new S3Error("InvalidRequest", "Expecting a single x-amz-checksum- header. Multiple checksum types are not allowed.");
  return found[0];
}

/** The checksum that a header asks for, for content that others send. */
export function wantedAlgorithm({ headers }: Pick<SignedRequest, "headers">): ChecksumAlgorithm | undefined {
  const name = headers["x-amz-checksum-algorithm"];
  if (name === undefined) return undefined;
  const algorithm = findAlgorithm(name.toUpperCase());
  if (!algorithm) throw new S3Error("InvalidRequest", "Checksum algorithm provided is unsupported.");
  return algorithm;
}

/** The most of a document that is read, in bytes: 10,000 parts or 1,000 long keys. */
const maxDocument = 4 * 2 ** 20;

/** Reads a document, checked as content is. */
export async function receiveText(request: SignedRequest): Promise<string> {
  const { headers, payload } = request;
  const algorithm = algorithmOf(request);
  const trailers: Record<string, string> = {};
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of contentOf(request, trailers)) {
    size += chunk.length;
    if (size > maxDocument) throw new S3Error("MalformedXML", "The document is too large.");
    chunks.push(chunk);
  }
  request.moved.ingress += size;
  const text = Buffer.concat(chunks);
  if (payload.kind === "hash" && createHash("sha256").update(text).digest("hex") !== payload.sha256) {
    throw new S3Error(
      "XAmzContentSHA256Mismatch",
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  }
  const md5 = headers["content-md5"];
  if (md5 !== undefined && createHash("md5").update(text).digest("base64") !== md5) throw badDigest("Content-MD5");
  if (algorithm) {
    const checksum = startChecksum(algorithm);
    checksum.update(text);
    const name = checksumHeader(algorithm);
    if (checksum.digest() !== (headers[name] ?? trailers[name])) throw badDigest(algorithm);
  }
  return text.toString("utf8");
}

function badDigest(name: string): S3Error {
  return new S3Error("BadDigest", `The ${name} you specified did not match the calculated checksum.`);
}

function incomplete(): S3Error {
  return new S3Error("IncompleteBody", "You did not provide the number of bytes specified by the Content-Length HTTP header.");
}
