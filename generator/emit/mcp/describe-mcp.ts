import { resourceWords } from "../../model/resource-words.js";
import type {
  Endpoint,
  Following,
  ListedTool,
  McpFacts,
  Tool,
  ToolCall as PrintedCall,
  ToolHints,
  ToolSecrets,
} from "../../../templates/runtime/mcp/contract.js";
import { plainName, type SecretRules } from "../../../templates/runtime/facts.js";
import { isFailedState } from "../../binding/following-states.js";
import { terminalText } from "../../diagnostics/escape.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { referencedSchema } from "../../document/reference.js";
import { schemasIn } from "../../json-schema/schema.js";
import { createSecretSearch, type SecretSearch } from "../../json-schema/secrets.js";
import { successesOf } from "../../model/action-responses.js";
import { effectiveScopes } from "../../model/build-contract.js";
import { actionMethod, argumentNames, clientNames, factArguments, type ClientNames } from "../../model/client-names.js";
import type { Action, Contract, Operation, ServiceType } from "../../model/contract.js";
import { findLongRunningOperations } from "../client/long-running-operations.js";
import { describeSecrets } from "../server/secret-names.js";
import { describeAction, describeOperation } from "./describe-tool.js";
import { lowerSchema } from "./lower-schema.js";
import { toolInput } from "./tool-input.js";
import { createToolNamer } from "./tool-names.js";

/** A call that is no tool, and why. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
  /** Of an action. */
  readonly type?: string;
}

/** The tools of a contract, and what none is made of. */
export interface McpDescription extends McpFacts {
  readonly leftOut: readonly LeftOut[];
}

/** An action or operation of the model. */
export type ContractCall =
  | { readonly kind: "operation"; readonly operation: Operation }
  | { readonly kind: "action"; readonly operation: Operation; readonly type: ServiceType; readonly action: Action };

/** What all tools of a contract need to be described. */
interface Described {
  readonly contract: Contract;
  readonly names: ClientNames;
  /** Described at the first call: a list of tools doesn't have them. */
  readonly rules: () => SecretRules;
  readonly search: SecretSearch;
}

/** Describes the tools of a contract, which emitters print and live servers offer. What reveals secrets is no tool. */
export function describeMcp(contract: Contract): McpDescription {
  const { title, version, summary } = contract;
  const nameTool = createToolNamer();
  let known: SecretRules | undefined;
  const rules = () => (known ??= describeSecrets(contract) ?? { names: [], shown: {} });
  const search = createSecretSearch({ resolve: (schema) => referencedSchema(schema, contract.schemas) });
  const described: Described = { contract, names: clientNames(contract), rules, search };
  const tools: Tool[] = [];
  const leftOut: LeftOut[] = [];
  for (const call of callsOf(contract)) {
    const wanted = call.kind === "action" ? `${call.type.name}_${call.action.name}` : call.operation.id;
    // A name depends on nothing that is left out.
    const name = nameTool(wanted);
    const reason = whyNot(call);
    if (reason === undefined) tools.push(describeTool(described, call, name));
    else leftOut.push({ name: wanted, reason, ...(call.kind === "action" && { type: call.type.name }) });
  }
  const endpoints = new Set(contract.serviceTypes.map(({ operationId }) => operationId));
  return {
    title,
    version,
    ...(summary !== undefined && { instructions: summary }),
    tools,
    leftOut,
    endpoints: Object.fromEntries([...endpoints].map((id) => [id, describeEndpoint(described, id)])),
    get secrets() {
      return rules().names;
    },
  };
}

/** The operations that invoke no actions, and the actions of each type in the order in which its services advertise them. */
export function callsOf({ operations, serviceTypes }: Contract): readonly ContractCall[] {
  const plain = operations.filter(({ isEndpoint }) => !isEndpoint);
  const actions = serviceTypes.flatMap((type) => {
    const endpoint = operations.find(({ id }) => id === type.operationId)!;
    return type.advertised.map((name): ContractCall => {
      const action = type.actions.find((one) => one.name === name)!;
      return { kind: "action", operation: action.operation ?? endpoint, type, action };
    });
  });
  return [...plain.map((operation) => ({ kind: "operation", operation }) as const), ...actions];
}

