import type { ClientRequest, IncomingMessage, InformationEvent, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { report } from "../diagnostics.js";
import type { CallEntry } from "../recordings/read-recording.js";
import { BodyTap, type HeldBody, holdBody } from "./body-tap.js";
import { findAmbiguity, messageHead, trailerPairs, withoutHopByHop } from "./headers.js";
import { type Inspector, isHeldRequest, isHeldResponse, type OwnResponse } from "./inspector.js";
import { decodeBody, LiveExchange, type RequestHead, type ResponseHead } from "./live-exchange.js";
import { canRepeat, hasBody, outgoingHeaders } from "./outgoing-request.js";
import { holdPosition } from "./pipeline.js";
import { findRejection } from "./rejection.js";
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
  /** Whether the proxy ends: what breaks off now is not the API's fault. */
  isClosing: boolean;
  /** The proxy's name in `via`, by which it recognizes its own requests. */
  readonly name: string;
}

/** The time in milliseconds for which the rest of a request is received after its response. */
const lingerTime = 30_000;

/** More responses before the final one than an API has reason to send. */
const maxInterim = 20;

/** What may be particular about a request. */
export interface ForwardOptions {
  /** Whether its client waits for 100 Continue. */
  readonly expects100?: boolean;
  /** Joins its connection with that of the API if the API changes the protocol. */
  readonly join?: (incoming: IncomingMessage, upstreamSocket: Duplex, first: Buffer) => void;
}

/** Forwards a request to the API and its response to the client. Never rejects. */
export async function forward(
  with_: Forwarding,
  request: IncomingMessage,
  response: ServerResponse,
  options: ForwardOptions = {},
): Promise<void> {
  const position = holdPosition(request, response);
  if (position) await position;
  await new Forward(with_, request, response, options).run().catch((error: unknown) => failWith(with_, response, error));
}

/** Keeps the error of a bug until the proxy ends; the others continue. */
function failWith({ inspector }: Forwarding, response: ServerResponse, error: unknown): void {
  inspector.failure ??= error;
  response.destroy();
}

class Forward {
  readonly #with: Forwarding;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #options: ForwardOptions;
  readonly #requestTap: BodyTap;
  readonly #responseTap: BodyTap;
  readonly #head: RequestHead;
  readonly #times: { start: number; head?: number; end?: number } = { start: Date.now() };
  #received: ResponseHead | undefined;
  #isFinished = false;
  #interim = 0;

  constructor(with_: Forwarding, request: IncomingMessage, response: ServerResponse, options: ForwardOptions) {
    this.#with = with_;
    this.#request = request;
    this.#response = response;
    this.#options = options;
    const { budget, options: limits } = with_.inspector;
    this.#requestTap = new BodyTap(limits.bodyLimit, budget);
    this.#responseTap = new BodyTap(limits.bodyLimit, budget);
    // What the API doesn't receive is not validated.
    const headers = withoutHopByHop(request.rawHeaders);
    this.#head = { method: request.method ?? "GET", target: originForm(request.url ?? "") ?? "", headers };
    response.sendDate = false;
    response.on("error", () => undefined);
    request.on("error", () => undefined);
  }

