import { terminalText } from "../../diagnostics/escape.js";
import type { JsonObject } from "../../document/json-value.js";
import { successesOf } from "../../model/action-responses.js";
import { effectiveScopes } from "../../model/build-contract.js";
import type { Action, Contract, Operation, ServiceType } from "../../model/contract.js";
import { describeAction, describeOperation } from "./describe-tool.js";
import { lowerSchema } from "./lower-schema.js";
import type { ToolKinds } from "./settings.js";
import { toolInput, type ToolInput } from "./tool-input.js";
import { createToolNamer } from "./tool-names.js";

/** What a server offers of a contract. */
export interface ToolSettings {
  /** Default: all. */
  readonly tools?: ToolKinds;
  /** The scopes of the token; absent: they are not known, so nothing is left out. */
  readonly scopes?: readonly string[] | undefined;
  /** The only service type whose actions are tools. */
  readonly type?: string | undefined;
  /** The only service that can be called. */
  readonly service?: BoundService | undefined;
}

/** A service that a server is bound to. */
export interface BoundService {
  readonly type: string;
  /** The arguments of the client that lead to it. */
  readonly target: Readonly<Record<string, string>>;
  /** The actions that it advertised as enabled when the server started; absent: it advertises none. */
  readonly enabled?: ReadonlySet<string> | undefined;
}

/** What a tool calls. */
export type ToolCall =
  | { readonly kind: "operation"; readonly operation: Operation }
  | { readonly kind: "action"; readonly operation: Operation; readonly type: ServiceType; readonly action: Action };

/** What clients may show and ask before a call (`ToolAnnotations` of the protocol). A hint that the contract doesn't give is absent. */
export interface ToolHints {
  readonly title: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  /** The API is the only thing that is called. */
  readonly openWorldHint: false;
}

/** A tool as a list of tools has it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: ToolHints;
}

/** One action or operation of a contract. */
export interface Tool {
  readonly listed: ListedTool;
  readonly call: ToolCall;
  readonly input: ToolInput;
  /** Whether a person is asked before it is called. */
  readonly isDestructive: boolean;
}

