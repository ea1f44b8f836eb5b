import { errorBody } from "../../../../templates/runtime/server/errors.js";
import { isJsonType, nextRequestId } from "../../../../templates/runtime/server/http.js";
import { essenceOf } from "../../../document/media-kind.js";
import { findContent } from "../../../../templates/runtime/server/body.js";
import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import type { ErrorDetail } from "../../../../templates/runtime/facts.js";
import { createCoverage } from "../coverage.js";
import { report } from "../diagnostics.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { Finding, Findings } from "../finding.js";
import {
  checkCall,
  type CheckedCall,
  checkSent,
  createServiceTypes,
  type GivenTypes,
  type Recording,
} from "../recordings/check-call.js";
import { callsOf, inBatch } from "../recordings/batches.js";
import { type CallEntry, classify, createMatchRoute, type MatchRoute, type RecordedEntry } from "../recordings/read-recording.js";
import type { Budget } from "./body-tap.js";
import { Kinds, reportRejected } from "./kinds.js";
import { valuesOf } from "./headers.js";
import type { LiveExchange, ResponseHead } from "./live-exchange.js";

/** How exchanges are validated. */
export interface InspectorOptions {
  readonly serviceTypes: GivenTypes;
  /** The largest body that is validated, in bytes. */
  readonly bodyLimit: number;
  /** Receives the first problem of each kind. */
  readonly onFirst?: (diagnostic: Diagnostic) => void;
  readonly recorders?: readonly Recorder[];
}

/** Writes exchanges down. */
export interface Recorder {
  /** Adds an exchange; `call` is its result if the contract has its operation, `secrets` are those that have occurred. */
  add(exchange: LiveExchange, call: JudgedCall | undefined, secrets: Iterable<string>): void;
  /** Writes what is left; returns a line about what was written. */
  finish(problems: Diagnostic[]): string;
}

/** A call and its result. */
export interface JudgedCall {
  readonly entry: CallEntry;
  readonly checked: CheckedCall;
  /** Whether the API kept to its contract. */
  readonly isKept: boolean;
}

/** A response of the proxy itself. */
export interface OwnResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** More secrets than tests use. Searching a body takes time for each. */
const maxSecrets = 1_000;

/** The memory of all bodies that are kept at a time, those of calls included whose service type may still be revealed. */
const bodyBudget = 256 * 1024 * 1024;

const maxPostponed = 1_000;

/** Validates the exchanges that pass through the proxy, and counts. */
export class Inspector {
  readonly contract: ExchangeContract;
  readonly kinds: Kinds;
  readonly budget: Budget = { bytes: bodyBudget };
  readonly options: InspectorOptions;
  readonly recording: Recording;
  readonly #coverage;
  readonly #matchRoute: MatchRoute;
  #postponed: { readonly entry: CallEntry; readonly exchange: LiveExchange }[] = [];
  #number = 0;
  readonly #pending = new Set<Promise<void>>();
  /** A bug: the first error that a validation has thrown. */
  failure: unknown;
  /** Exchanges, those of them that the proxy has rejected, and those with a body that was not validated. */
  readonly counts = { exchanges: 0, rejected: 0, unchecked: 0, passedThrough: 0, brokenOff: 0 };

  constructor(contract: ExchangeContract, options: InspectorOptions) {
    this.contract = contract;
    this.options = options;
    this.kinds = new Kinds(options.onFirst);
    this.recording = { contract, types: createServiceTypes(contract, options.serviceTypes), secrets: new Set() };
    this.#coverage = createCoverage(contract);
    this.#matchRoute = createMatchRoute(contract, []);
  }

  get coverage() {
    return this.#coverage;
  }

