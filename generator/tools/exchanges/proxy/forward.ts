import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { report } from "../diagnostics.js";
import type { Finding } from "../finding.js";
import type { CallEntry } from "../recordings/read-recording.js";
import { BodyTap, type HeldBody, holdBody } from "./body-tap.js";
import { filterHeaders, findAmbiguity, trailerPairs, valuesOf, withoutHopByHop } from "./headers.js";
import { type Inspector, isHeldRequest, isHeldResponse, type OwnResponse } from "./inspector.js";
import { decodeBody, LiveExchange, type RequestHead, type ResponseHead } from "./live-exchange.js";
import { rewriteHeaders } from "./rewrite.js";
import { originForm, timeoutError, type Upstream } from "./upstream.js";

/** What a proxy forwards with. */
export interface Forwarding {
  readonly upstream: Upstream;
  readonly inspector: Inspector;
  /** Whether invalid requests and responses are rejected. */
  readonly isEnforcing: boolean;
  /** The proxy's own origin, for `Location` and cookies; absent: they are passed on unchanged. */
  readonly rewriteTo: (() => string) | undefined;
  /** The time in milliseconds in which the API must begin its response. */
  readonly headTimeout: number;
  /** The connections that have changed their protocol. */
  readonly upgraded: Set<Duplex>;
  /** The proxy's name in `via`, by which it recognizes its own requests. */
  readonly name: string;
}

/** The time in milliseconds for which the rest of a request is received after its response. */
const lingerTime = 30_000;

/** Forwards a request to the API and its response to the client. Never rejects. */
export async function forward(
  with_: Forwarding,
  request: IncomingMessage,
  response: ServerResponse,
  expects100 = false,
): Promise<void> {
  if (isQueued(request, response)) await new Promise<void>((resolve) => response.once("socket", () => resolve()));
  await new Forward(with_, request, response, expects100).run().catch((error: unknown) => failWith(with_, response, error));
}

/** Keeps the error of a bug until the proxy ends; the others continue. */
function failWith({ inspector }: Forwarding, response: ServerResponse, error: unknown): void {
  inspector.failure ??= error;
  response.destroy();
}

/** Whether an earlier request of the connection has no response yet: pipelined ones are forwarded in their order. */
function isQueued(request: IncomingMessage, response: ServerResponse): boolean {
  const { _httpMessage: current } = request.socket as { _httpMessage?: unknown };
  return current !== undefined && current !== null && current !== response;
}

/** Why a request is not forwarded. */
type Rejection = readonly [status: number, code: string, message: string];

class Forward {
  readonly #with: Forwarding;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #expects100: boolean;
  readonly #requestTap: BodyTap;
  readonly #responseTap: BodyTap;
  readonly #head: RequestHead;
  readonly #times: { start: number; head?: number; end?: number } = { start: Date.now() };
  #received: ResponseHead | undefined;
  #isFinished = false;

  constructor(with_: Forwarding, request: IncomingMessage, response: ServerResponse, expects100: boolean) {
    this.#with = with_;
    this.#request = request;
    this.#response = response;
    this.#expects100 = expects100;
    const { budget, options } = with_.inspector;
    this.#requestTap = new BodyTap(options.bodyLimit, budget);
    this.#responseTap = new BodyTap(options.bodyLimit, budget);
    this.#head = { method: request.method ?? "GET", target: originForm(request.url ?? "") ?? "", headers: request.rawHeaders };
    response.sendDate = false;
    response.on("error", () => undefined);
    request.on("error", () => undefined);
  }