/** The tools of a contract, and what none is made of. */
export interface ToolSet {
  readonly tools: readonly Tool[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Returns the tools of a contract, in an order that only depends on the contract and the settings: operations first, which find services;
 * then the actions of each type in the order in which its services advertise them. What reveals secrets is no tool.
 */
export function toolsOf(contract: Contract, settings: ToolSettings = {}): ToolSet {
  const { tools: kinds = "all", service, type = service?.type } = settings;
  const nameTool = createToolNamer();
  const calls = [
    ...(kinds === "actions" ? [] : operationsOf(contract, service)),
    ...(kinds === "operations" ? [] : actionsOf(contract, type, service)),
  ];
  const tools: Tool[] = [];
  const leftOut: { name: string; reason: string }[] = [];
  for (const call of calls) {
    const wanted = call.kind === "action" ? `${call.type.name}_${call.action.name}` : call.operation.id;
    // A name depends on no setting.
    const name = nameTool(wanted);
    const reason = whyNot(call, settings);
    if (reason === undefined) tools.push(buildTool(contract, call, name, service));
    else leftOut.push({ name: wanted, reason });
  }
  return { tools, leftOut };
}

/** The operations that invoke no actions; of a bound service those that are about it. */
function operationsOf({ operations }: Contract, service: BoundService | undefined): readonly ToolCall[] {
  const needed = Object.keys(service?.target ?? {});
  const isAbout = ({ parameters }: Operation) =>
    needed.every((name) => parameters.some((parameter) => parameter.in === "path" && parameter.name === name));
  return operations
    .filter((operation) => !operation.isEndpoint && isAbout(operation))
    .map((operation) => ({ kind: "operation", operation }));
}

function actionsOf(
  { operations, serviceTypes }: Contract,
  wanted: string | undefined,
  service: BoundService | undefined,
): readonly ToolCall[] {
  const types = serviceTypes.filter(({ name }) => wanted === undefined || name === wanted);
  const calls = types.flatMap((type) => {
    const endpoint = operations.find(({ id }) => id === type.operationId)!;
    return type.advertised.map((name): ToolCall => {
      const action = type.actions.find((one) => one.name === name)!;
      return { kind: "action", operation: action.operation ?? endpoint, type, action };
    });
  });
  const isEnabled = (call: ToolCall) => call.kind === "action" && (service?.enabled?.has(call.action.name) ?? true);
  return [...calls.filter(isEnabled), ...calls.filter((call) => !isEnabled(call))];
}

/** Why a call is no tool; `undefined`: it is one. */
function whyNot(call: ToolCall, { scopes }: ToolSettings): string | undefined {
  const { operation } = call;
  if (operation.reveals || (call.kind === "action" && call.action.reveals)) return "reveals secrets";
  const alternatives = scopesOf(call);
  const isAllowed = (needed: readonly string[]) => needed.every((scope) => scopes?.includes(scope));
  if (scopes && alternatives.length > 0 && !alternatives.some(isAllowed)) return "the token lacks its scopes";
  const { body, responses } = operation;
  const sent = call.kind === "action" ? ["json", "form"] : ["json"];
  if (body && !body.content.some(({ kind, items }) => sent.includes(kind) && !items)) return "its body is not JSON";
  if (responses.some(({ content }) => content.some(({ items }) => items))) return "its response is a sequence";
  const received = successesOf(operation).flatMap(({ content }) => content.map(({ kind }) => kind));
  return received.some((kind) => kind !== "json" && kind !== "text") ? "its response is neither JSON nor text" : undefined;
}

/** The alternatives of scopes that a call needs; none: it needs no scopes. */
function scopesOf(call: ToolCall): readonly (readonly string[])[] {
  return call.kind === "action" ? call.action.effectiveScopes : effectiveScopes({ scopes: [] }, call.operation);
}

function buildTool(contract: Contract, call: ToolCall, name: string, service: BoundService | undefined): Tool {
  const input = toolInput(contract, call.operation, call.kind === "action" ? call.action : undefined, service?.target);
  const hints = hintsOf(call);
  const { title } = hints;
  const outputSchema = outputOf(contract, call);
  const described = { scopes: scopesOf(call), rules: input.rules };
  return {
    listed: {
      name,
      title,
      description: call.kind === "action" ? describeAction(call.action, described) : describeOperation(call.operation, described),
      inputSchema: input.schema,
      ...(outputSchema && { outputSchema }),
      annotations: hints,
    },
    call,
    input,
    // As the protocol has it: a tool without hints may do anything.
    isDestructive: !hints.readOnlyHint && (hints.destructiveHint ?? true),
  };
}

/**
 * The hints of a call: those of an action are the contract's flags, of which a missing one means false. An operation has no flags; that
 * GET and HEAD read is HTTP's definition (RFC 9110, section 9.2.1), and nothing else is concluded from a method.
 */
function hintsOf(call: ToolCall): ToolHints {
  if (call.kind === "operation") {
    const { id, summary, method } = call.operation;
    const reads = method === "GET" || method === "HEAD";
    return { title: terminalText(summary ?? id), ...(reads && { readOnlyHint: true }), openWorldHint: false };
  }
  const { label, readOnly, destructive, idempotent } = call.action;
  return {
    title: terminalText(label),
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: false,
  };
}

/** The schema of structured results; absent: the contract doesn't describe any. */
function outputOf(contract: Contract, call: ToolCall): JsonObject | undefined {
  if (call.kind === "action") {
    const { action } = call;
    if (!action.returnsResult) return undefined;
    return {
      type: "object",
      properties: {
        status: { type: "string", ...(action.statuses.length > 0 && { enum: [...action.statuses] }) },
        result: lowerSchema(contract.schemas.get(action.result), contract),
      },
    };
  }
  const contents = successesOf(call.operation).flatMap(({ content }) => content);
  if (contents.length === 0 || contents.some(({ kind, schema }) => kind !== "json" || schema === undefined)) return undefined;
  const schemas = contents.map(({ schema }) => lowerSchema(schema, contract));
  return { type: "object", properties: { result: schemas.length === 1 ? schemas[0]! : { anyOf: schemas } } };
}
