import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { splitTarget } from "../../../templates/runtime/server/router.js";
import { whenReady } from "../../../templates/runtime/server/contract.js";
import { CallError } from "../../../templates/runtime/server/errors.js";
import {
  toFetchHandler,
  type RequestHandler,
  type ServerRequest,
  type ServerResponse,
} from "../../../templates/runtime/server/http.js";
import type { JsonValue } from "../../document/json-value.js";
import { load, type LiveContract, type LiveOptions } from "../../live/live-contract.js";
import { createServer, type LiveCall } from "../../live/server.js";
import { findResources } from "../../resources/resources.js";
import { otherRepresentations } from "../../resources/services.js";
import { type ActionCall, createActions } from "./actions.js";
import { createAuthentication, type Tokens } from "./callers.js";
import type { MockContext, OperationCall } from "./context.js";
import { handleControl } from "./control.js";
import { explain, type Understood } from "./explain.js";
import type { MockHandlers, UntypedHandlers } from "./handlers.js";
import { fits, unfitPaths } from "./keep-valid.js";
import { createOperation } from "./operations.js";
import { chooseExample, failAsPreferred, preferredResponse } from "./preferred.js";
import { readPreferences, type Preferences } from "./preferences.js";
import { createReplies, type Reply, toResponse } from "./replies.js";
import { createSamples } from "./samples.js";
import { serviceOf } from "./find-service.js";
import { checkValue, MockValueError } from "./values.js";
import { createState, type MockState, type StateData } from "./state.js";

/** How a mock behaves. */
export interface MockOptions<Handlers = undefined> extends LiveOptions {
  /** Determines what is made up; default: 1. */
  readonly seed?: number | string;
  /** Milliseconds until what was started is done; default: 2,000. */
  readonly tempo?: number;
  /** What it keeps at first. */
  readonly state?: Partial<StateData>;
  /** Called when the state changes. */
  readonly onChange?: () => void;
  /** The callers by token; absent: any credential may do everything. */
  readonly tokens?: Tokens;
  /** Replies to certain requests. */
  readonly replies?: readonly Reply[];
  /** Handlers in place of the mock's own: typed ones with `createMock<Handlers>`, which the generated server exports. */
  readonly handlers?: [Handlers] extends [undefined] ? UntypedHandlers : MockHandlers<Handlers>;
  /** Whether `/__mock/` controls it; default: true. */
  readonly control?: boolean;
  /** Receives failures of handlers and of the mock itself. */
  readonly log?: (message: string) => void;
  /** Milliseconds since 1970; default: the clock. */
  readonly now?: () => number;
}

/** A request that a mock received. */
export interface MockRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** The id of the operation; absent: none was found. */
  readonly operation?: string;
  readonly action?: string;
  /** As the handler received it. */
  readonly body?: unknown;
  readonly status: number;
}

/** An API that behaves as its contract says. */
export interface Mock extends RequestHandler {
  readonly contract: LiveContract;
  /** Calls it without a network, as a client's `fetch`. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly state: MockState;
  /** The requests that it received, the last 1,000. */
  readonly requests: readonly MockRequest[];
  /** Replaces the state. Throws a `MockValueError` if the contract doesn't describe its items. */
  readonly setState: (data: Partial<StateData>) => void;
  /** Replies to the next matching requests. Throws a `MockValueError` for a reply of another form. */
  readonly respond: (reply: Reply) => void;
  /** Returns to the initial state. */
  readonly reset: () => void;
  /** Whether the contract describes an item of its state. */
  readonly fits: (path: string, item: JsonValue) => boolean;
  /** What it understood of each operation and action. */
  readonly explain: () => readonly Understood[];
}

/** The number of requests that are remembered. */
const maxRequests = 1_000;

/** A request while it is handled. */
interface Current {
  readonly method: string;
  readonly path: string;
  readonly preferences: Preferences;
  readonly applied: string[];
  operation?: string;
  action?: string;
  body?: unknown;
  reply?: Reply;
}

/** Creates a mock of the contract in a file. Throws a `ContractError` for a contract with errors. */
export async function createMock<Handlers = undefined>(contractPath: string, options: MockOptions<Handlers> = {}): Promise<Mock> {
  // Calls and responses are checked by the contract, from which the types are made.
  return mockOf(await load(contractPath, options), options as MockOptions);
}

