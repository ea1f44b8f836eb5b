import { defaultEnvelope, type Envelope } from "../../templates/runtime/envelope.js";
import { parsePointer } from "../../templates/runtime/json-pointer.js";
import { isObject, type JsonValue } from "../document/json-value.js";
import { isFreeForm, memberAt, membersOf, textsOf } from "../json-schema/members.js";
import type { Action, Contract, Operation, Response, Header } from "./contract.js";
import { mediaKind } from "./media-kind.js";
import { createNamer, pascalCase } from "./names.js";

/** One success of an endpoint's actions. */
export interface ActionResponse {
  /** Absent: the contract declares no success by number. */
  readonly status: number | undefined;
  /** The contract's key of the response: `200`, `2XX`. Absent: it declares none. */
  readonly key: string | undefined;
  /** The JSON media type of its body; absent: it has no body. */
  readonly mediaType: string | undefined;
  /** Where its body has the facts of the action: one of several may lack some of them, as a 202 lacks a result. */
  readonly envelope: Envelope;
  /** The texts that its status may be, where those are not all that the endpoint's may be. */
  readonly statuses: readonly string[] | undefined;
  /** Whether its body must have a message. */
  readonly needsMessage: boolean;
  /** Whether the body's envelope has members besides the facts of the action, and whether one of them is required. */
  readonly others: "none" | "optional" | "required";
  /** Names in lower case. */
  readonly headers: readonly Header[];
}

/** The successes of the actions of an endpoint that end with their response, or of those that go on after it. */
export interface ActionResponses {
  readonly envelope: Envelope;
  readonly responses: readonly ActionResponse[];
  /** Whether every response is `{ action, status, message, result }` and nothing else, as where a contract says nothing. */
  readonly isDefault: boolean;
}

/** What the actions of an endpoint may respond; 202 is for those that go on after it, where the contract declares both. */
export function actionResponses(endpoint: Operation, isAsync: boolean, { schemas }: Pick<Contract, "schemas">): ActionResponses {
  const { envelope, isAssumed, statuses } = endpoint.binding!;
  const declared = successesOf(endpoint);
  const accepted = declared.filter(({ status }) => status === "202");
  const others = declared.filter(({ status }) => status !== "202");
  const used = isAsync ? (accepted.length > 0 ? accepted : others) : others.length > 0 ? others : accepted;
  const responses = used.map((response): ActionResponse => {
    const status = Number(response.status);
    const json = response.content.find(({ name }) => mediaKind(name) === "json");
    const hasNone = status === 204 || status === 205 || (!isAssumed && response.content.length === 0);
    const own = hasNone ? {} : isAssumed ? envelope : envelopeIn(json?.schema, envelope, schemas);
    return {
      status: Number.isInteger(status) ? status : undefined,
      key: response.status,
      mediaType: hasNone ? undefined : (json?.name ?? "application/json"),
      envelope: own,
      statuses: statusesIn(json?.schema, own, statuses, schemas),
      needsMessage: own.message !== undefined && memberAt(json?.schema, own.message, schemas)?.isRequired === true,
      others: hasNone || envelope.result === "" ? "none" : othersIn(json?.schema, envelope, schemas),
      headers: response.headers
        .map((header) => ({ ...header, name: header.name.toLowerCase() }))
        .filter(({ name }) => !setByServer.has(name)),
    };
  });
  if (responses.length === 0)
    return { envelope, responses: [{ ...plainResponse, envelope }], isDefault: isSame(envelope, defaultEnvelope) };
  const isPlain =
    responses.length === 1 &&
    responses.every(
      ({ others: more, headers, envelope: own }) => more === "none" && headers.length === 0 && isSame(own, defaultEnvelope),
    );
  return { envelope, responses, isDefault: isPlain };
}

