import { type Bytes, fromBase64, toBase64 } from "../base64.js";
import {
  type Arrange,
  type Call,
  type CallResponse,
  type Route,
  type Run,
  type ServerParts,
  type Step,
  prepareSteps,
} from "./contract.js";
import { BodyError, CallError, type Rejection, reject } from "./errors.js";
import { log, renderRejection } from "./failures.js";
import { headerOf } from "./http.js";
import type { IdempotencyStore } from "./idempotency-store.js";
import { InvalidResponse } from "./responses.js";
import { trimBlanks } from "./text.js";

/** How calls with an `Idempotency-Key` run once. */
export interface IdempotencyOptions<Principal = unknown> {
  readonly store: IdempotencyStore;
  /** Returns the id of a caller, which stays the same if the credentials change: each caller has keys of its own. */
  callerOf(principal: Principal): string;
  /** The time in seconds for which responses are kept; default: 86,400. */
  readonly lifetime?: number;
  /** The time in seconds after which a call without a response counts as ended with its process; default: 300. */
  readonly lease?: number;
  /** Mixed into all that is stored. Without it, whoever reads the store can try keys that are easy to guess. */
  readonly secret?: string;
}

/** The part of an application that has a store. */
export interface WithIdempotency<Principal> {
  /** Absent: handlers run for every call. */
  readonly idempotency?: IdempotencyOptions<Principal>;
}

/** A call that runs once. */
export interface KeyedCall {
  readonly options: Omit<IdempotencyOptions, "callerOf">;
  readonly key: string;
  /** `null`: the operation needs no credentials. */
  readonly caller: string | null;
}

/** Decides how the keys of calls of a route are read; `undefined`: they run whenever they are sent, as one without a key does. */
export type PrepareKeys = (route: Route, server: ServerParts) => ((call: Call) => KeyedCall | Rejection | undefined) | undefined;

/** Runs the calls of operations that declare an `Idempotency-Key` once for each key of a caller. */
export const onceByHeader: Arrange = arrangeOnce(readKeyHeaders);

/** Combines all steps after the body into one, which runs once for each key. */
export function arrangeOnce(prepareKeys: PrepareKeys): Arrange {
  return (steps) => {
    const end = steps.findIndex(({ name }) => name === "body") + 1;
    const prepare: Step["prepare"] = (route, server) => {
      const run = prepareSteps(steps.slice(end), route, server);
      const readKey = prepareKeys(route, server);
      if (!readKey) return run;
      return (call) => {
        const keyed = readKey(call);
        if (!keyed) return run(call);
        return "code" in keyed ? keyed : runOnce(call, keyed, run);
      };
    };
    return [...steps.slice(0, end), { name: "idempotency", prepare }];
  };
}

function readKeyHeaders({ parameters }: Route, { application }: ServerParts): ReturnType<PrepareKeys> {
  const { idempotency } = application as WithIdempotency<unknown>;
  const takesKeys = parameters.some((one) => one.in === "header" && one.name === header);
  return idempotency && takesKeys ? (call) => readKeyHeader(call, idempotency) : undefined;
}

function readKeyHeader({ request, principal }: Call, idempotency: IdempotencyOptions): KeyedCall | Rejection | undefined {
  const text = headerOf(request.headers, header);
  if (text === undefined) return undefined;
  const key = trimBlanks(text);
  if (key === "") {
    const detail = { pointer: header, rule: "minLength", message: "must not be empty" };
    return reject(400, "invalid_parameter", `${header} ${detail.message}.`, undefined, [detail]);
  }
  if (principal === undefined) return { options: idempotency, key, caller: null };
  const caller: unknown = idempotency.callerOf(principal);
  // Callers without an id would share their keys.
  if (typeof caller !== "string" || caller === "") throw new TypeError("callerOf returned no id");
  return { options: idempotency, key, caller };
}

const header = "idempotency-key";

