import type { WithObserver } from "./application.js";
import { isPromise, type Begun, type ObserveCalls } from "./contract.js";
import { log } from "./failures.js";
import { type RequestHeaders, type ServerResponse, headerOf } from "./http.js";
import { type CallEnd, type CallStart, ObservedStream } from "./observed-call.js";
import { templateOf } from "./router.js";

/** Handles requests within the application's hook. Whatever the hook does, each call runs, once. */
export const observeCalls: ObserveCalls = ({ application, contract }, begin, run) => {
  const hooks = application as WithObserver;
  if (!hooks.onCall) return undefined;
  const templates = new Map(contract.routes.map((route) => [route, templateOf(route)]));
  return (request) => {
    const startTime = performance.now();
    const begun = begin(request, {});
    let finish = (_: CallEnd): void => {};
    const ended = new Promise<CallEnd>((resolve) => (finish = resolve));
    const end = (status: number, bytes: number, isBroken: boolean) =>
      finish(describeEnd(begun, status, performance.now() - startTime, bytes, isBroken));
    let response: Promise<ServerResponse> | undefined;
    const respond = () => {
      response ??= run(begun).then((made) => {
        if (made.stream) {
          const stream = new ObservedStream(made.stream, (bytes, isBroken) => end(made.status, bytes, isBroken));
          return { ...made, stream };
        }
        end(made.status, sizeOf(made.body), false);
        return made;
      });
      return response;
    };
    const onFailure = (error: unknown) => log(begun, { level: "error", message: "onCall failed", error });
    try {
      const returned = hooks.onCall!(new Start(begun, begun.call && templates.get(begun.call.route)), () => {
        void respond();
        return ended;
      });
      if (isPromise(returned)) Promise.resolve(returned).then(undefined, onFailure);
    } catch (error) {
      onFailure(error);
    }
    return respond();
  };
};

/** Headers are copied at their first use: the hook can't change those of the call. */
class Start implements CallStart {
  readonly #headers: RequestHeaders;
  #copy: RequestHeaders | undefined;
  readonly method: string;
  readonly url: string;
  readonly requestId: string;
  declare readonly operation?: string;
  declare readonly route?: string;

  constructor({ request, requestId, call }: Begun, route: string | undefined) {
    this.#headers = request.headers;
    this.method = request.method;
    this.url = request.url;
    this.requestId = requestId;
    if (!call || route === undefined) return;
    this.operation = call.route.operation;
    this.route = route;
  }

  get headers(): RequestHeaders {
    return (this.#copy ??= { ...this.#headers });
  }
}

function describeEnd(
  { request, call, record }: Begun,
  status: number,
  duration: number,
  responseBytes: number,
  isBroken: boolean,
): CallEnd {
  const isInvalidResponse = record?.isInvalidResponse ?? false;
  const isAborted = isBroken || (request.isAborted ?? request.signal?.aborted ?? false);
  const end: { -readonly [Name in keyof CallEnd]: CallEnd[Name] } = {
    status,
    duration,
    responseBytes,
    isInvalidResponse,
    isAborted,
  };
  if (record?.code !== undefined) end.code = record.code;
  if (record?.problems) end.problems = record.problems;
  if (call?.action) {
    end.serviceType = call.action.type;
    end.action = call.action.name;
  }
  if (call?.principal !== undefined) end.principal = call.principal;
  const length = headerOf(request.headers, "content-length");
  if (length !== undefined && /^\d+$/.test(length)) end.requestBytes = Number(length);
  return end;
}

function sizeOf(body: ServerResponse["body"]): number {
  if (typeof body !== "string") return body?.byteLength ?? 0;
  return /[^\0-\x7f]/.test(body) ? new TextEncoder().encode(body).byteLength : body.length;
}
