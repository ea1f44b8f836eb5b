import {
  ApiError,
  ClientError,
  type Arguments,
  type Middleware,
  type Problem,
  type SchemeOptions,
} from "../../../templates/runtime/client/call.js";
import { parsePointer } from "../../../templates/runtime/json.js";
import { describeErrors } from "../../../templates/runtime/server/errors.js";
import { terminalText } from "../../diagnostics/escape.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { createClient, retry, validate, type LiveClient, type LiveOperation } from "../../live/client.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { LiveContract } from "../../live/live-contract.js";
import { actionMethod, clientNames } from "../../model/client-names.js";
import { askText, maxQuestion } from "./consent.js";
import { followCall, type FollowSettings } from "./follow-call.js";
import type { CallContext, Outcome } from "./outcome.js";
import { limitResponses } from "./limit-responses.js";
import { createRedaction, type Redaction } from "./secret-values.js";
import { createServiceReader, type ServiceState } from "./service-reader.js";
import { defaultMaxResponse, type DestructiveMode } from "./settings.js";
import { splitArguments, type ClientArguments } from "./split-arguments.js";
import type { ToolInput } from "./tool-input.js";
import type { BoundService, Tool } from "./tools.js";

/** How tools are called. */
export interface CallerSettings extends FollowSettings {
  readonly destructive: DestructiveMode;
  readonly service?: BoundService | undefined;
  /** The API: its URL, credentials and `fetch`. */
  readonly api: Pick<SchemeOptions, "baseUrl" | "token" | "credentials" | "fetch" | "timeout">;
  /** The longest response of the API in bytes; default: 1 MiB. */
  readonly maxResponse?: number | undefined;
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
  const redactionOf = createRedaction(contract.model, settings.secrets);
  const names = clientNames(contract.model);
  const api = { ...settings.api, fetch: limitResponses(settings.api.fetch ?? fetch, settings.maxResponse ?? defaultMaxResponse) };
  const client = createClient(contract, { ...api, use: [retry(contract), validate(contract.validators)] });
  // A call is checked before a person is asked about it.
  const end: Middleware = () => Promise.resolve({ status: 200, headers: new Headers(), body: undefined });
  const checked = createClient(contract, {
    baseUrl: "",
    use: [retry(contract), validate(contract.validators, { responses: false }), end],
  });
  const readService = createServiceReader(contract, createClient(contract, { ...api, use: [retry(contract)] }));

  return async (tool, given, context) => {
    const args = splitArguments(tool, given, settings.service?.target);
    if (typeof args === "string") return { kind: "failure", code: "invalid", text: `${tool.listed.name}: ${args}` };
    const redaction = redactionOf(tool.call, args);
    try {
      return (await beforeCall(tool, args, context, redaction)) ?? (await call(tool, args, context, redaction));
    } catch (error) {
      return failure(tool, args, error, redaction);
    }
  };

  /** Checks what may not be called, and asks about destructive calls; `undefined`: it may be made. */
  async function beforeCall(
    tool: Tool,
    args: ClientArguments,
    context: CallContext,
    redaction: Redaction,
  ): Promise<Outcome | undefined> {
    const isAsked = tool.isDestructive && settings.destructive !== "allow";
    const refuse = (text: string): Outcome => ({ kind: "failure", code: "refused", text: `${tool.listed.name} ${text}` });
    if (isAsked && settings.destructive === "refuse")
      return refuse("is destructive, and this server makes no destructive calls.");
    if (isAsked && !context.isAgreed && !context.canAsk) {
      const text =
        "is destructive, and the client can't ask a person. Whoever runs this server can allow such calls with --destructive allow.";
      return { kind: "failure", code: "refused", text: `${tool.listed.name} ${text}`, isUnasked: true };
    }
    if (isAsked) {
      await send(checked, tool, args, {}).catch((error: unknown) => {
        // The response, which is none, is of no interest.
        if (error instanceof ClientError && error.name === "InvalidCallError") throw error;
      });
    }
    const state = await stateOf(tool, args, context, isAsked);
    const text = (reason: string) => terminalText(redaction.text(reason), maxText);
    if (state?.kind === "closed")
      return { kind: "failure", code: "409", text: `${tool.listed.name} is not available: ${text(state.reason)}` };
    if (state?.kind === "other") return refuse(`was not called: ${text(state.reason)}`);
    if (state?.kind === "unread" && isAsked) {
      return refuse(
        `was not called: the state of its service could not be read: ${text(state.reason)}. Whoever runs this server can allow such calls with --destructive allow.`,
      );
    }
    if (!isAsked || context.isAgreed) return undefined;
    const { shown } = redaction;
    const name = state?.kind === "open" && state.name !== undefined ? redaction.text(state.name) : undefined;
    const question = askText(tool, shown, shown.body, name);
    if (question === undefined) {
      return refuse(`was not called: its arguments are too long for a question to a person (at most ${maxQuestion} characters).`);
    }
    return { kind: "ask", code: "asked", text: question };
  }

