import { defaultEnvelope, type Envelope } from "../../templates/runtime/facts.js";
import { formatPointer, parsePointer } from "../../templates/runtime/json.js";
import { isObject, type JsonValue } from "../document/json-value.js";
import { schemasIn, type Member, type Schema } from "../json-schema/schema.js";
import { constantsOf } from "../json-schema/required-constants.js";
import { isTextual } from "../binding/binding.js";
import type { Action, Contract, Operation, Response, Header } from "./contract.js";
import { defaultType } from "../document/media-kind.js";
import { createNamer, typeName } from "./names.js";

type Fact = keyof Envelope;

/** What determines the responses of an action. */
export type ActionKind = Pick<Action, "async" | "returnsResult">;

/** A header of a response, its name in lower case. */
export interface ActionHeader extends Header {
  /** The type for handlers and clients; numbers, too, are sent as text. */
  readonly as: "string" | "integer" | "number";
  /** The possible texts; absent: any. */
  readonly texts: readonly string[] | undefined;
}

/** One success of an endpoint's actions. */
export interface ActionResponse {
  /** Absent: the contract declares no success with a status. */
  readonly status: number | undefined;
  /** The contract's key of the response: `200`, `2XX`. Absent: none is declared. */
  readonly key: string | undefined;
  /** The media type of its body: JSON, or that of text; absent: it has no body. */
  readonly mediaType: string | undefined;
  /** Whether its body is text. */
  readonly isText?: true;
  /**
   * The locations of the action's facts in its body. One of several responses may lack some of them, as a 202 lacks a result.
   */
  readonly envelope: Envelope;
  /** The possible texts of its status, if they are only a part of the endpoint's. */
  readonly statuses: readonly string[] | undefined;
  /** The facts that its body may lack, and those that may be null. */
  readonly optional: ReadonlySet<Fact>;
  readonly nullable: ReadonlySet<Fact>;
  /** The members that can have only one value, by their pointers: the server writes them. */
  readonly fixed: Readonly<Record<string, JsonValue>>;
  /** Whether the body's envelope has members in addition to the facts of the action, and whether one of them is required. */
  readonly others: "none" | "optional" | "required";
  readonly headers: readonly ActionHeader[];
  /** Whether its body may have any object as a result, although its actions return none. */
  readonly allowsResult?: true;
}

/** The successes of an endpoint's synchronous or asynchronous actions. */
export interface ActionResponses {
  readonly envelope: Envelope;
  readonly responses: readonly ActionResponse[];
  /** Whether every response is exactly `{ action, status, message, result }`, as is assumed for undescribed ones. */
  readonly isDefault: boolean;
}

/**
 * Returns the possible responses of an endpoint's actions. A 202 may be for asynchronous ones only. Actions
 * without a result only have a location for one if the contract requires it, or if the response is the default one and any object is
 * valid there.
 */
export function actionResponses(endpoint: Operation, kind: ActionKind, { schemas }: Pick<Contract, "schemas">): ActionResponses {
  const known = described.get(schemas) ?? new WeakMap<Operation, Map<string, ActionResponses>>();
  described.set(schemas, known);
  const ofEndpoint = known.get(endpoint) ?? new Map<string, ActionResponses>();
  known.set(endpoint, ofEndpoint);
  const key = `${kind.async} ${kind.returnsResult}`;
  const responses = ofEndpoint.get(key) ?? describeResponses(endpoint, kind, schemas);
  ofEndpoint.set(key, responses);
  return responses;
}

/** The responses of the endpoints of a contract: all actions of one kind have the same. */
const described = new WeakMap<Contract["schemas"], WeakMap<Operation, Map<string, ActionResponses>>>();