  async run(): Promise<void> {
    const rejection = findRejection(this.#request, this.#head.target, this.#with.name);
    if (rejection) return this.#respond(this.#with.inspector.respond(...rejection));
    const { inspector, isEnforcing } = this.#with;
    const call = isEnforcing ? inspector.callOf(this.#exchange()) : undefined;
    // Contracts don't describe what follows an upgrade. If the API refuses it, its response is an ordinary one.
    if (call && "methods" in call) return this.#options.join ? this.#send(undefined) : this.#rejectUnmatched(call.methods);
    const start = call && (await this.#checkRequest(call));
    if (call && !start) return;
    this.#send(start ?? undefined);
  }

  /** Holds and validates a request. Returns the bytes to send before the rest of its body; nothing if it was rejected. */
  async #checkRequest(call: CallEntry): Promise<Buffer | undefined> {
    const { inspector } = this.#with;
    let held: HeldBody | undefined;
    if (!hasBody(this.#request)) this.#requestTap.isComplete = true;
    else if (isHeldRequest(call, this.#exchange().requestHeaders) && this.#mayFit()) {
      if (this.#options.expects100) this.#response.writeContinue();
      try {
        held = await holdBody(this.#request, this.#requestTap);
      } catch {
        this.#breakOff();
        return undefined;
      }
    }
    const findings = inspector.checkRequest({ ...call, recorded: this.#exchange() });
    if (findings.length === 0) return held?.release().start ?? Buffer.alloc(0);
    const own = inspector.respondTo(400, "invalid_request", findings);
    this.#received = { status: 400, statusText: "Bad Request", headers: Object.entries(own.headers).flat(), isOwn: true };
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
    this.#received = { status: own.status, statusText: "", headers: [], isOwn: true };
    this.#respond(methods.length === 0 ? own : { ...own, headers: { ...own.headers, allow: methods.join(", ") } });
    this.#finish(true);
  }

  /** Sends the request, `start` being the part of its body that was read; absent: none was. */
  #send(start: Buffer | undefined, isRepeated = false): void {
    const { upstream, headTimeout } = this.#with;
    const { join } = this.#options;
    const request = this.#request;
    const isStreamed = hasBody(request) && !this.#requestTap.isComplete;
    let outgoing: ClientRequest;
    try {
      outgoing = upstream.request(this.#head.method, this.#head.target || "*", this.#outgoingHeaders(), join !== undefined);
    } catch {
      return this.#respond(this.#with.inspector.respond(400, "invalid_request", "The request can't be forwarded."));
    }
    const timer = setTimeout(() => outgoing.destroy(timeoutError("the API sent no response in time")), headTimeout).unref();
    const { socket } = request;
    // The client has left: neither its upload nor its response has a purpose any more.
    const abort = () => outgoing.destroy();
    socket.once("close", abort);
    outgoing.on("close", () => {
      clearTimeout(timer);
      socket.off("close", abort);
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (this.#received || this.#isFinished) return;
      if (this.#response.destroyed) return this.#breakOff();
      if (canRepeat(outgoing, request) && !isRepeated) return this.#send(start, true);
      this.#fail(error);
    });
    outgoing.on("continue", () => {
      if (this.#options.expects100 && !this.#response.headersSent && isStreamed && !start?.byteLength)
        this.#response.writeContinue();
    });
    outgoing.on("information", (interim) => this.#passInterim(interim));
    outgoing.on("upgrade", (incoming, upstreamSocket, first: Buffer) => this.#switch(incoming, upstreamSocket, first));
    outgoing.on("response", (incoming) => {
      clearTimeout(timer);
      void this.#receive(incoming).catch((error: unknown) => failWith(this.#with, this.#response, error));
    });
    if (!isStreamed) {
      if (!hasBody(request)) this.#requestTap.isComplete = true;
      this.#endRequest(outgoing, start);
      return;
    }
    if (start && start.byteLength > 0) outgoing.write(start);
    // An empty chunk sends the headers byte for byte; `flushHeaders` encodes them as UTF-8.
    else if (this.#options.expects100) outgoing.write(Buffer.alloc(0));
    if (!this.#requestTap.isOver) request.on("data", (chunk: Buffer) => this.#requestTap.push(chunk));
    // An upload may take longer than the API has for its response.
    request.on("data", () => this.#received ?? timer.refresh());
    outgoing.on("close", () => this.#discardRest());
    request.on("end", () => {
      this.#requestTap.isComplete = true;
      this.#endRequest(outgoing);
    });
    request.pipe(outgoing, { end: false });
  }

  /** Passes a 1xx response on, such as 103 Early Hints. */
  #passInterim({ statusCode, statusMessage, rawHeaders }: InformationEvent): void {
    const { socket, headersSent } = this.#response;
    const isPassed = statusCode !== 100 && this.#request.httpVersion === "1.1" && !headersSent;
    if (isPassed && ++this.#interim <= maxInterim)
      socket?.write(messageHead(statusCode, statusMessage, withoutHopByHop(rawHeaders)));
  }

  /** The API changes the protocol of the connection. */
  #switch(incoming: IncomingMessage, upstreamSocket: Duplex, first: Buffer): void {
    const { join } = this.#options;
    if (!join) {
      upstreamSocket.destroy();
      return this.#fail(protocolError("the response changes the protocol, which the request didn't ask for"));
    }
    this.#isFinished = true;
    this.#release();
    this.#with.inspector.counts.passedThrough++;
    join(incoming, upstreamSocket, first);
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
    const timer = setTimeout(() => request.destroy(), lingerTime).unref();
    request.on("close", () => clearTimeout(timer));
  }

  #outgoingHeaders(): string[] {
    const { upstream, name } = this.#with;
    const needsContinue = !this.#requestTap.isComplete && !this.#requestTap.isOver;
    return outgoingHeaders(this.#request, {
      host: upstream.host,
      name,
      needsContinue,
      isUpgrade: this.#options.join !== undefined,
    });
  }

  async #receive(incoming: IncomingMessage): Promise<void> {
    this.#times.head = Date.now();
    incoming.on("error", () => undefined);
    const head: ResponseHead = {
      status: incoming.statusCode ?? 0,
      statusText: incoming.statusMessage ?? "",
      headers: withoutHopByHop(incoming.rawHeaders),
    };
    const ambiguity = findAmbiguity(incoming.rawHeaders, incoming.httpVersion);
    if (ambiguity !== undefined) {
      this.#fail(protocolError(`the response has ${ambiguity}`));
      return void incoming.destroy();
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
        this.#respond(inspector.respondTo(502, "invalid_response", findings));
        return this.#finish(held?.isWhole === true);
      }
    }
    this.#passResponse(incoming, head, held);
  }

  #passResponse(incoming: IncomingMessage, head: ResponseHead, held: HeldBody | undefined): void {
    const response = this.#response;
    const { rewriteTo, upstream } = this.#with;
    const sent = rewriteTo ? rewriteHeaders(head.headers, upstream, rewriteTo()) : head.headers;
    try {
      // A flat list keeps repeated headers; the types of Node.js don't know it with a status text.
      response.writeHead(head.status, head.statusText, sent as unknown as string[]);
    } catch {
      this.#received = undefined;
      this.#fail(protocolError("the response has a status or a header that can't be passed on"));
      return void incoming.destroy();
    }
    // In one packet with the body, if that is there. An empty chunk sends the headers byte for byte; `flushHeaders` doesn't.
    setImmediate(() => response.writableEnded || response.destroyed || response.write(Buffer.alloc(0)));
    const { start, hasEnded = false } = held?.release() ?? {};
    let hasPassed = false;
    if (start && start.byteLength > 0) response.write(start);
    const end = () => {
      hasPassed = this.#responseTap.isComplete = true;
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
      if (hasPassed) return;
      if (!response.destroyed) this.#reportSilence("the response ended early");
      // The client must not take a part for the whole.
      response.destroy();
      this.#finish(false);
    });
    response.once("close", () => incoming.destroy());
    incoming.pipe(response, { end: false });
  }

  /** Responds instead of the API, which gave no response. */
  #fail(error: NodeJS.ErrnoException): void {
    const isLate = error.code === "ETIMEDOUT";
    const reason = error.code && !isLate && error.code !== "EPROTO" ? error.code : error.message;
    const { inspector } = this.#with;
    this.#reportSilence(reason);
    inspector.counts.brokenOff++;
    this.#isFinished = true;
    this.#release();
    const message = isLate ? "The API sent no response in time." : "The API gave no response.";
    this.#respond(inspector.respond(isLate ? 504 : 502, isLate ? "gateway_timeout" : "bad_gateway", message));
  }

  #reportSilence(reason: string): void {
    if (this.#with.isClosing) return;
    const { method } = this.#head;
    this.#with.inspector.kinds.add(`upstream ${method} ${reason}`, (problems) =>
      report(problems, "api-silent", { method, reason }),
    );
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

/** An error of an API that doesn't keep to HTTP. */
function protocolError(message: string): Error {
  return Object.assign(new Error(message), { code: "EPROTO" });
}