  /** What the service of an action says of it: before destructive calls, and before those that it did not advertise as enabled at the start. */
  async function stateOf(
    { call }: Tool,
    { path }: ClientArguments,
    { signal }: CallContext,
    isAsked: boolean,
  ): Promise<ServiceState | undefined> {
    const bound = settings.service;
    if (call.kind !== "action") return undefined;
    return isAsked || (bound && !bound.enabled?.has(call.action.name)) ? readService(call, path, signal) : undefined;
  }

  async function call(tool: Tool, args: ClientArguments, context: CallContext, redaction: Redaction): Promise<Outcome> {
    const { signal } = context;
    const response = await send(client, tool, args, { ...(signal && { signal }) });
    if (tool.call.kind === "operation") {
      return { kind: "result", code: "ok", structured: { result: redaction.result(response) } };
    }
    const structured = redaction.result(response) as JsonObject;
    const followed = await followCall(contract, tools, settings, {
      tool,
      call: callOf(client, tool, args),
      args,
      response,
      context,
    });
    if (!followed) return { kind: "result", code: "ok", structured };
    const { isDone, hasFailed, note } = followed;
    const outcome = redaction.result(followed.value);
    return {
      kind: "result",
      code: hasFailed ? "failed" : isDone ? "ok" : "pending",
      structured: { ...structured, outcome, finished: isDone },
      note: hasFailed ? `${tool.listed.name} has failed.` : note && terminalText(redaction.text(note), maxText),
      hasFailed,
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
  async function failure(tool: Tool, { body }: ClientArguments, error: unknown, redaction: Redaction): Promise<Outcome> {
    if (!(error instanceof ClientError)) throw error;
    const { call: of, input } = tool;
    const told = (code: string, text: string): Outcome => ({
      kind: "failure",
      code,
      text: terminalText(redaction.text(text), maxText),
    });
    if (error instanceof ApiError) {
      const details = (error.details ?? []).slice(0, maxProblems);
      const lines = details.map(({ pointer, message }) => [pointer, message].filter(Boolean).join(" "));
      return told(String(error.status), [error.message, ...lines].join("; "));
    }
    if (error.name !== "InvalidCallError") {
      return told(error.name === "AbortError" ? "cancelled" : error.name, describeUnanswered(tool, error));
    }
    const all = await contract.validators.loadAllErrors();
    const lists = of.kind === "action" ? all.actions[of.type.name]?.[of.action.name] : all.operations[of.operation.id];
    const inBody = body === undefined ? [] : (lists?.body?.(body, maxProblems) ?? []);
    const root = input.body === "argument" ? "/body" : "";
    const listed = inBody.map((problem) => ({ ...problem, instancePath: `${root}${problem.instancePath}` }));
    const problems = (listed.length > 0 ? listed : (error.problems ?? [])).map((one) => withConstants(one, input, body));
    return told(
      "invalid",
      problems.length > 0 ? `${error.call} violates the contract: ${describeErrors(problems)}` : error.message,
    );
  }
}

/** A problem with a member that has another constant in each alternative names those of all. */
function withConstants(problem: Problem, { body: kind, schema }: ToolInput, body: unknown): Problem {
  const [name, ...inner] = parsePointer(problem.instancePath);
  if (problem.keyword !== "const" || name === undefined || inner.length > 0 || kind !== "members") return problem;
  const texts: readonly unknown[] = schemasIn(noComponents).of(schema).member(name)?.schema.texts ?? [];
  if (texts.length < 2 || texts.includes((body as JsonObject)[name])) return problem;
  return { ...problem, keyword: "enum", params: { allowedValues: texts } };
}

/** Schemas of tools have no references. */
const noComponents: ReadonlyMap<string, JsonValue> = new Map();

/** The most problems of one call that are told. */
const maxProblems = 20;

/** The longest text of an error. */
const maxText = 4_000;

/** A call without a valid response: whether it was executed, which a caller needs to know before it repeats it. */
function describeUnanswered({ call, listed }: Tool, error: ClientError): string {
  const name = call.kind === "action" ? `${call.type.name}.${call.action.name}` : call.operation.id;
  const rest = error.message.slice(error.call.length + 1);
  if (error.name === "InvalidResponseError") {
    return `${name} was executed, but ${rest.startsWith("violates") ? "its response" : "it"} ${rest}`;
  }
  const wasSent = !/: (?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(rest);
  const isRead = listed.annotations.readOnlyHint === true;
  return `${name} ${rest}${wasSent && !isRead && error.name !== "AbortError" ? "; it may have been executed" : ""}`;
}
