import {
  ApiError,
  ClientError,
  type Arguments,
  type Middleware,
  type SchemeOptions,
} from "../../../templates/runtime/client/call.js";
import { describeErrors } from "../../../templates/runtime/server/errors.js";
import { validate } from "../../../templates/runtime/client/sequences.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { createClient, retry, type LiveClient, type LiveOperation } from "../../live/client.js";
import type { LiveContract } from "../../live/live-contract.js";
import { actionMethod, clientNames } from "../../model/client-names.js";
import { askText } from "./consent.js";
import { followCall, type FollowSettings } from "./follow-call.js";
import type { CallContext, Outcome } from "./outcome.js";
import { createRedaction } from "./secret-values.js";
import type { DestructiveMode } from "./settings.js";
import { createServiceReader } from "./service-reader.js";
import { splitArguments, type ClientArguments } from "./split-arguments.js";
import type { BoundService, Tool } from "./tools.js";

/** How tools are called. */
export interface CallerSettings extends FollowSettings {
  readonly destructive: DestructiveMode;
  readonly service?: BoundService | undefined;
  /** The API: its URL, credentials and `fetch`. */
  readonly api: Pick<SchemeOptions, "baseUrl" | "token" | "credentials" | "fetch">;
  /** Texts that no result contains. */
  readonly secrets: readonly string[];
}

/** Calls tools. */
export type Caller = (tool: Tool, given: JsonObject, context: CallContext) => Promise<Outcome>;

/** Creates the function that calls the tools of a contract through its client, which checks calls and responses by the contract. */
export function createCaller(contract: LiveContract, tools: readonly Tool[], settings: CallerSettings): Caller {
  let caller: Caller | undefined;
  // A server starts sooner if the client is described at the first call.
  return (...call) => (caller ??= buildCaller(contract, tools, settings))(...call);
}