/** Creates a mock of a contract that was read. */
export function mockOf(contract: LiveContract, options: MockOptions = {}): Mock {
  const { seed = 1, tempo = 2_000, now = Date.now, log = () => undefined } = options;
  const { model } = contract;
  for (const what of ["tokens", "replies", "state"] as const) if (options[what] !== undefined) checkValue(what, options[what]);
  checkHandlers(options.handlers ?? {}, contract);
  const state = createState(structuredClone(options.state), options.onChange);
  const resources = findResources(model);
  const context: MockContext = {
    contract,
    resources: [...resources, ...otherRepresentations(model, resources)],
    samples: createSamples(model, String(seed)),
    state,
    tempo,
    now,
  };
  const replies = createReplies(options.replies);
  const requests: MockRequest[] = [];
  const currents = new AsyncLocalStorage<Current>();
  const authenticate = createAuthentication(model, options.tokens);
  const server = createServer(contract, {
    authenticate: (head) => {
      currents.getStore()!.operation = head.operation;
      return authenticate(head);
    },
    canAccess: (caller, path) => {
      const bound = Object.entries((caller as { path?: Readonly<Record<string, readonly string[]>> }).path ?? {});
      return bound.every(([name, values]) => path[name] === undefined || values.includes(String(path[name])));
    },
    findResource: (path, _, operation) => serviceOf(context, operation, path),
    handlers: { operations: operationHandlers(), actions: actionHandlers() },
    log: ({ message, error, problems }) => {
      const found = problems?.map(({ instancePath, message: text }) => `${instancePath} ${text ?? ""}`).join("; ");
      log([message, found, error instanceof Error ? error.message : undefined].filter(Boolean).join(": "));
    },
  });

  const mock: Mock = {
    contract,
    handle,
    fetch: (input, init) => toFetchHandler(mock)(new Request(input, init)),
    state,
    requests,
    setState: (data) => {
      checkValue("state", data);
      const unfit = unfitPaths(context, data);
      if (unfit.length > 0) throw new MockValueError(`the contract describes no such items: ${unfit.slice(0, 5).join(", ")}`);
      state.write(data);
    },
    respond: (reply) => {
      checkValue("replies", [reply]);
      const isKnown = reply.operation === undefined || model.operations.some(({ id }) => id === reply.operation);
      if (!isKnown) throw new MockValueError(`the contract has no operation ${JSON.stringify(reply.operation)}`);
      replies.add(reply);
    },
    reset: () => {
      state.write(structuredClone(options.state ?? {}));
      replies.clear();
      options.replies?.forEach(replies.add);
      requests.length = 0;
    },
    fits: (path, item) => fits(context, path, item),
    explain: () => explain(context),
  };
  return mock;

  async function handle(request: ServerRequest): Promise<ServerResponse> {
    const controlled = options.control === false ? undefined : await handleControl(mock, request);
    if (controlled) return controlled;
    state.settle(now());
    const preferences = readPreferences(request.headers["prefer"]);
    const { path = "" } = splitTarget(request.url, "");
    const current: Current = { method: request.method, path, preferences, applied: [] };
    if (preferences.wait !== undefined) {
      // Ends early when the caller is gone.
      await wait(preferences.wait * 1_000, undefined, { ...(request.signal && { signal: request.signal }), ref: false }).catch(
        () => undefined,
      );
      current.applied.push(`wait=${preferences.wait}`);
    }
    const response = await currents.run(current, async () => {
      const early = replies.take({ ...current, operation: undefined, action: undefined });
      if (early) return toResponse(early);
      const handled = await server.handle(request);
      return current.reply ? toResponse(current.reply) : handled;
    });
    const { method, operation, action, body } = current;
    requests.push({
      method,
      url: request.url,
      ...(operation !== undefined && { operation }),
      ...(action !== undefined && { action }),
      ...(body !== undefined && { body }),
      status: response.status,
    });
    if (requests.length > maxRequests) requests.shift();
    return { ...response, headers: { ...response.headers, ...preferenceHeaders(current) } };
  }

  function operationHandlers() {
    const handlers = model.operations.map((operation) => {
      const own = createOperation(context, operation, usedExample);
      const override = options.handlers?.operations?.[operation.id];
      const handler = (call: LiveCall) => {
        begin(call, operation.id);
        const mocked = () => own(call as unknown as OperationCall);
        const preferred = preferredResponse(context, operation, currents.getStore()!);
        return preferred ?? whenReady(override ? override(call, { state, mocked }) : mocked(), orUndeclared);
      };
      return [operation.id, handler] as const;
    });
    return Object.fromEntries(handlers);
  }

  function actionHandlers() {
    const types = model.serviceTypes.map((type) => {
      const own = createActions(context, type, usedExample);
      const endpoint = model.operations.find(({ id }) => id === type.operationId)!;
      const handlers = type.actions.map((action) => {
        const override = options.handlers?.actions?.[type.name]?.[action.name];
        const handler = (call: LiveCall) => {
          begin(call, endpoint.id, action.name);
          chooseExample(action.examples, currents.getStore()!);
          failAsPreferred(endpoint, action, call as unknown as ActionCall, currents.getStore()!);
          const mocked = () => own[action.name]!(call as unknown as ActionCall);
          return override ? override(call, { state, mocked }) : mocked();
        };
        return [action.name, handler] as const;
      });
      return [type.name, Object.fromEntries(handlers)] as const;
    });
    return Object.fromEntries(types);
  }

  /** Remembers what a call is about, and replies if a reply is set for it. */
  function begin(call: LiveCall, operation: string, action?: string): void {
    const current = currents.getStore()!;
    current.operation = operation;
    if (action !== undefined) current.action = action;
    if (call["body"] !== undefined) current.body = call["body"];
    const reply = replies.take({ ...current, operation, action });
    if (reply) replyWith(reply);
  }

  /** A response that the contract doesn't declare is sent without a check. */
  function orUndeclared(response: unknown): unknown {
    if (response !== undefined) return response;
    return replyWith({ status: 200 });
  }

  /** Ends a call with a reply. */
  function replyWith(reply: Reply): never {
    currents.getStore()!.reply = reply;
    throw new CallError(500, "internal_error", "The mock replies instead.");
  }

  /** The name of the example that a caller prefers. */
  function usedExample(): string | undefined {
    const { preferences, applied } = currents.getStore()!;
    return applied.includes(`example=${preferences.example}`) ? preferences.example : undefined;
  }
}