function describeResponses(
  endpoint: Operation,
  { async: isAsync, returnsResult }: ActionKind,
  schemas: Contract["schemas"],
): ActionResponses {
  const { envelope, isAssumed, withoutResult, statuses, isText, reservesAccepted, namesSuccesses } = endpoint.binding!;
  const declared = successesOf(endpoint);
  const accepted = declared.filter(({ status }) => status === "202");
  const others = declared.filter(({ status }) => status !== "202" || !reservesAccepted);
  const used = namesSuccesses
    ? declared
    : isAsync
      ? accepted.length > 0
        ? accepted
        : others
      : others.length > 0
        ? others
        : accepted;
  const responses = used.map((response): ActionResponse => {
    const status = Number(response.status);
    const json = response.content.find(({ kind }) => kind === "json");
    const text = response.content.find(isTextual);
    const hasNone = status === 204 || status === 205 || (!isAssumed && !json && !(isText && text));
    const isOther = hasNone || withoutResult.includes(response.status);
    const own = isOther ? {} : isAssumed ? envelope : envelopeIn(json?.schema, envelope, schemas);
    const media = json ?? (isText ? text : undefined);
    return {
      status: Number.isInteger(status) ? status : undefined,
      key: response.status,
      mediaType: hasNone ? undefined : ((media && defaultType(media)) ?? "application/json"),
      ...(isText && !hasNone && { isText }),
      envelope: own,
      statuses: statusesIn(json?.schema, own, statuses, schemas),
      ...needsOf(endpoint, json?.schema, own, schemas),
      ...(hasNone || own.result === ""
        ? { others: "none", fixed: {} }
        : surroundings(json?.schema, isOther ? own : envelope, schemas)),
      headers: declaredHeaders(response, schemas),
    };
  });
  if (responses.length === 0)
    return { envelope, responses: [{ ...plainResponse, envelope }], isDefault: isSame(envelope, defaultEnvelope) };
  const isPlain =
    responses.length === 1 &&
    responses.every(
      ({ others: more, headers, envelope: own, fixed }) =>
        more === "none" && headers.length === 0 && Object.keys(fixed).length === 0 && isSame(own, defaultEnvelope),
    );
  const isAny = isPlain && resultIn(endpoint, responses[0]!, schemas)?.schema.isFreeForm !== false;
  const isNeeded = isPlain && !responses[0]!.optional.has("result");
  if (returnsResult || isAny || isNeeded) return { envelope, responses, isDefault: isPlain };
  const leaveOut = (response: ActionResponse) => leaveOutResult(response, resultIn(endpoint, response, schemas));
  return { envelope, responses: responses.map(leaveOut), isDefault: false };
}

/** Returns the description of the result in a response. */
export function resultIn(
  { responses }: Operation,
  { key, envelope: { result } }: Pick<ActionResponse, "key" | "envelope">,
  schemas: Contract["schemas"],
): Member | undefined {
  const content = responses.find(({ status }) => status === key)?.content;
  const schema = content?.find(({ kind }) => kind === "json")?.schema;
  return result === undefined ? undefined : schemasIn(schemas).at(schema, result);
}

/** Returns the response of an action without a result, whose body may lack one. */
function leaveOutResult(response: ActionResponse, member: Member | undefined): ActionResponse {
  const { result, ...envelope } = response.envelope;
  if (result === undefined || result === "" || !response.optional.has("result")) return response;
  return { ...response, envelope, ...(member?.schema.isFreeForm && { allowsResult: true }) };
}

/** Returns the description of an action's fact. A list of results has one for each action, so its items are required. */
export function factIn(
  { binding }: Operation,
  schema: JsonValue | undefined,
  pointer: string,
  schemas: Contract["schemas"],
): Member | undefined {
  const { results } = binding?.selector ?? {};
  const member = schemasIn(schemas).at(schema, pointer);
  if (!member || results === undefined) return member;
  const list = schemasIn(schemas).at(schema, results);
  const own = list?.schema.items?.schema.at(pointer.slice(`${results}/0`.length));
  return { ...member, isRequired: list?.isRequired === true && own?.isRequired === true };
}

/** Returns the JSON pointers to what a response has of its actions: its facts, or the whole list of results. */
export function factsIn({ binding }: Operation, envelope: Envelope): readonly string[] {
  const { results } = binding?.selector ?? {};
  return results === undefined ? Object.values(envelope) : [results];
}

/** Returns which facts a body may lack, and which may be null. A message is always optional, unless the body requires it. */
function needsOf(
  endpoint: Operation,
  schema: JsonValue | undefined,
  envelope: Envelope,
  schemas: Contract["schemas"],
): Pick<ActionResponse, "optional" | "nullable"> {
  const members = Object.entries(envelope).map(
    ([fact, pointer]) => [fact as Fact, factIn(endpoint, schema, pointer as string, schemas)] as const,
  );
  const optional = members.filter(([fact, member]) => !(member?.isRequired ?? fact !== "message"));
  const nullable = members.filter(([, member]) => member !== undefined && member.schema.isNullable);
  return { optional: new Set(optional.map(([fact]) => fact)), nullable: new Set(nullable.map(([fact]) => fact)) };
}