async function runOnce(call: Call, keyed: KeyedCall, run: Run<never>): Promise<CallResponse | Rejection> {
  const { store, lease = 300, lifetime = 86_400 } = keyed.options;
  const mac = await createMac(keyed, call.route.operation);
  const [id, fingerprint] = [hex(await mac("id")), hex(await mac("fingerprint", await describeCall(call)))];
  const claim = { id, fingerprint, token: crypto.randomUUID(), lease, lifetime };
  const sealingKey = async () => crypto.subtle.importKey("raw", await mac("seal"), "AES-GCM", false, ["encrypt", "decrypt"]);
  const stored = await store.claim(claim);
  if (stored && stored.fingerprint !== fingerprint)
    return reject(422, "idempotency_key_reused", "The key was used for another call: use a new one.");
  if (typeof stored?.response === "string") return unseal(stored.response, await sealingKey());
  if (stored) return reject(409, "idempotency_key_in_use", "The first call with this key still runs.", { "retry-after": "1" });

  const settle = async (response: CallResponse | undefined) => {
    try {
      await (response ? store.complete(claim, await seal(response, await sealingKey())) : store.release(claim));
    } catch (error) {
      const context = { server: call.server, requestId: call.requestId, call, record: undefined };
      log(context, { level: "error", message: "The idempotency store failed", error });
    }
  };
  let settled: CallResponse | undefined;
  let isOver = true;
  try {
    const outcome = await run(call);
    // A handler that was given up still runs: its claim ends with its lease.
    isOver = !("code" in outcome && outcome.code === "handler_timeout");
    if (!("code" in outcome) && isFinal(outcome)) settled = await wholeOf(outcome);
    return outcome;
  } catch (error) {
    settled = responseTo(error, call);
    throw error;
  } finally {
    if (isOver) await settle(settled);
  }
}

/** The response to keep after an error; `undefined`: the call may run again. */
function responseTo(error: unknown, call: Call): CallResponse | undefined {
  const context = { server: call.server, requestId: call.requestId, call, record: undefined };
  if (error instanceof BodyError) return undefined;
  if (error instanceof CallError) return isFinal(error) ? renderRejection(error, context) : undefined;
  if (!(error instanceof InvalidResponse)) return undefined;
  // The handler has done its work, and must not do it twice.
  return renderRejection(reject(500, "internal", `The call failed. Its id is ${call.requestId}.`), context);
}

/** A response with its content in place of a stream; `undefined`: that is not known before it is sent. */
async function wholeOf({ stream, ...head }: CallResponse): Promise<CallResponse | undefined> {
  if (!stream) return head;
  return stream.whole && { ...head, body: new Uint8Array(await stream.whole.arrayBuffer()) };
}

/** Whether a repeated call would have the same response. */
function isFinal({ status }: { readonly status: number }): boolean {
  return status < 500 && status !== 408 && status !== 425 && status !== 429;
}

type SealingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Computes what only those can who know the key, and the secret if there is one. */
type Mac = (...parts: readonly string[]) => Promise<ArrayBuffer>;

async function createMac({ options, key, caller }: KeyedCall, operation: string): Promise<Mac> {
  const root = utf8(options.secret || "openapi-actions");
  const hmac = await crypto.subtle.importKey("raw", root, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return (...parts) => crypto.subtle.sign("HMAC", hmac, utf8(JSON.stringify([caller, operation, key, ...parts])));
}

/** The path, the query, the action and the body of a call as text. What is not read yet is left out: sequences of items, and the bytes of streams. */
async function describeCall({ pathText, queryText, action, body }: Call): Promise<string> {
  const binaries: (Uint8Array | Blob)[] = [];
  const text = JSON.stringify([pathText, queryText, action?.type, action?.name, canonical(body, binaries)]);
  const hashes = binaries.map(async (binary) => {
    const bytes = binary instanceof Blob ? await binary.arrayBuffer() : Uint8Array.from(binary);
    return [binary instanceof File ? binary.name : "", binary instanceof Blob ? binary.type : "", await hashOf(bytes)];
  });
  return text + JSON.stringify(await Promise.all(hashes));
}

async function hashOf(bytes: ArrayBuffer | Bytes): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

/** A value as JSON text with sorted names. Bytes and files are listed apart. */
function canonical(value: unknown, binaries: (Uint8Array | Blob)[]): string {
  if (value instanceof Uint8Array || value instanceof Blob) return `#${binaries.push(value)}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, binaries)).join(",")}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member, binaries)}`).join(",")}}`;
}

/** Encrypts a response under a key that is not stored. */
async function seal({ body, ...head }: CallResponse, key: SealingKey): Promise<string> {
  const isText = typeof body === "string";
  const whole = { ...head, ...(isText ? { text: body } : body && { bytes: toBase64(body) }) };
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, utf8(JSON.stringify(whole)));
  return `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
}

async function unseal(sealed: string, key: SealingKey): Promise<CallResponse> {
  const [iv, data] = sealed.split(".").map(fromBase64) as [Bytes, Bytes];
  const whole = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data);
  const { text, bytes, ...head } = JSON.parse(new TextDecoder().decode(whole)) as Omit<CallResponse, "body"> & {
    readonly text?: string;
    readonly bytes?: string;
  };
  const body = text ?? (bytes === undefined ? undefined : fromBase64(bytes));
  return { ...head, ...(body !== undefined && { body }) };
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