/** Throws a `MockValueError` for a handler of an operation or an action that the contract doesn't have. */
function checkHandlers({ operations, actions, ...others }: UntypedHandlers, { model, server }: LiveContract): void {
  const known = new Set(model.operations.map(({ id }) => id));
  const unknown = [
    ...Object.keys(others),
    ...Object.keys(operations ?? {}).filter((id) => !known.has(id)),
    ...Object.entries(actions ?? {}).flatMap(([type, handlers]) =>
      Object.keys(handlers).flatMap((name) => (Object.hasOwn(server.catalog?.[type] ?? {}, name) ? [] : [`${type}.${name}`])),
    ),
  ];
  if (unknown.length > 0) throw new MockValueError(`the contract has nothing for these handlers: ${unknown.join(", ")}`);
}

/** Puts the value of a preference in quotes if it is no token. */
function quoteValue(preference: string): string {
  return preference.replace(/(?<==).*[^\w.-].*/, (value) => `"${value.replace(/["\\]/g, "\\$&")}"`);
}

/** Says which preferences were applied, and which were not (RFC 7240, section 3). */
function preferenceHeaders({ preferences, applied }: Current): Readonly<Record<string, string>> {
  const { code, error, example, wait, unknown } = preferences;
  const asked = Object.entries({ code, error, example, wait }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  const ignored = [...asked.filter((one) => !applied.includes(one)), ...unknown].map((text) =>
    text.replaceAll(/[^\x20-\x7e]/g, "?"),
  );
  return {
    ...(applied.length > 0 && { "preference-applied": [...new Set(applied)].map(quoteValue).join(", ") }),
    ...(ignored.length > 0 && { "mock-preference-ignored": ignored.join(", ") }),
  };
}