  /** Returns what an exchange is to the contract. All addresses belong to the API. */
  classify(exchange: LiveExchange): RecordedEntry {
    const span = { number: ++this.#number, start: 0, end: 0 };
    const entry = classify(this.contract.endpoints, span, exchange, this.#matchRoute);
    const matched = this.#matchRoute(exchange.method, exchange.url);
    const isForeign = matched.kind === "foreign" && exchange.method !== "OPTIONS" && exchange.status !== 304;
    return isForeign ? { kind: "unmatched", span, recorded: exchange, methods: [] } : entry;
  }

  /** Returns the call of a request whose response has not arrived. */
  callOf(exchange: LiveExchange): CallEntry | { readonly methods: readonly string[] } | undefined {
    const matched = this.#matchRoute(exchange.method, exchange.url);
    if (matched.kind === "operation") {
      const endpoint = this.contract.endpoints.get(matched.match.route.operation)!;
      return { kind: "call", span: { number: 0, start: 0, end: 0 }, recorded: exchange, endpoint, matched };
    }
    if (exchange.method === "OPTIONS") return undefined;
    return { methods: matched.kind === "method" ? matched.methods : [] };
  }

  /** Validates a request before it is passed on. Returns what is wrong with it. */
  checkRequest(entry: CallEntry): readonly Finding[] {
    const findings: Finding[] = [];
    for (const call of callsOf(entry)) {
      const own: Finding[] = [];
      checkSent(this.recording, call, false, { push: (finding) => isBlocking(finding) && own.push(finding) } as Findings);
      findings.push(...inBatch(own, call.part));
    }
    return findings;
  }

  /** Validates a response before it is passed on. Returns what is wrong with it. */
  checkResponse(exchange: LiveExchange): readonly Finding[] {
    const entry = this.classify(exchange);
    if (entry.kind !== "call") return [];
    return callsOf(entry).flatMap((call) => {
      const { target, findings } = checkCall(this.recording, call, false);
      return target ? findings.filter((finding) => isBlocking(finding) && !finding.pointer.startsWith("/request")) : [];
    });
  }

  /** Validates an exchange that is not completely read yet. */
  finishLater(read: () => Promise<LiveExchange>): void {
    const pending = read()
      .then((exchange) => this.finish(exchange))
      .catch((error: unknown) => void (this.failure ??= error))
      .finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
  }

  /** Validates and counts a complete exchange. */
  finish(exchange: LiveExchange): void {
    this.counts.exchanges++;
    if (exchange.isRejected) this.counts.rejected++;
    else if (exchange.lacksRequestBody || exchange.lacksBody) this.counts.unchecked++;
    const entry = this.classify(exchange);
    if (entry.kind === "call") {
      const calls = callsOf(entry);
      if (calls[0]?.part) {
        for (const call of calls) this.#judgeCall(exchange, call, checkCall(this.recording, call, true));
        return this.#record(exchange, undefined);
      }
      const checked = checkCall(this.recording, entry, false);
      this.#forgetSecrets();
      if (checked.target) return this.#judge(exchange, entry, checked);
      // A later response may reveal the type of the service.
      if (this.#postponed.length < maxPostponed) return void this.#postponed.push({ entry, exchange });
      return this.#judge(exchange, entry, checkCall(this.recording, entry, true));
    }
    if (entry.kind === "unmatched") this.#reportUnmatched(exchange, entry.methods);
    this.#record(exchange, undefined);
  }

  /** Validates what is still to validate. */
  async end(): Promise<void> {
    await Promise.all(this.#pending);
    const postponed = this.#postponed;
    this.#postponed = [];
    for (const { entry, exchange } of postponed) this.#judge(exchange, entry, checkCall(this.recording, entry, true));
  }

  /** A response of the proxy, in the contract's shape of errors. */
  respond(status: number, code: string, message: string, details: readonly Finding[] = []): OwnResponse {
    const { errorShape } = this.contract.contract;
    const requestId = nextRequestId();
    const body = errorBody(errorShape, { status, code, message, requestId, details: details.map(detailOf) });
    return { status, headers: { "content-type": errorShape.mediaType }, body: JSON.stringify(body) };
  }

  /** A response of the proxy that says what was found. */
  respondTo(status: number, code: string, findings: readonly Finding[]): OwnResponse {
    const texts = findings.slice(0, 10).map(({ pointer, message }) => `${pointer} ${message}`);
    return this.respond(status, code, texts.join("; "), findings);
  }

  #judge(exchange: LiveExchange, entry: CallEntry, checked: CheckedCall): void {
    this.#record(exchange, { entry, checked, isKept: this.#judgeCall(exchange, entry, checked) });
  }

  /** Reports and counts a call; returns whether the API kept to its contract. */
  #judgeCall({ isRejected: isOwn }: LiveExchange, entry: CallEntry, checked: CheckedCall): boolean {
    const { target, findings, status, headers } = checked;
    let isKept = target !== undefined;
    if (!target) {
      const { operation } = entry.endpoint;
      const place = this.contract.locations.value(operation);
      this.kinds.add(`type ${operation.id}`, (problems) => report(problems, "har-service-type", {}, place), operation.id);
    } else {
      const wasRejected = status >= 400 && status < 500;
      for (const finding of findings) {
        const isRefused = wasRejected && finding.pointer.startsWith("/request");
        // The API has sent no response.
        if (isOwn && !isRefused) continue;
        if (!isRefused) isKept = false;
        this.kinds.addFinding(this.contract, target, finding, isRefused ? { status, isOwn } : undefined);
      }
      const response = checked.lacksBody ? {} : { response: { status, headers } };
      if (isKept && !isOwn) this.#coverage.count(target, { request: {}, ...response }, findings);
    }
    return isKept;
  }

  #record(exchange: LiveExchange, call: JudgedCall | undefined): void {
    const recorders = exchange.isRejected ? [] : (this.options.recorders ?? []);
    for (const recorder of recorders) recorder.add(exchange, call, this.recording.secrets);
    exchange.requestTap.release();
    exchange.responseTap.release();
  }

  #reportUnmatched({ method, url, status, isRejected: isOwn }: LiveExchange, methods: readonly string[]): void {
    const path = url.replace(/[?#].*$/s, "");
    if (status < 400) {
      this.kinds.add(`unmatched ${method} ${path}`, (problems) => report(problems, "har-unmatched", { method, path, methods }));
      return;
    }
    const problem = methods.length === 0 ? "is not a path of the contract" : `only supports ${methods.join(", ")}`;
    const violation = { pointer: path, rule: "operation", problem };
    const key = `refused ${method} ${path} ${status}`;
    this.kinds.add(key, (problems) => reportRejected(problems, violation, { status, isOwn }));
  }

  #forgetSecrets(): void {
    const { secrets } = this.recording;
    for (const secret of secrets) {
      if (secrets.size <= maxSecrets) return;
      secrets.delete(secret);
    }
  }
}

/** It is unknown whether a value is valid that takes too long to validate. */
function isBlocking({ rule }: Finding): boolean {
  return rule !== "unchecked";
}

function detailOf({ pointer, rule, message }: Finding): ErrorDetail {
  return { pointer: pointer.replace(/^\/(?:request|response)\/body/, ""), rule, message };
}

/**
 * Whether a body is validated before it is passed on: JSON, forms and what the contract doesn't declare are; its files and streams
 * are not held back.
 */
export function isHeldRequest({ endpoint }: CallEntry, headers: Readonly<Record<string, string>>): boolean {
  const { body } = endpoint.route;
  const content = body && findContent(headers, body);
  return !content || content.as === "json" || content.as === "form";
}

/** Whether a response is validated before it is passed on: JSON of a known or unknown length, unless it is too long. */
export function isHeldResponse({ status, headers }: ResponseHead, method: string, limit: number): boolean {
  if (method === "HEAD" || status === 204 || status === 304) return true;
  const [type = ""] = valuesOf(headers, "content-type");
  const [length] = valuesOf(headers, "content-length");
  if (length !== undefined && Number(length) > limit) return false;
  return length === "0" || isJsonType(type) || essenceOf(type) === "application/x-www-form-urlencoded";
}
