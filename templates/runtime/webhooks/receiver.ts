import { type ErrorShape, defaultErrorShape } from "../facts.js";
import type {
  ApplicationBase,
  Awaitable,
  ContractTypes,
  LogEntry,
  OperationCall,
  OperationResponse,
  OperationTypes,
  WithLimits,
  WithObserver,
} from "../server/application.js";
import { checkBody } from "../server/body.js";
import { type AnyApplication, type Call, type OperationChecks, type ServerContract, whenReady } from "../server/contract.js";
import { createServer } from "../server/create-server.js";
import { type CallError, errorBody } from "../server/errors.js";
import { writeError } from "../server/failures.js";
import { limitOperations } from "../server/handler-limits.js";
import {
  type RequestHandler,
  type RequestHeaders,
  type ServerRequest,
  type ServerResponse,
  headerOf,
  readBody,
  requestIdOf,
} from "../server/http.js";
import { type IdempotencyOptions, arrangeOnce } from "../server/idempotency.js";
import { createMemoryStore } from "../server/idempotency-store.js";
import { observeCalls } from "../server/observe.js";
import { checkParameters } from "../server/parameters.js";
import { readParameters } from "../server/read-parameters.js";
import { checkHeaders } from "../server/response-headers.js";
import { runHandler } from "../server/run-handler.js";
import type { ErrorLister } from "../json.js";
import type { Guard } from "../validators/guard.js";
import { type Secrets, decodeSecrets, findSigner, importKeys } from "./signature.js";

/** A webhook with a valid signature and a valid body. */
export type WebhookCall<Operation extends OperationTypes> = Pick<
  OperationCall<Operation>,
  "query" | "headers" | "body" | "contentType" | "requestId" | "signal"
> & {
  /** The id of the event: each delivery of it has the same. */
  readonly id: string;
  /** When this delivery was signed. */
  readonly timestamp: Date;
};

/** Handles a webhook. What it throws makes the sender try again. `Nothing`: a response without a body is declared. */
export type WebhookHandler<Operation extends OperationTypes, Nothing = never> = (
  call: WebhookCall<Operation>,
) => Awaitable<OperationResponse<Operation> | CallError | Nothing>;

/** What is known of a webhook before its handler is chosen. */
export interface ReceivedRequest {
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: RequestHeaders;
}

/** The receiver's part. */
export interface ReceiverOptions extends Pick<ApplicationBase<unknown, ContractTypes>, "renderError">, WithObserver, WithLimits {
  /** The secrets of the sender, or a function that finds them for a request; `undefined`: 401. */
  readonly secrets: Secrets | ((request: ReceivedRequest) => Awaitable<Secrets | undefined>);
  /** Receives the reasons of rejections and of 500s. It is not awaited, and its errors are ignored. */
  log(entry: LogEntry): void;
  /** The time in seconds by which the clock of a sender may differ; default: 300. */
  readonly tolerance?: number;
  /** Keeps the ids of webhooks that were handled, so that each is handled once; default: in memory, for one instance. */
  readonly idempotency?: Omit<IdempotencyOptions, "callerOf">;
}

/** Returns the name of a webhook; `undefined`: it is acknowledged and ignored. */
export type NameOf<Name extends string = string> = (request: ReceivedRequest & { readonly body: unknown }) => Name | undefined;

/** A contract's webhooks as a receiver needs them. */
export interface ReceiverContract {
  readonly routes: readonly ReceiverRoute[];
  /** The member of bodies that names the webhook, and the names by its values; absent: the application names it. */
  readonly named?: { readonly member: string; readonly names: Readonly<Record<string, string>> };
  readonly errorShape?: ErrorShape;
  readonly webhooks: Checks<Guard<unknown>>;
  readonly loadAllErrors: () => Promise<{ readonly webhooks: Checks<ErrorLister> }>;
  readonly readMultipart?: NonNullable<ServerContract["readMultipart"]>;
}

