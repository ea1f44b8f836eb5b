import { ApiError, type AnyCall, type Arguments, ClientError, type Middleware, type Problem } from "../client/call.js";
import { type JsonObject, ownObject, ownOf, parsePointer } from "../json.js";
import { describeErrors } from "../server/errors.js";
import { terminalText } from "../visible-text.js";
import { askText, maxQuestion } from "./consent.js";
import { isDestructive, type McpContract, type Tool, type ToolInput } from "./contract.js";
import { followCall } from "./follow-call.js";
import { limitResponses } from "./limit-responses.js";
import type { CallContext, Outcome } from "./outcome.js";
import { createRedaction, type Redaction } from "./secret-values.js";
import { type AnyClient, readState, type ServiceState } from "./service-reader.js";
import { defaultMaxResponse, type McpOptions } from "./settings.js";
import { type ClientArguments, splitArguments } from "./split-arguments.js";
import { knownSecrets } from "./known-secrets.js";

/** Calls tools. */
export type Caller = (tool: Tool, given: JsonObject, context: CallContext) => Promise<Outcome>;

/** The clients of one caller. */
interface Clients {
  /** Validates calls and responses. */
  readonly client: AnyClient;
  /** Only checks calls, and sends nothing. */
  readonly checked: AnyClient;
  /** Reads services. */
  readonly reader: AnyClient;
  /** The credentials, which no result contains. */
  readonly secrets: () => readonly string[];
}

/** Creates the function that calls the tools of a contract through its client, which checks calls and responses by the contract. */
export function createCaller(contract: McpContract, tools: readonly Tool[], settings: McpOptions): Caller {
  // A server starts sooner if clients are created at the first call.
  let own: Clients | undefined;
  return async (tool, given, context) => {
    const args = splitArguments(tool, given, settings.service?.target);
    if (typeof args === "string") return { kind: "failure", code: "invalid", text: `${tool.listed.name}: ${args}` };
    const clients =
      context.token === undefined
        ? (own ??= createClients(contract, settings))
        : createClients(contract, settings, context.token);
    const redactionOf = () => createRedaction(contract.secrets, clients.secrets(), tool, args);
    try {
      const call = new ToolCaller(contract, tools, settings, clients, redactionOf);
      return (await call.prepare(tool, args, context)) ?? (await call.send(tool, args, context));
    } catch (error) {
      return describeFailure(contract, tool, args, error, redactionOf());
    }
  };
}

/** The clients of a server or, with a token, of one of its callers. */
function createClients(contract: McpContract, settings: McpOptions, token?: string): Clients {
  const { use = [], service: _, ...options } = settings;
  const { secrets, ...credentials } = knownSecrets(token === undefined ? settings : { token });
  const send = limitResponses(settings.fetch ?? fetch, settings.maxResponse ?? defaultMaxResponse);
  const api = { ...options, credentials: {}, ...credentials, fetch: send };
  const create = (middleware: readonly Middleware[], from: typeof api | { readonly baseUrl: string } = api) =>
    contract.createClient({ ...from, use: middleware }) as AnyClient;
  const end: Middleware = () => Promise.resolve({ status: 200, headers: new Headers(), body: undefined });
  return {
    client: create([...use, contract.retry(), contract.validate()]),
    checked: create([contract.retry(), contract.validate({ responses: false }), end], { baseUrl: "" }),
    reader: create([...use, contract.retry()]),
    secrets: () => [...(settings.secrets ?? []), ...secrets()],
  };
}

/** One call of a tool. */
class ToolCaller {
  readonly #contract: McpContract;
  readonly #tools: readonly Tool[];
  readonly #settings: McpOptions;
  readonly #clients: Clients;
  readonly #redactionOf: () => Redaction;

  constructor(
    contract: McpContract,
    tools: readonly Tool[],
    settings: McpOptions,
    clients: Clients,
    redactionOf: () => Redaction,
  ) {
    this.#contract = contract;
    this.#tools = tools;
    this.#settings = settings;
    this.#clients = clients;
    this.#redactionOf = redactionOf;
  }