/** Whether the response of a call has secrets. */
export function revealsSecrets(call: ContractCall): boolean {
  return call.operation.reveals || (call.kind === "action" && call.action.reveals);
}

/** Why a call is no tool; `undefined`: it is one. */
export function whyNot(call: ContractCall): string | undefined {
  const { operation } = call;
  if (revealsSecrets(call)) return "reveals secrets";
  const { body, responses } = operation;
  const sent = call.kind === "action" ? ["json", "form"] : ["json"];
  if (body && !body.content.some(({ kind, items }) => sent.includes(kind) && !items)) return "its body is not JSON";
  if (responses.some(({ content }) => content.some(({ items }) => items))) return "its response is a sequence";
  const received = successesOf(operation).flatMap(({ content }) => content.map(({ kind }) => kind));
  return received.some((kind) => kind !== "json" && kind !== "text") ? "its response is neither JSON nor text" : undefined;
}

function describeTool(described: Described, call: ContractCall, name: string): Tool {
  const { contract } = described;
  const input = toolInput(contract, call.operation, call.kind === "action" ? call.action : undefined);
  const hints = hintsOf(call);
  const outputSchema = outputOf(contract, call);
  // The alternatives of scopes that it needs.
  const scopes = call.kind === "action" ? call.action.effectiveScopes : effectiveScopes({ scopes: [] }, call.operation);
  const told = { scopes, rules: input.rules };
  const listed: ListedTool = {
    name,
    title: hints.title,
    description:
      call.kind === "action"
        ? describeAction(call.action, resourceWords(call.type, contract), told)
        : describeOperation(call.operation, told),
    inputSchema: input.schema,
    ...(outputSchema && { outputSchema }),
    annotations: hints,
  };
  const { parameters, body, mayLackBody, constants } = input;
  let secrets: { readonly of: ToolSecrets | undefined } | undefined;
  return {
    listed,
    call: printedCall(described, call),
    input: {
      parameters: Object.fromEntries(parameters),
      body,
      ...(mayLackBody && { mayLackBody }),
      ...(Object.keys(constants).length > 0 && { constants }),
    },
    ...(scopes.length > 0 && { scopes }),
    ...(call.kind === "action" && call.action.async && { following: followingOf(described, call) }),
    get secrets() {
      return (secrets ??= { of: secretsOf(described, call) }).of;
    },
  };
}

function printedCall({ names }: Described, call: ContractCall): PrintedCall {
  const { id, method, path } = call.operation;
  if (call.kind === "operation")
    return { kind: "operation", id, method: names.operations.get(id)!, request: `${method} ${path}` };
  const { type, action } = call;
  return {
    kind: "action",
    endpoint: type.operationId,
    type: type.name,
    action: action.name,
    on: names.serviceTypes.get(type.name)!,
    method: actionMethod(action.name),
  };
}

/**
 * The hints of a call: those of an action are the contract's flags, of which a missing one means false. An operation has no flags; that
 * GET and HEAD read is HTTP's definition (RFC 9110, section 9.2.1), and nothing else is concluded from a method.
 */