type Checks<Check> = Readonly<Record<string, Readonly<Record<string, OperationChecks<Check>>>>>;

/** A webhook as the route of a server; its path is its number. */
export type ReceiverRoute = ServerContract["routes"][number] & {
  /** Where its checks are. */
  readonly checks: readonly [webhook: string, method: string];
  /** The declared success without a body. */
  readonly acknowledged?: number;
};

type Application = ReceiverOptions & {
  readonly handlers: Readonly<Record<string, (call: unknown) => unknown>>;
  readonly nameOf?: NameOf;
};

/** A webhook whose signature is valid. */
class VerifiedRequest implements ServerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly signal: AbortSignal | undefined;
  readonly body: Uint8Array;
  /** The id of the secret. */
  readonly sender: string;

  constructor(given: ServerRequest, route: number, body: Uint8Array, sender: string) {
    const query = /\?[^#]*/.exec(given.url)?.[0] ?? "";
    this.method = given.method;
    this.url = `/${route}${query}`;
    this.headers = given.headers;
    this.signal = given.signal;
    this.body = body;
    this.sender = sender;
  }
}

/** Creates a receiver; `webhooks/index` exports the one with the contract's types. Connect it with `toNodeHandler` or `toFetchHandler`. */
export function createReceiver(contract: ReceiverContract, application: Application): RequestHandler {
  const { secrets, tolerance = 300, limits: { bodyBytes = 1_048_576 } = {} } = application;
  const fixedKeys = typeof secrets === "function" ? undefined : importKeys(decodeSecrets(secrets));
  // Awaited by each request.
  fixedKeys?.catch(() => undefined);
  const server = createServer(serverContract(contract, application), serverApplication(application));

  const keysOf = async (request: ServerRequest) => {
    if (typeof secrets !== "function") return fixedKeys!;
    const found = await secrets(headOf(request));
    return found === undefined ? [] : importKeys(decodeSecrets(found));
  };

  const verify = async (request: ServerRequest): Promise<ServerResponse> => {
    const failWith = (status: number, code: string, text: string) =>
      failure(contract, application, request, { status, code, text });
    const [id, timestamp, signatures] = signedHeaders.map((name) => single(request, name));
    if (id === undefined || timestamp === undefined || signatures === undefined)
      return failWith(401, "unauthenticated", `Send ${signedHeaders.join(", ")}, each once.`);
    const isInTime = /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance;
    if (!isInTime) return failWith(401, "unauthenticated", "The timestamp is too far from the receiver's clock.");
    const tooLarge = () => failWith(413, "payload_too_large", `The body must not exceed ${bodyBytes} bytes.`);
    if (Number(headerOf(request.headers, "content-length")) > bodyBytes) return tooLarge();
    let body: Uint8Array | undefined;
    try {
      body = await readBody(request.body, bodyBytes);
    } catch {
      return failWith(400, "invalid_body", "The body ended early.");
    }
    if (!body) return tooLarge();
    const signer = await findSigner({ id, timestamp, body }, signatures, await keysOf(request));
    if (!signer) return failWith(401, "unauthenticated", "The signature is not valid.");
    const name = nameIn(contract, application, request, body);
    const route = contract.routes.findIndex(({ operation }) => operation === name);
    if (route >= 0) return server.handle(new VerifiedRequest(request, route, body, signer.id));
    report(application, request, "warning", "A webhook that the contract doesn't declare was ignored");
    return { status: 204, headers: { "x-request-id": requestIdOf(request.headers) } };
  };

  return {
    async handle(request) {
      try {
        return await verify(request);
      } catch (error) {
        report(application, request, "error", "The webhook failed", error);
        const text = "The webhook failed.";
        return failure(contract, undefined, request, { status: 500, code: "internal", text });
      }
    },
  };
}

const signedHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