/** Returns the facts for which a body has a location: all of them if it is not described. */
function envelopeIn(schema: JsonValue | undefined, envelope: Envelope, schemas: Contract["schemas"]): Envelope {
  if (schemasIn(schemas).of(schema).isFreeForm) return envelope;
  const there = Object.entries(envelope).filter(([, pointer]) => schemasIn(schemas).at(schema, pointer as string) !== undefined);
  return Object.fromEntries(there);
}

/** Returns the headers that a handler returns with a response: those that servers don't set themselves. */
export function declaredHeaders({ headers }: Response, schemas: Contract["schemas"]): ActionHeader[] {
  return headers.map((header) => readHeader(header, schemas)).filter(({ name }) => !setByServer.has(name));
}

/** Returns the responses whose headers a server checks. An error is sent even if its headers are invalid. */
export function responsesWithHeaders(operation: Operation, { schemas }: Pick<Contract, "schemas">): ResponseHeaders[] {
  const successes = successesOf(operation);
  return operation.responses.flatMap((response) => {
    const isChecked = successes.includes(response) || (operation.binding === undefined && response.status.startsWith("3"));
    const headers = isChecked ? declaredHeaders(response, schemas) : [];
    return headers.length > 0 ? [{ status: response.status, headers }] : [];
  });
}

/** The headers of a response. */
export interface ResponseHeaders {
  /** `201`, `2XX` or `default`. */
  readonly status: string;
  readonly headers: readonly ActionHeader[];
}

function readHeader(header: Header, schemas: Contract["schemas"]): ActionHeader {
  const { schema, mediaType } = header;
  const described = isObject(schema) && mediaType === undefined ? schemasIn(schemas).of(schema) : undefined;
  const number = (["integer", "number"] as const).find((type) => described?.isOnly(type));
  const texts = number === undefined && described?.isOnly("string") ? described.texts : undefined;
  return { ...header, name: header.name.toLowerCase(), as: number ?? "string", texts };
}

/** Headers that generated servers set themselves. */
const setByServer: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "transfer-encoding",
  "x-content-type-options",
  "x-request-id",
]);

/** Returns the texts of a status that only some responses may have: a 202 with `accepted` next to a 200 with `done`. */
function statusesIn(
  schema: JsonValue | undefined,
  { status }: Envelope,
  all: readonly string[] | undefined,
  schemas: Contract["schemas"],
): readonly string[] | undefined {
  const member = status === undefined ? undefined : schemasIn(schemas).at(schema, status);
  const texts = member?.schema.texts;
  return texts && texts.length < (all?.length ?? 0) ? texts : undefined;
}

const plainResponse: Omit<ActionResponse, "envelope"> = {
  status: undefined,
  key: undefined,
  mediaType: "application/json",
  statuses: undefined,
  optional: new Set<Fact>(["message"]),
  nullable: new Set<Fact>(),
  fixed: {},
  others: "none",
  headers: [],
};

/** Returns the responses that are not errors; if the contract declares none, `default` represents them. */
export function successesOf({ responses }: Operation): readonly Response[] {
  const named = responses.filter(({ status }) => status.startsWith("2"));
  return named.length > 0 ? named : responses.filter(({ status }) => status === "default");
}

/**
 * Returns the HTTP status of an action's success if there is only one: what a server sends unless its handler specifies
 * another.
 */
export function onlyStatus({ responses }: ActionResponses, { async }: Action): number | undefined {
  if (responses.length > 1) return undefined;
  return responses[0]?.status ?? (async ? 202 : 200);
}

function isSame(one: Envelope, other: Envelope): boolean {
  return (["action", "status", "message", "result", "id"] as const).every((name) => one[name] === other[name]);
}

/** Returns the members of a body that are not facts of the action: `{ data: { result } }` has none. */
function surroundings(
  schema: JsonValue | undefined,
  envelope: Envelope,
  schemas: Contract["schemas"],
): Pick<ActionResponse, "others" | "fixed"> {
  const paths = Object.values(envelope).map((pointer: string) => parsePointer(pointer));
  const fixed: Record<string, JsonValue> = {};
  const look = (schema: Schema, rest: readonly (readonly string[])[], place: readonly string[]): ActionResponse["others"] => {
    const needed = new Set<string>();
    let others: ActionResponse["others"] = "none";
    for (const [name, member] of schema.members) {
      const through = rest.filter(([first]) => first === name);
      if (through.some(({ length }) => length === 1)) continue;
      const constants = member.isRequired && through.length === 0 ? constantsOf(member.schema) : undefined;
      if (constants) {
        for (const [pointer, value] of Object.entries(constants.values)) {
          fixed[`${formatPointer([...place, name])}${pointer}`] = value;
        }
        if (!constants.isWhole && others === "none") others = "optional";
        continue;
      }
      const inner =
        through.length > 0
          ? look(
              member.schema,
              through.map((path) => path.slice(1)),
              [...place, name],
            )
          : "required";
      if (inner !== "none") others = "optional";
      if (inner === "required") needed.add(name);
    }
    return schema.requiresOneOf(needed) ? "required" : others;
  };
  return { others: isObject(schema) ? look(schemasIn(schemas).of(schema), paths, []) : "none", fixed };
}

