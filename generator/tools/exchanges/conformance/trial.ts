import { ClientError } from "../../../../templates/runtime/client/call.js";
import type { Location } from "../../../diagnostics/diagnostic.js";
import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { checkResponse, declaredErrors, declaredStatus } from "../check-response.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { ExchangeRequest } from "../exchange.js";
import { challengeOf } from "../../../model/challenge.js";
import { type CallTarget, nameOf } from "../find-target.js";
import type { Finding } from "../finding.js";
import { readResponse } from "../recordings/recorded-call.js";
import { collectSecrets, findKnownSecrets, findSecrets, isRevealing } from "../secrets/find-secrets.js";
import type { RequestBuilder } from "./build-request.js";
import type { Caller } from "./callers.js";
import type { ConformanceCode } from "./diagnostics.js";
import type { HttpExchange, HttpRequest } from "./http.js";
import { needsCredentials, placeOf } from "./targets.js";
import { NoResponse, type Transport } from "./transport.js";

/** What a run shares. */
export interface RunContext {
  readonly contract: ExchangeContract;
  readonly builder: RequestBuilder;
  readonly transport: Transport;
  /** The caller that is used where any may call. */
  readonly caller: Caller | undefined;
  /** How long accepted work may take, in milliseconds. */
  readonly patience: number;
  /** Secrets that responses have revealed; they must not occur in others. */
  readonly secrets: Set<string>;
  /** The names of calls that are never made. */
  readonly never: ReadonlySet<string>;
  /** How often an operation has not responded in time. */
  readonly silent: Map<CallTarget["endpoint"], number>;
  /** Completes a request with what only the server knows, such as an ETag. */
  readonly complete: (trial: Trial, target: CallTarget, request: ExchangeRequest) => Promise<ExchangeRequest>;
  /** Called with every response. */
  readonly onAnswer: (target: CallTarget, request: ExchangeRequest, answer: Answer) => void;
}

/** A response, as the contract reads it. */
export interface Answer {
  readonly exchange: HttpExchange;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as its value, other text as a string; absent: no body. */
  readonly body?: JsonValue;
  /** Whether the contract declares its status, by itself, by its range or as `default`. */
  readonly isDeclared: boolean;
  /** Whether it is an error that the action itself declares, with its code and status. */
  readonly isOwnError: boolean;
}

/** Something that a server does otherwise. */
export interface Deviation {
  readonly problem: string;
  /** The request that shows it. */
  readonly exchange: Pick<HttpExchange, "request"> | undefined;
  /** Where the contract says what is expected, if it is not where the case is from. */
  readonly place?: Location | undefined;
  /** What it is reported as, if not as the code of the case. */
  readonly code?: ConformanceCode | undefined;
  /** What was called, if not what the case is about. */
  readonly name?: string;
  /** Whether seeing it once suffices, as what the call has done forbids another like it. */
  readonly isSure?: boolean;
}

/** How often an operation may not respond in time, until it isn't called any more. */
const maxSilence = 2;

/** Thrown when a case can't be tried. */
export class Skipped extends Error {
  override get name(): string {
    return "Skipped";
  }
}

/** Goes on where a step of a case can't be tried: `await step().catch(onlyIfSkipped)`. */
export function onlyIfSkipped(error: unknown): undefined {
  if (!(error instanceof Skipped)) throw error;
  return undefined;
}

/** How a call is sent. */
export interface CallOptions {
  /** `null`: nobody. Absent: the usual caller. */
  readonly caller?: Caller | null;
  /** Changes the request after it is written. */
  readonly change?: (request: HttpRequest) => HttpRequest;
  /** Whether the contract describes the response. Default: true. */
  readonly isDescribed?: boolean;
  /** Whether the server may break the connection off instead of responding. */
  readonly mayBreak?: boolean;
}

/** One run of one case: sends its calls, checks each response, and collects what is wrong. */
export class Trial {
  readonly context: RunContext;
  readonly deviations: Deviation[] = [];
  /** What the contract leaves open. */
  readonly open: Deviation[] = [];
  readonly #isCleaning: boolean;

  constructor(context: RunContext, isCleaning = false) {
    this.context = context;
    this.#isCleaning = isCleaning;
  }

  /** Calls an operation or action. Every response is checked; a failure of the server is a deviation. */
  async call(target: CallTarget, planned: ExchangeRequest, options: CallOptions = {}): Promise<Answer> {
    const { contract, builder, caller: usual, complete } = this.context;
    const isUsual = options.caller === undefined;
    const caller = isUsual ? usual : (options.caller ?? undefined);
    if (isUsual && !caller && needsCredentials(target)) throw new Skipped("it needs credentials, and no caller is named");
    const request = await complete(this, target, planned);
    const built = await builder.build(target, request, caller).catch((error: unknown) => {
      throw error instanceof ClientError ? new Skipped(`the request can't be sent: ${error.message}`) : error;
    });
    const sent = options.change ? options.change(built) : built;
    const exchange = await this.#send(target, sent, options);
    const { responseHeaders: headers } = exchange;
    const response = readResponse(contract.contract, target.endpoint, exchange, target.node?.action.errors);
    // An error may have the status of a success.
    const { status } = response;
    const { responses } = target.endpoint.operation;
    const isOwn = target.node?.action.errors.some((error) => error.status === status) === true;
    const isDeclared = isOwn || declaredStatus(responses, status) !== undefined;
    if (options.isDescribed !== false) this.#checkResponse(target, request, exchange, response, isDeclared);
    if (isFailure(status)) this.fail(`responds with ${status}`, exchange, this.#ofResponse(target));
    const { body } = response;
    const own = target.node && body !== undefined ? declaredErrors(contract, target.node, status, body) : [];
    const isOwnError = own.some((error) => error.status === status);
    const answer: Answer = { exchange, status, headers, isDeclared, isOwnError, ...(body !== undefined && { body }) };
    this.context.onAnswer(target, request, answer);
    return answer;
  }

  /** Something is not as the contract says. */
  fail(problem: string, exchange: Deviation["exchange"], more: Pick<Deviation, "place" | "code" | "name" | "isSure"> = {}): void {
    this.deviations.push({ problem, exchange, ...more });
  }

  /** Something is neither as the contract says nor against it. */
  leaveOpen(problem: string, exchange: Deviation["exchange"], more: Pick<Deviation, "name" | "place"> = {}): void {
    this.open.push({ problem, exchange, ...more });
  }

  /** Whether there is a challenge for a 401: of the operation, or of any scheme if it is open, such as a login. */
  #hasChallenge({ endpoint: { operation } }: CallTarget): boolean {
    const { contract } = this.context.contract;
    const any = [...contract.securitySchemes.keys()].map((name) => ({ [name]: [] }));
    return challengeOf(operation.security.length > 0 ? operation : { security: any }, contract) !== undefined;
  }