  /** Checks what may not be called, and asks about destructive calls; `undefined`: it may be made. */
  async prepare(tool: Tool, args: ClientArguments, context: CallContext): Promise<Outcome | undefined> {
    const { destructive = "prompt" } = this.#settings;
    const isAsked = isDestructive(tool) && destructive !== "allow";
    const refuse = (text: string): Outcome => ({ kind: "failure", code: "refused", text: `${tool.listed.name} ${text}` });
    if (isAsked && destructive === "refuse") return refuse("is destructive, and this server makes no destructive calls.");
    if (isAsked && !context.isAgreed && !context.canAsk) {
      const text =
        "is destructive, and the client can't ask a person. Whoever runs this server can allow such calls (destructive: allow).";
      return { kind: "failure", code: "refused", text: `${tool.listed.name} ${text}`, isUnasked: true };
    }
    if (isAsked) {
      await invoke(this.#clients.checked, tool, args, {}).catch((error: unknown) => {
        // The response, which is none, is of no interest.
        if (error instanceof ClientError && error.name === "InvalidCallError") throw error;
      });
    }
    const state = await this.#stateOf(tool, args, context, isAsked);
    const redaction = this.#redactionOf();
    const text = (reason: string) => terminalText(redaction.text(reason), maxText);
    if (state?.kind === "closed")
      return { kind: "failure", code: "409", text: `${tool.listed.name} is not available: ${text(state.reason)}` };
    if (state?.kind === "other") return refuse(`was not called: ${text(state.reason)}`);
    if (state?.kind === "unread" && isAsked) {
      return refuse(
        `was not called: the state of its resource could not be read: ${text(state.reason)}. Whoever runs this server can allow such calls (destructive: allow).`,
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
  async #stateOf(
    { call }: Tool,
    { path }: ClientArguments,
    { signal }: CallContext,
    isAsked: boolean,
  ): Promise<ServiceState | undefined> {
    const { service } = this.#settings;
    if (call.kind !== "action" || !(isAsked || (service && !service.enabled?.has(call.action)))) return undefined;
    return readState(this.#clients.reader, this.#contract.endpoints[call.endpoint]!, call, path, signal);
  }

  async send(tool: Tool, args: ClientArguments, context: CallContext): Promise<Outcome> {
    const { signal } = context;
    const { client } = this.#clients;
    const response = await invoke(client, tool, args, { ...(signal && { signal }) });
    checkStatus(tool, response);
    if (tool.call.kind === "operation") {
      return { kind: "result", code: "ok", structured: { result: this.#redactionOf().result(response) } };
    }
    const structured = this.#redactionOf().result(response) as JsonObject;
    const call = callOf(client, tool, args.path) as AnyCall;
    const followed = await followCall(this.#contract, this.#tools, this.#settings, { tool, call, args, response, context });
    if (!followed) return { kind: "result", code: "ok", structured };
    const { isDone, hasFailed, note } = followed;
    const redaction = this.#redactionOf();
    return {
      kind: "result",
      code: hasFailed ? "failed" : isDone ? "ok" : "pending",
      structured: { ...structured, outcome: redaction.result(followed.value), finished: isDone },
      note: hasFailed ? `${tool.listed.name} has failed.` : note && terminalText(redaction.text(note), maxText),
      hasFailed,
    };
  }
}

/** Rejects the response of an action with a status that the contract doesn't declare, and that clients reject. */
function checkStatus({ call, listed }: Tool, response: unknown): void {
  if (call.kind !== "action") return;
  const statuses = ownObject(ownObject(listed.outputSchema, "properties"), "status")?.["enum"];
  const { status } = Object(response) as { readonly status?: string };
  if (!Array.isArray(statuses) || status === undefined || statuses.includes(status)) return;
  throw new ClientError("InvalidResponseError", call.action, "violates the contract: its status is not declared");
}

/** Makes the call of a tool. */
function invoke(client: AnyClient, tool: Tool, args: ClientArguments, options: { signal?: AbortSignal }): Promise<unknown> {
  const { path, others, body } = args;
  const call = callOf(client, tool, path);
  if (tool.call.kind === "action") return call(body, { ...options, parameters: others });
  return call({ ...others, ...path, ...(body !== undefined && { body }) }, options);
}

function callOf(client: AnyClient, { call }: Tool, path: Arguments): AnyClient[string] {
  if (call.kind === "operation") return client[call.method]!;
  return (client[call.on] as unknown as (path: Arguments) => AnyClient)(path)[call.method]!;
}

/** What a model is told of an error: the contract's rules with their paths, or what the API says. */
async function describeFailure(
  contract: McpContract,
  tool: Tool,
  { body }: ClientArguments,
  error: unknown,
  redaction: Redaction,
): Promise<Outcome> {
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
  const all = await contract.loadAllErrors();
  const lister = of.kind === "action" ? all.actions?.[of.type]?.[of.action]?.body : all.operations[of.id]?.body;
  const inBody = body === undefined ? [] : (lister?.(body, maxProblems) ?? []);
  const root = input.body === "argument" ? "/body" : "";
  const listed = inBody.map((problem) => ({ ...problem, instancePath: `${root}${problem.instancePath}` }));
  const problems = (listed.length > 0 ? listed : (error.problems ?? [])).map((one) => withConstants(one, input, body));
  return told(
    "invalid",
    problems.length > 0 ? `${error.call} violates the contract: ${describeErrors(problems)}` : error.message,
  );
}

/** A problem with a member that has another constant in each alternative names those of all. */
function withConstants(problem: Problem, { constants }: ToolInput, body: unknown): Problem {
  const [name, ...inner] = parsePointer(problem.instancePath);
  if (problem.keyword !== "const" || name === undefined || inner.length > 0) return problem;
  const texts: readonly unknown[] = ownOf(constants, name) ?? [];
  if (texts.length < 2 || texts.includes((body as JsonObject)[name])) return problem;
  return { ...problem, keyword: "enum", params: { allowedValues: texts } };
}

/** The most problems of one call that are told. */
const maxProblems = 20;

/** The longest text of an error. */
const maxText = 4_000;

/** A call without a valid response: whether it was executed, which a caller needs to know before it repeats it. */
function describeUnanswered({ call, listed }: Tool, error: ClientError): string {
  const name = call.kind === "action" ? `${call.type}.${call.action}` : call.id;
  const rest = error.message.slice(error.call.length + 1);
  if (error.name === "InvalidResponseError") {
    return `${name} was executed, but ${rest.startsWith("violates") ? "its response" : "it"} ${rest}`;
  }
  const wasSent = !/: (?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(rest);
  const isRead = listed.annotations.readOnlyHint === true;
  return `${name} ${rest}${wasSent && !isRead && error.name !== "AbortError" ? "; it may have been executed" : ""}`;
}