/** The type in `actions.ts` of action responses other than the default. */
export interface ResponseTypeName {
  readonly endpoint: Operation;
  /** That whose responses it describes: the endpoint, or the operation of a single action. */
  readonly operation: Operation;
  /** Whether it is that of asynchronous actions. */
  readonly isAsync: boolean;
  /** Returns whether it is the response of an action of the endpoint. */
  readonly describes: (action: Action) => boolean;
  /** Set if responses with and without a result have different types. */
  readonly returnsResult?: boolean;
  readonly name: string;
  readonly described: ActionResponses;
}

/** Names the types of responses: `InvokeActionResponse`, and `InvokeActionAccepted` if asynchronous actions differ. */
export function responseTypeNames(contract: Contract): ResponseTypeName[] {
  const name = createNamer([
    ...contract.serviceTypes.map(({ pascalName }) => `${pascalName}Actions`),
    "ActionsByType",
    "ServiceType",
    "ActionName",
    "ActionInfo",
    "ActionTypes",
    "ActionResponse",
    "Schemas",
    "Without",
  ]);
  return contract.operations.flatMap((endpoint) => {
    if (!endpoint.binding) return [];
    const types = contract.serviceTypes.filter((type) => type.operationId === endpoint.id);
    const own = types.flatMap(({ pascalName, actions }) =>
      actions.flatMap((action) => (hasOwnResponses(endpoint, action, contract) ? [{ pascalName, action }] : [])),
    );
    const isCommon = (action: Action) => !own.some((one) => one.action === action);
    const actions = types.flatMap((type) => type.actions).filter(isCommon);
    const common = [false, true].flatMap((isAsync) => {
      const [returning, plain] = [true, false].map((returnsResult) =>
        actionResponses(endpoint, { async: isAsync, returnsResult }, contract),
      ) as [ActionResponses, ActionResponses];
      const [hasReturning, hasPlain] = [true, false].map((returnsResult) =>
        actions.some((action) => action.async === isAsync && action.returnsResult === returnsResult),
      );
      if (returning.isDefault && (plain.isDefault || !hasPlain)) return [];
      if (!hasReturning && !hasPlain) return [];
      const named = name(`${typeName(endpoint.id)}${isAsync ? "Accepted" : "Response"}`);
      const isSameForAll = plain.responses.every(({ envelope }, index) => isSame(envelope, returning.responses[index]!.envelope));
      const described = hasReturning ? returning : plain;
      const one = { endpoint, operation: endpoint, isAsync };
      if (isSameForAll || !hasReturning || !hasPlain)
        return [{ ...one, name: named, described, describes: (action: Action) => action.async === isAsync && isCommon(action) }];
      return [returning, plain]
        .filter(({ isDefault }) => !isDefault)
        .map((of): ResponseTypeName => {
          const returnsResult = of === returning;
          const describes = (action: Action) =>
            action.async === isAsync && action.returnsResult === returnsResult && isCommon(action);
          const ownName = returnsResult ? named : name(`${named}WithoutResult`);
          return { ...one, describes, name: ownName, described: of, returnsResult };
        });
    });
    const single = own.flatMap(({ pascalName, action }): ResponseTypeName[] => {
      const operation = action.operation!;
      const described = actionResponses(operation, action, contract);
      if (described.isDefault) return [];
      const describes = (other: Action) => other === action;
      const named = name(`${pascalName}${typeName(action.name)}Response`);
      return [{ endpoint, operation, isAsync: action.async, describes, name: named, described }];
    });
    return [...common, ...single];
  });
}

/** Returns whether the successes of an action differ from those of its endpoint. */
export function hasOwnResponses(endpoint: Operation, action: Action, contract: Pick<Contract, "schemas">): boolean {
  const { operation } = action;
  if (!operation) return false;
  const text = (described: ActionResponses) =>
    JSON.stringify(described, (_, value: unknown) => (value instanceof Set ? [...value] : value));
  return text(actionResponses(operation, action, contract)) !== text(actionResponses(endpoint, action, contract));
}