function buildCaller(contract: LiveContract, tools: readonly Tool[], settings: CallerSettings): Caller {
  const redaction = createRedaction(contract.model, settings.secrets);
  const names = clientNames(contract.model);
  const client = createClient(contract, { ...settings.api, use: [retry(contract), validate(contract.validators)] });
  // A call is checked before a person is asked about it.
  const end: Middleware = () => Promise.resolve({ status: 200, headers: new Headers(), body: undefined });
  const checked = createClient(contract, {
    baseUrl: "",
    use: [retry(contract), validate(contract.validators, { responses: false }), end],
  });
  const readService = createServiceReader(contract, client);

  return async (tool, given, context) => {
    const args = splitArguments(tool, given, settings.service?.target);
    if (typeof args === "string") return { kind: "failure", code: "invalid", text: `${tool.listed.name}: ${args}` };
    try {
      const stopped =
        tool.isDestructive && settings.destructive !== "allow" ? await beforeDestruction(tool, args, context) : undefined;
      return stopped ?? (await call(tool, args, context));
    } catch (error) {
      return failure(tool, args, error);
    }
  };

  /** Checks a destructive call and asks about it; `undefined`: it may be made. */
  async function beforeDestruction(tool: Tool, args: ClientArguments, context: CallContext): Promise<Outcome | undefined> {
    const refuse = (text: string): Outcome => ({ kind: "failure", code: "refused", text: `${tool.listed.name} ${text}` });
    if (settings.destructive === "refuse") return refuse("is destructive, and this server makes no destructive calls.");
    if (!context.isAgreed && !context.canAsk) {
      return refuse(
        "is destructive, and the client can't ask a person. Whoever runs this server can allow such calls with --destructive allow.",
      );
    }
    await send(checked, tool, args, {}).catch((error: unknown) => {
      // The response, which is none, is of no interest.
      if (error instanceof ClientError && error.name === "InvalidCallError") throw error;
    });
    if (context.isAgreed) return undefined;
    const service = tool.call.kind === "action" ? await readService(tool.call, args.path, context.signal) : undefined;
    if (service?.reason !== undefined)
      return { kind: "failure", code: "409", text: unavailable(tool, redaction.text(service.reason)) };
    const body = redaction.arguments(tool.call, (args.body ?? {}) as JsonValue);
    return { kind: "ask", code: "asked", text: redaction.text(askText(tool, args, body, service?.name)) };
  }

  async function call(tool: Tool, args: ClientArguments, context: CallContext): Promise<Outcome> {
    const { signal } = context;
    const bound = settings.service;
    if (bound && tool.call.kind === "action" && !bound.enabled?.has(tool.call.action.name)) {
      const service = await readService(tool.call, args.path, signal);
      if (service?.reason !== undefined)
        return { kind: "failure", code: "409", text: unavailable(tool, redaction.text(service.reason)) };
    }
    const response = await send(client, tool, args, { ...(signal && { signal }) });
    if (tool.call.kind === "operation") {
      return { kind: "result", code: "ok", structured: { result: redaction.result(tool.call, response) } };
    }
    const structured = redaction.result(tool.call, response) as JsonObject;
    const followed = await followCall(contract, tools, settings, {
      tool,
      call: callOf(client, tool, args),
      args,
      response,
      context,
    });
    if (!followed) return { kind: "result", code: "ok", structured };
    const { isDone, note } = followed;
    const outcome = redaction.result(tool.call, followed.value);
    return {
      kind: "result",
      code: isDone ? "ok" : "pending",
      structured: { ...structured, outcome, finished: isDone },
      note: note && redaction.text(note),
    };
  }

  function send(by: LiveClient, tool: Tool, args: ClientArguments, options: { signal?: AbortSignal }): Promise<unknown> {
    if (tool.call.kind === "action")
      return callOf(by, tool, args)(args.body as object, { ...options, parameters: args.others } as object);
    const { body } = args;
    const all = { ...args.others, ...args.path, ...(body !== undefined && { body }) };
    return by.operations[names.operations.get(tool.call.operation.id)!]!(all, options);
  }

  function callOf(by: LiveClient, { call }: Tool, { path }: { readonly path: Arguments }): LiveOperation {
    if (call.kind === "operation") return by.operations[names.operations.get(call.operation.id)!]!;
    return by.services[names.serviceTypes.get(call.type.name)!]!(path)[actionMethod(call.action.name)]!;
  }

  /** What a model is told of an error: the contract's rules with their paths, or what the API says. */
  async function failure({ call: of, input }: Tool, { body }: ClientArguments, error: unknown): Promise<Outcome> {
    if (!(error instanceof ClientError)) throw error;
    if (error instanceof ApiError) {
      const details = (error.details ?? []).slice(0, maxProblems);
      const lines = details.map(({ pointer, message }) => `\n${[pointer, message].filter(Boolean).join(" ")}`);
      return { kind: "failure", code: String(error.status), text: redaction.text(`${error.message}${lines.join("")}`) };
    }
    if (error.name !== "InvalidCallError") {
      const code = error.name === "AbortError" ? "cancelled" : error.name;
      return { kind: "failure", code, text: redaction.text(error.message) };
    }
    const all = await contract.validators.loadAllErrors();
    const lists = of.kind === "action" ? all.actions[of.type.name]?.[of.action.name] : all.operations[of.operation.id];
    const inBody = body === undefined ? [] : (lists?.body?.(body, maxProblems) ?? []);
    const root = input.body === "argument" ? "/body" : "";
    const listed = inBody.map((problem) => ({ ...problem, instancePath: `${root}${problem.instancePath}` }));
    const problems = listed.length > 0 ? listed : (error.problems ?? []);
    const text = problems.length > 0 ? `${error.call} violates the contract: ${describeErrors(problems)}` : error.message;
    return { kind: "failure", code: "invalid", text: redaction.text(text) };
  }
}

/** The most problems of one call that are told. */
const maxProblems = 20;

function unavailable(tool: Tool, reason: string): string {
  return `${tool.listed.name} is not available: ${reason}`;
}