function hintsOf(call: ContractCall): ToolHints {
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
function outputOf(contract: Contract, call: ContractCall): JsonObject | undefined {
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

/** The names of members with secrets among the arguments of a call and in its result. */
function secretsOf({ contract, rules, search }: Described, call: ContractCall): ToolSecrets | undefined {
  const { operation } = call;
  const isAction = call.kind === "action";
  const content = operation.body?.content.find(({ kind }) => kind === "json");
  const parameters = [...argumentNames(operation)].map(([name, { schema }]) => ({ properties: { [name]: schema ?? true } }));
  const namesIn = (schemas: readonly (JsonValue | undefined)[]) => [...search.fields(schemas)].map(plainName).sort();
  const given = namesIn([isAction ? contract.schemas.get(call.action.body) : content?.schema, ...parameters]);
  const result = isAction ? namesIn([contract.schemas.get(call.action.result)]) : [];
  const { actions, operations } = rules().shown;
  const shown = isAction ? actions?.[call.type.name]?.[call.action.name] : operations?.[operation.id];
  if (given.length === 0 && result.length === 0 && !shown) return undefined;
  return { ...(given.length > 0 && { given }), ...(result.length > 0 && { result }), ...(shown && { shown }) };
}

/** How what an asynchronous action starts is followed; `null`: the contract doesn't say it. */
function followingOf({ contract }: Described, call: ContractCall): Following | null {
  if (call.kind !== "action") return null;
  const found = findLongRunningOperations(contract)
    .get(call.type)
    ?.find(({ action }) => action === call.action);
  if (!found) return null;
  const { operation, shownBy } = found;
  const { pending, done } = operation;
  if (!("by" in operation)) {
    const { state, poll = call.action.name, key, list } = operation;
    const shown = { action: poll, ...(key !== undefined && { key }), ...(list !== undefined && { list }) };
    return { state: `/${state}`, pending, done, failed: done.filter((one) => isFailedState(String(one))), shown };
  }
  const { state, absent, error, argument, at } = operation;
  const shown = shownBy && {
    operation: shownBy.id,
    ...(argument !== undefined && { argument }),
    ...(at !== undefined && { at }),
  };
  return {
    state,
    ...(absent !== undefined && { absent }),
    pending,
    done,
    failed: call.operation.binding?.following?.state?.failed ?? [],
    ...(error !== undefined && { error }),
    ...(shown && { shown }),
  };
}

function describeEndpoint({ contract, names }: Described, id: string): Endpoint {
  const { operations, serviceTypes, schemas } = contract;
  const endpoint = operations.find((one) => one.id === id)!;
  const facts = factArguments(endpoint);
  const inPath = [...argumentNames(endpoint)].filter(([argument, parameter]) => parameter.in === "path" && !facts.has(argument));
  const position = (name: string) => endpoint.path.indexOf(`{${name}}`);
  const types = serviceTypes.filter(({ operationId }) => operationId === id).map(({ name }) => name);
  const { representation, type, actions } = endpoint.binding?.service ?? {};
  const shownBy = operations.find(
    ({ path, method }) => path === representation?.path && method === representation.method.toUpperCase(),
  );
  const listed = (shownBy ? successesOf(shownBy) : []).flatMap(({ content }) =>
    content.flatMap(({ schema }) => (type === undefined ? [] : (schemasIn(schemas).at(schema, type)?.schema.texts ?? []))),
  );
  const isTyped = type !== undefined && (types.length > 1 || listed.includes(types[0]!));
  const given = shownBy && readingArguments(shownBy, endpoint);
  return {
    types,
    path: inPath.sort(([, one], [, other]) => position(one.name) - position(other.name)).map(([argument]) => argument),
    ...(isTyped && { type }),
    ...(actions !== undefined && { actions }),
    ...(given && { read: { method: names.operations.get(shownBy.id)!, arguments: given } }),
  };
}

/**
 * The arguments of the operation that returns the services of an endpoint, if all that it requires is in the path of the endpoint: under the
 * same name, or at the same position of the same path.
 */
function readingArguments(operation: Operation, endpoint: Operation): Readonly<Record<string, string>> | undefined {
  const given = new Map(
    [...argumentNames(endpoint)].flatMap(([argument, one]) => (one.in === "path" ? [[one.name, argument] as const] : [])),
  );
  const positions = samePositions(operation.path, endpoint.path);
  const pairs: [argument: string, from: string][] = [];
  for (const [argument, parameter] of argumentNames(operation)) {
    const from =
      parameter.in === "path" ? (given.get(parameter.name) ?? given.get(positions.get(parameter.name) ?? "")) : undefined;
    if (from !== undefined) pairs.push([argument, from]);
    else if (parameter.required) return undefined;
  }
  return Object.fromEntries(pairs);
}

/** The parameters of a path by those of one that it is the beginning of, but for their names. */
function samePositions(beginning: string, path: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const others = path.split("/");
  for (const [index, segment] of beginning.split("/").entries()) {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    const other = /^\{([^{}]+)\}$/.exec(others[index] ?? "")?.[1];
    if (name !== undefined && other !== undefined) names.set(name, other);
    else if (segment !== others[index]) return new Map();
  }
  return names;
}