/** The facts for which a body has a place: all of them where nothing describes it. */
function envelopeIn(schema: JsonValue | undefined, envelope: Envelope, schemas: Contract["schemas"]): Envelope {
  if (isFreeForm(schema, schemas)) return envelope;
  const there = Object.entries(envelope).filter(([, pointer]) => memberAt(schema, pointer as string, schemas) !== undefined);
  return Object.fromEntries(there);
}

/** Headers that generated servers set themselves. */
const setByServer: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "transfer-encoding",
  "x-content-type-options",
  "x-request-id",
]);

/** The texts of a status that only some responses may have: a 202 with `accepted` beside a 200 with `done`. */
function statusesIn(
  schema: JsonValue | undefined,
  { status }: Envelope,
  all: readonly string[] | undefined,
  schemas: Contract["schemas"],
): readonly string[] | undefined {
  const member = status === undefined ? undefined : memberAt(schema, status, schemas);
  const texts = member && textsOf(member, schemas);
  return texts && texts.length < (all?.length ?? 0) ? texts : undefined;
}

const plainResponse: Omit<ActionResponse, "envelope"> = {
  status: undefined,
  key: undefined,
  mediaType: "application/json",
  statuses: undefined,
  needsMessage: false,
  others: "none",
  headers: [],
};

/** The responses that are no errors; where the contract names none, `default` stands for them. */
export function successesOf({ responses }: Operation): readonly Response[] {
  const named = responses.filter(({ status }) => status.startsWith("2"));
  return named.length > 0 ? named : responses.filter(({ status }) => status === "default");
}

/** The HTTP status of an action's success where there is but one: what a server sends if its handler names none. */
export function onlyStatus({ responses }: ActionResponses, { async }: Action): number | undefined {
  if (responses.length > 1) return undefined;
  return responses[0]?.status ?? (async ? 202 : 200);
}

function isSame(one: Envelope, other: Envelope): boolean {
  return (["action", "status", "message", "result"] as const).every((name) => one[name] === other[name]);
}

/** Whether a body has members that are none of the action's facts: `{ data: { result } }` has none. */
function othersIn(schema: JsonValue | undefined, envelope: Envelope, schemas: Contract["schemas"]): ActionResponse["others"] {
  const paths = Object.values(envelope).map((pointer: string) => parsePointer(pointer));
  const look = (value: JsonValue | undefined, rest: readonly (readonly string[])[]): ActionResponse["others"] => {
    let found: ActionResponse["others"] = "none";
    for (const [name, { schemas: described, isRequired }] of membersOf(value, schemas)) {
      const through = rest.filter(([first]) => first === name);
      if (through.some(({ length }) => length === 1)) continue;
      const inner =
        through.length > 0
          ? look(
              { anyOf: [...described] },
              through.map((path) => path.slice(1)),
            )
          : isRequired
            ? "required"
            : "optional";
      if (inner === "required" && isRequired) return "required";
      if (inner !== "none") found = "optional";
    }
    return found;
  };
  return isObject(schema) ? look(schema, paths) : "none";
}

/** The type in `actions.ts` of what actions respond that is not the default. */
export interface ResponseTypeName {
  readonly endpoint: Operation;
  /** Whether it is that of the actions that go on after their response. */
  readonly isAsync: boolean;
  readonly name: string;
  readonly described: ActionResponses;
}

/** Names the types of responses: `InvokeActionResponse`, and `InvokeActionAccepted` where asynchronous actions differ. */
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
    const actions = contract.serviceTypes.flatMap((type) => (type.operationId === endpoint.id ? type.actions : []));
    const [ended, accepted] = [false, true].map((isAsync) => actionResponses(endpoint, isAsync, contract));
    const named = (isAsync: boolean, described: ActionResponses): ResponseTypeName[] => {
      const isUsed = actions.some(({ async }) => async === isAsync);
      if (described.isDefault || !isUsed) return [];
      return [{ endpoint, isAsync, name: name(`${pascalCase(endpoint.id)}${isAsync ? "Accepted" : "Response"}`), described }];
    };
    return [...named(false, ended!), ...named(true, accepted!)];
  });
}
