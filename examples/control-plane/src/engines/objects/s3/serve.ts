import { randomUUID } from "node:crypto";
import type http from "node:http";
import { CallError } from "../../../../../../generated/server/index.js";
import { DatabaseUnavailable } from "../../../database/connections.js";
import type { EndpointRequest } from "../../engine.js";
import { createGate } from "../../../limiter.js";
import { accessKeys, isExpired } from "../access-keys.js";
import { buckets } from "../buckets.js";
import type { ObjectsParts } from "../parts.js";
import { isFull } from "../../../storage-full.js";
import { WriteFailure } from "../write.js";
import { S3Error, noSuchBucket } from "./errors.js";
import { headersWithHoisted } from "./hoisted.js";
import { type Operation, findOperation } from "./operations.js";
import { type S3Request, type SignedRequest, mayUse, parseTarget, readHeaders } from "./request.js";
import { isolation, sendXmlError } from "./respond.js";
import { readClaim, verify } from "./signature.js";

/** The maximum number of concurrent requests per service; the others get `SlowDown`. */
const maxRequests = 128;

/** Responds at the endpoints of objects services. */
export interface S3Server {
  serve(request: EndpointRequest, response: http.ServerResponse): Promise<void>;
  /** Ends what is still moved for services that are no longer active. */
  cut(findActive: (ids: readonly string[]) => Promise<readonly string[]>): Promise<void>;
}

/** The S3 protocol over the objects of services. */
export function createS3Server(parts: ObjectsParts): S3Server {
  /** The responses that are under way, by service. */
  const running = new Map<string, Set<http.ServerResponse>>();
  return {
    async serve(endpoint, response) {
      const { id } = endpoint.service;
      // Only requests whose signature is right have places.
      const enter = () => {
        const own = running.get(id) ?? new Set();
        running.set(id, own.add(response));
        response.once("close", () => own.delete(response) && own.size === 0 && running.delete(id));
        if (own.size > maxRequests) throw slowDown();
      };
      await respond(parts, endpoint, response, enter);
    },
    async cut(findActive) {
      const ids = [...running.keys()];
      if (ids.length === 0) return;
      const active = new Set(await findActive(ids));
      for (const id of ids) if (!active.has(id)) for (const response of running.get(id) ?? []) response.destroy();
    },
  };
}

async function respond(
  parts: ObjectsParts,
  { service, url, message }: EndpointRequest,
  response: http.ServerResponse,
  enter: () => void,
): Promise<void> {
  const requestId = randomUUID();
  const method = message.method ?? "";
  response.setHeader("x-amz-request-id", requestId);
  // Here, so that every response has them, also when the request fails.
  for (const [name, value] of Object.entries(isolation)) response.setHeader(name, value);
  const moved = { ingress: 0, egress: 0 };
  let request: SignedRequest | undefined;
  let succeeded = false;
  try {
    const { path, ...target } = parseTarget(url);
    // Behind a proxy the endpoint may have a path of its own, which was signed too.
    const base = parts.endpointUrl === undefined ? "" : new URL(parts.endpointUrl).pathname.replace(/\/$/, "");
    const signedPath = `${base}/objects/${service.id}${path}`;
    request = await authenticate(parts, {
      service,
      message,
      method,
      signedPath,
      ...target,
      headers: readHeaders(message),
      requestId,
      moved,
    });
    enter();
    if (service.status !== "active") throw closed(service.status);
    const operation = findOperation(request);
    authorize(request, operation);
    await operation.run(parts, request, response);
    succeeded = true;
  } catch (error) {
    await reject(error);
  } finally {
    if (request) await meter(parts, request, succeeded);
  }

  async function reject(error: unknown): Promise<void> {
    const known = asS3Error(error);
    if (response.headersSent || (message.destroyed && !message.complete)) {
      response.destroy();
      if (!known && !isBrokenConnection(error)) throw error;
      return;
    }
    const resource = url.split("?", 1)[0] || "/";
    const shown = known ?? new S3Error("InternalError", "We encountered an internal error. Please try again.");
    sendXmlError(response, shown, { isHead: method === "HEAD", resource, requestId });
    drain(message);
    // For the log.
    if (!known || known.code === "InsufficientStorage") throw error;
  }
}