  async run(): Promise<void> {
    const rejection = this.#findRejection();
    if (rejection) return this.#respond(this.#with.inspector.respond(...rejection));
    const { inspector, isEnforcing } = this.#with;
    const call = isEnforcing ? inspector.callOf(this.#exchange()) : undefined;
    if (call && "methods" in call) return this.#rejectUnmatched(call.methods);
    const start = call && (await this.#checkRequest(call));
    if (call && !start) return;
    this.#send(start ?? undefined);
  }

  /** Returns why a request can't be forwarded at all. */
  #findRejection(): Rejection | undefined {
    const { headers, target } = this.#head;
    const ambiguity = findAmbiguity(headers);
    if (ambiguity !== undefined) return [400, "invalid_request", `The request has ${ambiguity}.`];
    if (target === "" && !(this.#request.url === "*" && this.#head.method === "OPTIONS"))
      return [400, "invalid_request", "The request has no path."];
    if (valuesOf(headers, "host").length > 1) return [400, "invalid_request", "The request has several hosts."];
    const isLoop = valuesOf(headers, "via").some((via) => via.includes(this.#with.name));
    return isLoop ? [508, "loop_detected", "The API leads back to this proxy."] : undefined;
  }

  /** Holds and validates a request. Returns the bytes to send before the rest of its body; nothing if it was rejected. */
  async #checkRequest(call: CallEntry): Promise<Buffer | undefined> {
    const { inspector } = this.#with;
    let held: HeldBody | undefined;
    if (!hasBody(this.#request)) this.#requestTap.isComplete = true;
    else if (isHeldRequest(call, this.#exchange().requestHeaders) && this.#mayFit()) {
      if (this.#expects100) this.#response.writeContinue();
      try {
        held = await holdBody(this.#request, this.#requestTap);
      } catch {
        this.#breakOff();
        return undefined;
      }
    }
    const findings = inspector.checkRequest({ ...call, recorded: this.#exchange() });
    if (findings.length === 0) return held?.release().start ?? Buffer.alloc(0);
    const own = inspector.respond(400, "invalid_request", describe(findings), findings);
    this.#received = { status: 400, statusText: "Bad Request", headers: Object.entries(own.headers).flat() };
    this.#respond(own);
    this.#finish(true);
    return undefined;
  }

  #mayFit(): boolean {
    return Number(this.#request.headers["content-length"] ?? 0) <= this.#with.inspector.options.bodyLimit;
  }

  #rejectUnmatched(methods: readonly string[]): void {
    const { inspector } = this.#with;
    const own =
      methods.length === 0
        ? inspector.respond(404, "resource_not_found", "The contract has no such path.")
        : inspector.respond(405, "method_not_allowed", `The contract only has ${methods.join(", ")} here.`);
    this.#received = { status: own.status, statusText: "", headers: [] };
    this.#respond(methods.length === 0 ? own : { ...own, headers: { ...own.headers, allow: methods.join(", ") } });
    this.#finish(true);
  }

  /** Sends the request, `start` being the part of its body that was read; absent: none was. */
  #send(start: Buffer | undefined, isRepeated = false): void {
    const { upstream, headTimeout } = this.#with;
    const request = this.#request;
    const isStreamed = hasBody(request) && !this.#requestTap.isComplete;
    let outgoing: ClientRequest;
    try {
      outgoing = upstream.request(this.#head.method, this.#head.target || "*", this.#outgoingHeaders());
    } catch {
      return this.#respond(this.#with.inspector.respond(400, "invalid_request", "The request can't be forwarded."));
    }
    const timer = setTimeout(() => outgoing.destroy(timeoutError("the API sent no response in time")), headTimeout);
    const abort = () => outgoing.destroy();
    this.#response.once("close", abort);
    const settle = () => {
      clearTimeout(timer);
      this.#response.off("close", abort);
    };
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      settle();
      if (this.#received || this.#isFinished) return;
      if (this.#response.destroyed) return this.#breakOff();
      const mayRepeat = outgoing.reusedSocket && !hasBody(request) && isIdempotent(this.#head.method) && !isRepeated;
      if (mayRepeat) return this.#send(start, true);
      this.#fail(error);
    });
    outgoing.on("continue", () => {
      if (this.#expects100 && !this.#response.headersSent && isStreamed && !start?.byteLength) this.#response.writeContinue();
    });
    outgoing.on("response", (incoming) => {
      clearTimeout(timer);
      void this.#receive(incoming)
        .catch((error: unknown) => failWith(this.#with, this.#response, error))
        .finally(settle);
    });
    if (!isStreamed) {
      if (!hasBody(request)) this.#requestTap.isComplete = true;
      this.#endRequest(outgoing, start);
      return;
    }
    if (start && start.byteLength > 0) outgoing.write(start);
    else if (this.#expects100) outgoing.flushHeaders();
    if (!this.#requestTap.isOver) request.on("data", (chunk: Buffer) => this.#requestTap.push(chunk));
    request.on("end", () => {
      this.#requestTap.isComplete = true;
      this.#endRequest(outgoing);
    });
    // An upload may take longer than the API has for its response.
    request.on("data", () => timer.refresh());
    request.on("aborted", () => outgoing.destroy());
    outgoing.on("close", () => this.#discardRest());
    request.pipe(outgoing, { end: false });
  }

  #endRequest(outgoing: ClientRequest, body?: Buffer): void {
    const trailers = trailerPairs(this.#request.rawTrailers);
    if (body && body.byteLength > 0) outgoing.write(body);
    if (trailers.length > 0) outgoing.addTrailers(trailers);
    outgoing.end();
  }

  /** Receives the rest of a request that the API doesn't read, for a while, so that its client sees the response. */
  #discardRest(): void {
    const request = this.#request;
    if (request.readableEnded || request.destroyed) return;
    request.unpipe();
    request.resume();
    const timer = setTimeout(() => request.destroy(), lingerTime);
    request.on("close", () => clearTimeout(timer));
  }

  #outgoingHeaders(): string[] {
    const { upstream, name } = this.#with;
    const raw = this.#head.headers;
    const isHeld = this.#requestTap.isComplete;
    const kept = filterHeaders(withoutHopByHop(raw), (header) => {
      return header !== "host" && !(header === "expect" && (isHeld || this.#requestTap.isOver));
    });
    const framing = hasBody(this.#request)
      ? valuesOf(raw, "transfer-encoding").length > 0
        ? ["transfer-encoding", "chunked"]
        : []
      : takesBody(this.#head.method) && valuesOf(raw, "content-length").length === 0
        ? ["content-length", "0"]
        : [];
    const wantsTrailers = valuesOf(raw, "te").some((value) => /(?:^|,)\s*trailers\s*(?:,|$)/i.test(value));
    const te = wantsTrailers ? ["te", "trailers", "connection", "keep-alive, te"] : [];
    return ["Host", upstream.host, ...kept, ...framing, ...te, "via", `${this.#request.httpVersion} ${name}`];
  }

  async #receive(incoming: IncomingMessage): Promise<void> {
    this.#times.head = Date.now();
    incoming.on("error", () => undefined);
    const head: ResponseHead = {
      status: incoming.statusCode ?? 0,
      statusText: incoming.statusMessage ?? "",
      headers: incoming.rawHeaders,
    };
    const ambiguity = findAmbiguity(head.headers);
    if (ambiguity !== undefined) {
      incoming.destroy();
      return this.#fail(Object.assign(new Error(`the response has ${ambiguity}`), { code: "EPROTO" }));
    }
    this.#received = head;
    const { inspector, isEnforcing } = this.#with;
    let held: HeldBody | undefined;
    if (isEnforcing && isHeldResponse(head, this.#head.method, inspector.options.bodyLimit)) {
      try {
        held = await holdBody(incoming, this.#responseTap);
      } catch {
        if (this.#response.destroyed) return this.#breakOff();
        this.#received = undefined;
        return this.#fail(new Error("the response ended early"));
      }
    }
    if (isEnforcing) {
      const findings = inspector.checkResponse(this.#exchange(held?.isWhole ? await this.#decoded() : undefined));
      if (findings.length > 0) {
        incoming.destroy();
        this.#respond(inspector.respond(502, "invalid_response", describe(findings), findings));
        return this.#finish(held?.isWhole === true);
      }
    }
    this.#passResponse(incoming, head, held);
  }

  #passResponse(incoming: IncomingMessage, head: ResponseHead, held: HeldBody | undefined): void {
    const response = this.#response;
    const { rewriteTo, upstream } = this.#with;
    const kept = withoutHopByHop(head.headers);
    const sent = rewriteTo ? rewriteHeaders(kept, upstream, rewriteTo()) : kept;
    try {
      // A flat list keeps repeated headers; the types of Node.js don't know it with a status text.
      response.writeHead(head.status, head.statusText, sent as unknown as string[]);
      // In one packet with the body, if that is there.
      setImmediate(() => response.writableEnded || response.destroyed || response.flushHeaders());
    } catch {
      incoming.destroy();
      response.destroy();
      return this.#breakOff();
    }
    const { start, hasEnded = false } = held?.release() ?? {};
    if (start && start.byteLength > 0) response.write(start);
    const end = () => {
      this.#responseTap.isComplete = true;
      const trailers = trailerPairs(incoming.rawTrailers);
      if (trailers.length > 0) response.addTrailers(trailers);
      response.end();
      this.#times.end = Date.now();
      setImmediate(() => this.#finish(true));
    };
    if (hasEnded) return end();
    if (!start) incoming.on("data", (chunk: Buffer) => this.#responseTap.push(chunk));
    incoming.on("end", end);
    incoming.on("close", () => {
      if (incoming.complete) return;
      // The client must not take a part for the whole.
      response.destroy();
      this.#finish(false);
    });
    incoming.pipe(response, { end: false });
  }

  /** Responds instead of the API, which gave no response. */
  #fail(error: NodeJS.ErrnoException): void {
    const isLate = error.code === "ETIMEDOUT";
    const reason = error.code && !isLate && error.code !== "EPROTO" ? error.code : error.message;
    const { inspector } = this.#with;
    const { method } = this.#head;
    inspector.kinds.add(`upstream ${method} ${reason}`, (problems) => report(problems, "api-silent", { method, reason }));
    inspector.counts.brokenOff++;
    this.#isFinished = true;
    this.#release();
    const message = isLate ? "The API sent no response in time." : "The API gave no response.";
    this.#respond(inspector.respond(isLate ? 504 : 502, isLate ? "gateway_timeout" : "bad_gateway", message));
  }

  #respond({ status, headers, body }: OwnResponse): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return void response.destroy();
    const isEarly = !this.#request.complete;
    response.sendDate = true;
    const length = Buffer.byteLength(body);
    response.writeHead(status, { ...headers, "content-length": length, ...(isEarly && { connection: "close" }) });
    response.end(this.#head.method === "HEAD" ? undefined : body);
    if (isEarly) this.#discardRest();
  }

  #exchange(responseBytes?: Uint8Array): LiveExchange {
    return new LiveExchange({
      request: this.#head,
      response: this.#received,
      times: this.#times,
      requestTap: this.#requestTap,
      responseTap: this.#responseTap,
      responseBytes,
    });
  }

  #decoded(): Promise<Buffer | undefined> {
    return decodeBody(this.#responseTap.bytes, this.#received!, this.#with.inspector.options.bodyLimit);
  }

  /** The client or the API broke off. */
  #breakOff(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#with.inspector.counts.brokenOff++;
    this.#release();
  }

  #release(): void {
    this.#requestTap.release();
    this.#responseTap.release();
  }

  /** Validates the exchange once it has passed. */
  #finish(isComplete: boolean): void {
    if (this.#isFinished) return;
    if (!isComplete && !this.#received) return this.#breakOff();
    this.#isFinished = true;
    const { inspector } = this.#with;
    inspector.finishLater(async () => {
      const bytes = this.#responseTap.isKnown ? await this.#decoded() : undefined;
      return this.#exchange(bytes);
    });
  }
}

function describe(findings: readonly Finding[]): string {
  return findings
    .slice(0, 10)
    .map(({ pointer, message }) => `${pointer} ${message}`)
    .join("; ");
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function takesBody(method: string): boolean {
  return method === "POST" || method === "PUT" || method === "PATCH";
}

function isIdempotent(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].includes(method);
}
