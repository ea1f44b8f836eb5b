import { createHash } from "node:crypto";
import { S3Error } from "./errors.js";
import type { Payload } from "./request.js";

type Chunked = Extract<Payload, { readonly kind: "chunks" }>;

/** The longest line that begins a chunk or is a trailer, in bytes. */
const maxLine = 1024;

/** The maximum number of trailers. */
const maxTrailers = 10;

/**
 * Takes content out of the chunks that AWS's clients send it in: a line with the size in hex, the bytes, a line end, and so on
 * until a chunk of no bytes, after which come the trailers. Where chunks are signed, each signature is checked at its chunk's
 * end: bytes that this has let through count only if it ends well.
 */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  { hasTrailer, sign }: Chunked,
  trailers: Record<string, string>,
): AsyncGenerator<Buffer> {
  const reader = createReader(source);
  for (;;) {
    const [, hex, signature] = /^([0-9a-fA-F]{1,10})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(await reader.line()) ?? [];
    if (hex === undefined) throw malformed();
    const size = Number.parseInt(hex, 16);
    const hash = sign && createHash("sha256");
    for (let left = size; left > 0;) {
      const piece = await reader.upTo(left);
      left -= piece.length;
      hash?.update(piece);
      yield piece;
    }
    if (sign && hash && (await sign.next(hash.digest("hex"))) !== signature) throw mismatch();
    if (size === 0) break;
    if ((await reader.line()) !== "") throw malformed();
  }
  if (hasTrailer) await readTrailers();
  await reader.end();

  async function readTrailers(): Promise<void> {
    const hash = createHash("sha256");
    let signature: string | undefined;
    for (let count = 0; ; count++) {
      const line = await reader.line(true);
      if (line === "") {
        // Some clients send the signature after an empty line.
        if (sign && signature === undefined && count <= maxTrailers && !reader.isAtEnd()) continue;
        break;
      }
      if (count > maxTrailers) throw malformed();
      const [, name, value] = /^([A-Za-z0-9-]+):(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw malformed();
      if (name.toLowerCase() === "x-amz-trailer-signature") {
        signature = value.trim();
        continue;
      }
      hash.update(`${name.toLowerCase()}:${value.trim()}\n`);
      trailers[name.toLowerCase()] = value.trim();
    }
    if (sign && (await sign.trailer(hash.digest("hex"))) !== signature) throw mismatch();
  }
}

/** Reads lines and bytes of a stream. */
function createReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let isOver = false;

  async function more(): Promise<boolean> {
    if (isOver) return false;
    const { done, value } = await iterator.next();
    if (done === true) {
      isOver = true;
      return false;
    }
    held = held.length === 0 ? value : Buffer.concat([held, value]);
    return true;
  }

  return {
    isAtEnd: () => isOver && held.length === 0,
    /** The next line without its end. At the end of the stream, which `mayEnd` allows, it is empty. */
    async line(mayEnd = false): Promise<string> {
      let at: number;
      while ((at = held.indexOf("\r\n")) === -1) {
        if (held.length > maxLine) throw malformed();
        if (!(await more())) {
          if (mayEnd && held.length === 0) return "";
          throw malformed();
        }
      }
      if (at > maxLine) throw malformed();
      const line = held.toString("latin1", 0, at);
      held = held.subarray(at + 2);
      return line;
    },
    /** The next bytes, at most so many. */
    async upTo(count: number): Promise<Buffer> {
      if (held.length === 0 && !(await more())) throw malformed();
      const piece = held.subarray(0, count);
      held = held.subarray(piece.length);
      return piece;
    },
    /** Reads to the end; only an empty line may be left. */
    async end(): Promise<void> {
      do {
        if (held.toString("latin1").replaceAll("\r\n", "") !== "") throw malformed();
        held = Buffer.alloc(0);
      } while (await more());
    },
  };
}

function malformed(): S3Error {
  return new S3Error("IncompleteBody", "The request body is not in the form that x-amz-content-sha256 announces.");
}

function mismatch(): S3Error {
  return new S3Error("SignatureDoesNotMatch", "The signature of a chunk does not match what was computed.");
}