/** Platforms with fetch have whole URLs. */
function headOf({ url, headers }: ServerRequest): ReceivedRequest {
  return { url: url.replace(/^https?:\/\/[^/?#]*/i, "") || "/", headers };
}

/** A header that was sent once. */
function single(request: ServerRequest, name: string): string | undefined {
  const text = headerOf(request.headers, name);
  return text === "" || (request.countHeaders?.(name) ?? 1) > 1 ? undefined : text;
}

/** The name of a webhook: by the application, or by the member that names it, or the only one. */
function nameIn({ routes, named }: ReceiverContract, { nameOf }: Application, request: ServerRequest, bytes: Uint8Array) {
  if (!nameOf && !named) return routes[0]?.operation;
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Not JSON.
  }
  if (nameOf) return nameOf({ ...headOf(request), body });
  const { member, names } = named!;
  const value = typeof body === "object" && body !== null && Object.hasOwn(body, member) ? (body as never)[member] : undefined;
  return typeof value === "string" && Object.hasOwn(names, value) ? names[value] : undefined;
}

/** The response to a webhook that reaches no handler, with the contract's shape. */
function failure(
  { errorShape = defaultErrorShape }: ReceiverContract,
  application: Application | undefined,
  request: ServerRequest,
  { status, code, text }: { readonly status: number; readonly code: string; readonly text: string },
): ServerResponse {
  const requestId = requestIdOf(request.headers);
  if (application) report(application, request, "warning", `A webhook was rejected: ${text}`);
  const headers = { "x-request-id": requestId, "x-content-type-options": "nosniff", "content-type": errorShape.mediaType };
  return { status, headers, body: JSON.stringify(errorBody(errorShape, { status, code, message: text, requestId })) };
}

/** Errors of the logger are ignored. */
function report(
  { log }: Application,
  { headers }: ServerRequest,
  level: LogEntry["level"],
  message: string,
  error?: unknown,
): void {
  try {
    const returned: unknown = log({ level, message, requestId: requestIdOf(headers), ...(error !== undefined && { error }) });
    Promise.resolve(returned).catch(() => undefined);
  } catch {
    // There is nowhere left to report it.
  }
}

/** The server behind the signature: it reads and validates bodies, runs handlers and validates their responses. */
function serverContract(contract: ReceiverContract, { idempotency }: Application): ServerContract {
  const { routes, webhooks, errorShape, readMultipart } = contract;
  const options = { store: createMemoryStore(), ...idempotency };
  const operations = <Check>(checks: Checks<Check>) =>
    Object.fromEntries(routes.map(({ operation, checks: [name, method] }) => [operation, checks[name]![method]!]));
  return {
    routes,
    steps: { parameters: checkParameters, body: checkBody, handler: runHandler },
    writeError,
    readParameters,
    checkHeaders,
    limitOperations,
    observeCalls,
    validators: { actions: {}, operations: operations(webhooks) },
    loadAllErrors: async () => ({ actions: {}, operations: operations((await contract.loadAllErrors()).webhooks) }),
    ...(errorShape && { errorShape }),
    ...(readMultipart && { readMultipart }),
    arrangements: [
      arrangeOnce(() => ({ request }) => {
        return { options, key: headerOf(request.headers, "webhook-id")!, caller: (request as VerifiedRequest).sender };
      }),
    ],
    callHandler: ({ request: { headers }, route }: Call, run) => {
      const timestamp = new Date(Number(headerOf(headers, "webhook-timestamp")) * 1000);
      const returned = run({ id: headerOf(headers, "webhook-id"), timestamp });
      return whenReady(returned, (value) => value ?? { status: (route as ReceiverRoute).acknowledged ?? 204 });
    },
  };
}

function serverApplication({ handlers, log, onCall, renderError, limits }: Application): AnyApplication {
  return {
    handlers: { operations: handlers },
    authenticate: () => undefined,
    canAccess: () => true,
    log,
    basePath: "",
    ...(onCall && { onCall }),
    ...(renderError && { renderError }),
    ...(limits && { limits }),
  };
}
