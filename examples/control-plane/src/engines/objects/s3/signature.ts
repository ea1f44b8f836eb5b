import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { SignatureV4 } from "@smithy/signature-v4";
import { region as ownRegion } from "../parts.js";
import { S3Error } from "./errors.js";
import { type ChunkSigner, type Payload, type S3Request, queryOf } from "./request.js";

/** The signature that a request claims to have. */
export interface Claim {
  readonly accessKeyId: string;
  readonly region: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly signedAt: Date;
  /** How long a presigned request is valid, in seconds; absent: it has the signature in a header. */
  readonly expiresIn?: number;
}

const algorithm = "AWS4-HMAC-SHA256";
const credentialPattern = /^([A-Za-z0-9_]{16,128})\/(\d{8})\/([a-z0-9-]{1,64})\/([a-z0-9-]{1,64})\/aws4_request$/;

/** Reads what a request claims about its signature, and checks that the time is right. */
export function readClaim(request: S3Request): Claim {
  const claim = queryOf(request, "X-Amz-Algorithm") === undefined ? readHeader(request) : readQuery(request);
  const age = Date.now() - claim.signedAt.getTime();
  if (claim.expiresIn === undefined) {
    if (Math.abs(age) > maxSkew) {
      throw new S3Error("RequestTimeTooSkewed", "The difference between the request time and the current time is too large.");
    }
  } else if (age < -maxSkew) throw new S3Error("AccessDenied", "Request is not valid yet");
  else if (age > claim.expiresIn * 1000) throw new S3Error("AccessDenied", "Request has expired");
  checkSigned(request, claim);
  return claim;
}

/** How far clocks may differ, in milliseconds. */
const maxSkew = 15 * 60_000;

function readHeader(request: S3Request): Claim {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new S3Error("AccessDenied", "Access Denied");
  const malformed = (problem: string) =>
    new S3Error("AuthorizationHeaderMalformed", `The authorization header is malformed; ${problem}`);
  const [, name, fields] = /^(\S+) +(.*)$/.exec(authorization) ?? [];
  if (name !== algorithm || fields === undefined) throw malformed(`it must be signed with ${algorithm}.`);
  const byName = new Map(fields.split(/, */).map((field) => field.split("=", 2) as [string, string]));
  const signedHeaders = byName.get("SignedHeaders")?.split(";");
  const signature = byName.get("Signature");
  if (!signedHeaders || signature === undefined) throw malformed("it needs Credential, SignedHeaders and Signature.");
  const signedAt = readDate(request.headers["x-amz-date"]);
  if (!signedAt) throw new S3Error("AccessDenied", "AWS authentication requires a valid x-amz-date header.");
  return { ...readCredential(byName.get("Credential"), signedAt, malformed), signedHeaders, signature, signedAt };
}

function readQuery(request: S3Request): Claim {
  const malformed = (problem: string) =>
    new S3Error("AuthorizationQueryParametersError", `The query parameters are wrong; ${problem}`);
  for (const name of signingParameters)
    if ((request.query.get(name)?.length ?? 0) > 1) throw malformed(`${name} occurs more than once.`);
  if (request.headers["authorization"] !== undefined) throw malformed("the request has an authorization header too.");
  if (queryOf(request, "X-Amz-Algorithm") !== algorithm) throw malformed(`X-Amz-Algorithm must be ${algorithm}.`);
  const signedHeaders = queryOf(request, "X-Amz-SignedHeaders")?.split(";");
  const signature = queryOf(request, "X-Amz-Signature");
  const expires = queryOf(request, "X-Amz-Expires") ?? "";
  const signedAt = readDate(queryOf(request, "X-Amz-Date"));
  if (!signedHeaders || signature === undefined || !signedAt) throw malformed("one is missing or has no valid form.");
  if (!/^[1-9]\d{0,5}$/.test(expires) || Number(expires) > 604_800) throw malformed("X-Amz-Expires must be from 1 to 604800.");
  const credential = readCredential(queryOf(request, "X-Amz-Credential"), signedAt, malformed);
  return { ...credential, signedHeaders, signature, signedAt, expiresIn: Number(expires) };
}

const signingParameters = [
  "X-Amz-Algorithm",
  "X-Amz-Credential",
  "X-Amz-Date",
  "X-Amz-Expires",
  "X-Amz-SignedHeaders",
  "X-Amz-Signature",
];

function readCredential(
  text: string | undefined,
  signedAt: Date,
  malformed: (problem: string) => S3Error,
): Pick<Claim, "accessKeyId" | "region"> {
  const [, accessKeyId, day, region, service] = credentialPattern.exec(text ?? "") ?? [];
  if (accessKeyId === undefined || region === undefined)
    throw malformed("the credential must be key/date/region/s3/aws4_request.");
  if (region !== ownRegion) throw malformed(`the region '${region}' is wrong; expecting '${ownRegion}'.`);
  if (service !== "s3") throw malformed("the service is wrong; expecting 's3'.");
  if (day !== signedAt.toISOString().slice(0, 10).replaceAll("-", "")) throw malformed("the dates differ.");
  return { accessKeyId, region };
}