/** How much of a rejected body is read so that the client sees the response, in bytes. */
const maxDrained = 16 * 2 ** 20;

function drain(message: http.IncomingMessage): void {
  if (message.complete) return;
  let size = 0;
  message.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxDrained) message.destroy();
  });
  message.on("error", () => undefined);
  message.resume();
}

function isBrokenConnection(error: unknown): boolean {
  const { code } = error as { code?: string };
  return (
    code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ERR_STREAM_DESTROYED" || code === "ABORT_ERR"
  );
}

function asS3Error(error: unknown): S3Error | undefined {
  if (error instanceof S3Error) return error;
  if (error instanceof WriteFailure) {
    return error.reason === "bucket_not_found"
      ? noSuchBucket()
      : new S3Error("QuotaExceeded", "The plan allows no further storage.");
  }
  if (isFull(error))
    return new S3Error("InsufficientStorage", "The storage behind this endpoint is full. Please try again later.");
  if (error instanceof DatabaseUnavailable) return new S3Error("ServiceUnavailable", error.text, error.headers);
  // The service was suspended or deleted while the request ran.
  if (error instanceof CallError) return closed("suspended");
  // Content that was not referred to in time.
  if ((error as { code?: string }).code === "23503") return new S3Error("ServiceUnavailable", "Please try again.");
  return undefined;
}

function closed(status: string): S3Error {
  if (status === "suspended") return new S3Error("AllAccessDisabled", "All access to this service has been disabled.");
  return new S3Error("ServiceUnavailable", `The service is ${status}.`);
}

function slowDown(): S3Error {
  return new S3Error("SlowDown", "Please reduce your request rate.");
}

const unknown = createGate(maxRequests, slowDown);

async function authenticate(parts: ObjectsParts, request: S3Request): Promise<SignedRequest> {
  const claim = readClaim(request);
  const { service } = request;
  // Unknown callers don't wait among known ones.
  const lookUp = () =>
    parts.read(`${service.id} unknown`, (database) =>
      accessKeys.findWithSecret(database, parts.credentials, service.id, claim.accessKeyId),
    );
  const found = await unknown(`${service.id} ${request.message.socket.remoteAddress}`, lookUp);
  if (!found || isExpired(found.key)) {
    throw new S3Error("InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.");
  }
  const payload = await verify(request, claim, found.secret);
  const today = new Date().toISOString().slice(0, 10);
  if (found.key.last_used !== today) await parts.read(service.id, (database) => accessKeys.noteUse(database, found.key));
  return { ...request, headers: headersWithHoisted(request), accessKey: found.key, payload };
}

/** Whether the key may do this in this bucket. */
function authorize(request: SignedRequest, { needs, isForAllBuckets = false }: Operation): void {
  const { permission, buckets: granted } = request.accessKey;
  const isAllowed = needs === "any" || permission === "read_write" || permission === needs;
  if (isAllowed && (granted === null || !isForAllBuckets) && mayUse(request, request.bucket)) return;
  throw new S3Error("AccessDenied", "Access Denied");
}

/**
 * Counts a request for its bucket; for the service if there is no such bucket, so that callers can't make up rows. What succeeded
 * was about one that is there.
 */
async function meter(parts: ObjectsParts, { service, method, bucket, moved }: SignedRequest, succeeded: boolean): Promise<void> {
  const find = () => parts.read(service.id, (database) => buckets.find(database, service.id, bucket)).catch(() => undefined);
  const isThere = succeeded || (bucket !== "" && (await find()) !== undefined);
  const isRead = method === "GET" || method === "HEAD";
  const { ingress, egress } = moved;
  parts.meter.count(service.id, isThere ? bucket : "", { ingress, egress, reads: isRead ? 1 : 0, writes: isRead ? 0 : 1 });
}