  /** A fault of a response, whatever the case is about. */
  #ofResponse(target: CallTarget): Pick<Deviation, "code" | "name" | "place"> {
    return { code: "test-response", name: nameOf(target), place: placeOf(this.context.contract, target) };
  }

  /** Sends a request. An operation that keeps the run waiting isn't asked for ever. */
  async #send(target: CallTarget, request: HttpRequest, { mayBreak }: CallOptions): Promise<HttpExchange> {
    const { never, silent, transport } = this.context;
    if (never.has(nameOf(target))) throw new Skipped(`${nameOf(target)} is never called`);
    const times = silent.get(target.endpoint) ?? 0;
    if (times >= maxSilence && !this.#isCleaning) throw new Skipped(`${nameOf(target)} doesn't respond in time`);
    try {
      const exchange = await transport.send(request, this.#isCleaning);
      silent.delete(target.endpoint);
      return exchange;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      if (mayBreak && error.isBroken) throw new Skipped("the connection is broken off, which HTTP allows here");
      if (error.isTimeout) silent.set(target.endpoint, times + 1);
      this.fail(`doesn't respond: ${error.message}`, { request }, this.#ofResponse(target));
      throw error;
    }
  }

  #checkResponse(
    target: CallTarget,
    request: ExchangeRequest,
    exchange: HttpExchange,
    response: ReturnType<typeof readResponse>,
    isDeclared: boolean,
  ): void {
    const { contract, secrets } = this.context;
    const findings: Finding[] = [];
    const { status, body } = response;
    collectSecrets(contract, target, { request, response }, secrets);
    checkResponse(contract, target, response, findings);
    if (!isRevealing(target, status)) {
      if (body !== undefined) findSecrets(body, contract.secrets, secrets, findings);
      // A session may be sent again to the caller whose it is.
      const { "set-cookie": _, ...headers } = exchange.responseHeaders;
      const inHeaders: Finding[] = [];
      findKnownSecrets(headers, secrets, inHeaders);
      findings.push(
        ...inHeaders.map((one) => ({ ...one, pointer: one.pointer.replace("/response/body/", "/response/headers/") })),
      );
    }
    for (const { pointer, rule, message, contractPlace } of findings) {
      if (rule === "unchecked") continue;
      const problem = `${pointer.replace(/^\/response\//, "")} of the response with ${status} ${message}`;
      // OpenAPI expects documents to declare successes and known errors, not every failure.
      if (!isDeclared && status >= 400 && rule !== "secret") {
        if (!isFailure(status) && !isImplied(target, status))
          this.leaveOpen(`responds with ${status}, which is not declared`, exchange, this.#ofResponse(target));
      } else {
        const code = rule === "secret" ? "test-secret" : "test-response";
        const own = this.#ofResponse(target);
        this.fail(problem, exchange, { ...own, code, place: contractPlace ?? own.place });
      }
    }
    if (isProblem(exchange) && isObject(body ?? null) && typeof (body as JsonObject)["status"] === "number") {
      const told = (body as JsonObject)["status"];
      if (told !== status)
        this.fail(
          `responds with ${status}, but with ${told} in the problem details (RFC 9457, section 3.1.2)`,
          exchange,
          this.#ofResponse(target),
        );
    }
    if (status === 401 && exchange.responseHeaders["www-authenticate"] === undefined && this.#hasChallenge(target)) {
      this.fail(
        "responds with 401 without the header www-authenticate (RFC 9110, section 15.5.2)",
        exchange,
        this.#ofResponse(target),
      );
    }
  }
}

/** Whether a call that should have been rejected may have changed something, so that it can't be tried again in the same way. */
export function isChange({ request }: Pick<HttpExchange, "request">, status: number): boolean {
  return status < 300 && request.method !== "GET" && request.method !== "HEAD";
}

/** Whether a server has failed: 501 and 503 say what is not there, or not now. */
function isFailure(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 503;
}

function isProblem({ responseHeaders }: HttpExchange): boolean {
  return /^application\/problem\+json(?:$|[\s;])/i.test(responseHeaders["content-type"] ?? "");
}

/** Whether HTTP gives a status its meaning for every operation like this one, so that no document needs to declare it. */
function isImplied(target: CallTarget, status: number): boolean {
  const { body, path } = target.endpoint.operation;
  if (status === 401 || status === 403) return needsCredentials(target);
  if (status === 404) return path.includes("{");
  if (status === 413 || status === 415) return body !== undefined;
  return [405, 406, 414, 429, 431, 503].includes(status);
}