function readDate(text = ""): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** S3's own headers must be signed. */
function checkSigned({ headers }: S3Request, { signedHeaders, expiresIn }: Claim): void {
  const isSigned = (name: string) => signedHeaders.includes(name);
  const unsigned = Object.keys(headers).filter((name) => (name.startsWith("x-amz-") || name === "host") && !isSigned(name));
  // The content of presigned requests isn't signed unless this header is; otherwise the header is ignored.
  const isIdle = expiresIn !== undefined && unsigned.length === 1 && unsigned[0] === "x-amz-content-sha256";
  if (unsigned.length === 0 || isIdle) return;
  throw new S3Error("AccessDenied", "There were headers present in the request which were not signed");
}

/** Checks the signature of a request with the secret of its key, and returns how it covers the content. */
export async function verify(request: S3Request, claim: Claim, secret: string): Promise<Payload> {
  const { SignatureV4 } = await import("@smithy/signature-v4");
  const signer = new SignatureV4({
    credentials: { accessKeyId: claim.accessKeyId, secretAccessKey: secret },
    region: claim.region,
    service: "s3",
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const expected = await sign(signer, request, claim);
  const [given, right] = [Buffer.from(claim.signature), Buffer.from(expected)];
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new S3Error(
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
    );
  }
  return readPayload(signer, request, claim);
}

async function sign(signer: SignatureV4, request: S3Request, claim: Claim): Promise<string> {
  const { signedHeaders, signedAt: signingDate, expiresIn } = claim;
  const headers = Object.create(null) as Record<string, string>;
  for (const name of signedHeaders) headers[name] = request.headers[name] ?? "";
  const query = Object.create(null) as Record<string, string[]>;
  for (const [name, values] of request.query) query[name] = [...values];
  if (expiresIn !== undefined) for (const name of signingParameters) delete query[name];
  // Neither bytes nor text: its hash is in the header, or it isn't signed.
  const body = {};
  const toSign = { method: request.method, protocol: "http:", hostname: "", path: request.signedPath, query, headers, body };
  const options = { signingDate, signableHeaders: new Set(signedHeaders) };
  if (expiresIn === undefined) {
    const { headers: signed } = await signer.sign(toSign, options);
    return /Signature=(\w+)$/.exec(signed["authorization"]!)![1]!;
  }
  const declared = queryOf(request, "X-Amz-Content-Sha256");
  if (declared !== undefined && declared !== "UNSIGNED-PAYLOAD" && headers["x-amz-content-sha256"] === undefined) {
    throw new S3Error("AuthorizationQueryParametersError", "X-Amz-Content-Sha256 must be UNSIGNED-PAYLOAD.");
  }
  const { query: signed } = await signer.presign(toSign, { ...options, expiresIn, unhoistableHeaders: new Set(signedHeaders) });
  return String(signed!["X-Amz-Signature"]);
}

const streaming = /^STREAMING-(UNSIGNED-PAYLOAD|AWS4-HMAC-SHA256-PAYLOAD)(-TRAILER)?$/;

function readPayload(signer: SignatureV4, { headers }: S3Request, claim: Claim): Payload {
  const { expiresIn, signedHeaders } = claim;
  const declared = headers["x-amz-content-sha256"];
  if (expiresIn !== undefined && !signedHeaders.includes("x-amz-content-sha256")) return { kind: "unsigned" };
  if (declared === undefined)
    throw new S3Error("InvalidRequest", "Missing required header for this request: x-amz-content-sha256");
  if (declared === "UNSIGNED-PAYLOAD") return { kind: "unsigned" };
  if (/^[0-9a-f]{64}$/.test(declared)) return { kind: "hash", sha256: declared };
  const [, kind, trailer] = streaming.exec(declared) ?? [];
  const isSigned = kind === "AWS4-HMAC-SHA256-PAYLOAD";
  if (kind === undefined || (!isSigned && trailer === undefined)) {
    throw new S3Error(
      "InvalidArgument",
      "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a SHA-256 or a supported STREAMING value.",
    );
  }
  return { kind: "chunks", hasTrailer: trailer !== undefined, sign: isSigned ? createChunkSigner(signer, claim) : undefined };
}

const emptySha256 = createHash("sha256").digest("hex");

/** Signs chunks as the client should have; the first contains the signature of the request. */
function createChunkSigner(signer: SignatureV4, { region, signature, signedAt: signingDate }: Claim): ChunkSigner {
  const date = signingDate.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  let previous = signature;
  const sign = async (suffix: string, hashes: readonly string[]) =>
    (previous = await signer.sign([`${algorithm}-${suffix}`, date, scope, previous, ...hashes].join("\n"), { signingDate }));
  return {
    next: (sha256) => sign("PAYLOAD", [emptySha256, sha256]),
    trailer: (sha256) => sign("TRAILER", [sha256]),
  };
}

/** SHA-256 in the form that the signer wants: plain, or as HMAC where there is a secret. */
export class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret as Uint8Array);
  }

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {}
}
