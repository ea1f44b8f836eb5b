import type { BoundResponse } from "../../binding/binding.js";
import type { Location } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { pointersIn } from "../../binding/check-pointers.js";
import { schemasIn } from "../../json-schema/schema.js";
import { placeSchemas } from "../../json-schema/place-schemas.js";
import { boundEndpoints, inPrefix, successesOfKind, type BoundEndpoint } from "../bindings.js";
import { createDisjointCheck, type DisjointCheck } from "../../json-schema/containment/disjoint-check.js";
import { mapsByEndpoint } from "../operations.js";
import { defineRule, type ActionMapNode, type RuleContext } from "../rule.js";
import { allowedStatuses } from "./action-status-unknown.js";

/** An action's facts, and those of its examples, must be valid at their locations in one of its responses. */
export const resultUnfit = defineRule({
  code: "result-unfit",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ what, action, statuses }: { what: string; action: string; statuses: readonly string[] }) =>
    `${what} of ${quote(action)} can't be valid in ${statuses.length > 1 ? "the responses" : "the response"} ${statuses.map(quote).join(" or ")}`,
  hint: "Change it, or the schema of the endpoint's response.",
  cause:
    "A response must be valid by the endpoint's schema and contain the facts of its action. If no value is both, each call ends in status 500, after the handler has already done its work.",
  bad: `
      x-platform-vm-actions:
        resize: { result: { type: object, required: [size], properties: { size: { type: integer } } } }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { result: { type: string } } } } }`,
  good: `
      x-platform-vm-actions:
        resize: { result: { type: object, required: [size], properties: { size: { type: integer } } } }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { result: { type: object } } } } }`,
  at: "operation",

  check(context, report) {
    const maps = mapsByEndpoint(context);
    for (const bound of boundEndpoints(context)) {
      const ofEndpoint = maps.get(bound.endpoint.operation) ?? [];
      const hints = new Map<Fact, { hint?: string }>();
      for (const map of ofEndpoint) {
        for (const { name, places, unfit } of judge(context, bound, [map])) {
          for (const { what, fact, location } of unfit) {
            const hint = fact === undefined ? {} : (hints.get(fact) ?? hintFor(context, bound, ofEndpoint, { fact, places }));
            if (fact !== undefined) hints.set(fact, hint);
            report({ what, action: name, statuses: places.map(({ status }) => status) }, location, hint);
          }
        }
      }
    }
  },
});

/** An action with the responses that it may have, and the parts that make all of these invalid. */
interface JudgedAction {
  readonly name: string;
  readonly action: JsonObject;
  readonly places: readonly Place[];
  readonly unfit: readonly UnfitPart[];
}

/** Judges the actions of some maps one by one, unless their responses may contain anything. */
function* judge(context: RuleContext, bound: BoundEndpoint, maps: readonly ActionMapNode[]): Iterable<JudgedAction> {
  // A property that only requests or only responses have could make a value possible: both readings must agree. The check keeps
  // all that it has compared.
  const areDisjoint = createDisjointCheck(context.upgraded, [undefined, "response"]);
  const [ended, accepted] = [false, true].map((isAsync) => placesOf(context, bound, isAsync, areDisjoint));
  for (const map of maps) {
    for (const [name, action] of Object.entries(map.actions)) {
      if (!isObject(action) || !context.isWhole(own(action, "result"))) continue;
      const places = own(action, "async") === true ? accepted : ended;
      if (places) yield { name, action, places, unfit: unfitParts(context, { name, action, map, places, areDisjoint }) };
    }
  }
}

/** Returns a hint with a location where this fact of all actions of the endpoint can be valid, if there is one. */
function hintFor(
  context: RuleContext,
  bound: BoundEndpoint,
  maps: readonly ActionMapNode[],
  { fact, places }: { fact: "status" | "result"; places: readonly Place[] },
): { hint?: string } {
  const { upgraded } = context;
  const { [fact]: wrong, ...others } = bound.binding.envelope;
  const isApart = (pointer: string) =>
    Object.values(others).every((other) => !`${other}/`.startsWith(`${pointer}/`) && !`${pointer}/`.startsWith(`${other}/`));
  const fits = (pointer: string) => {
    const moved = { ...bound, binding: { ...bound.binding, envelope: { ...others, [fact]: pointer } } };
    for (const { action, places: responses, unfit } of judge(context, moved, maps)) {
      const hasFact = Object.hasOwn(action, fact === "result" ? "result" : "statuses");
      if (hasFact && responses.every(({ pointers }) => pointers[fact] === undefined)) return false;
      if (unfit.some((part) => part.fact !== undefined)) return false;
    }
    return true;
  };
  const pointers = places.flatMap(({ schema }) => pointersIn(schema, upgraded, fact === "status" ? ["string"] : undefined));
  const right = pointers.find((pointer) => pointer !== wrong && isApart(pointer) && fits(pointer));
  if (right === undefined) return {};
  const written = `x-platform-action-binding: { response: { ${fact}: ${right} } }`;
  const hint = `If it is at ${quote(right)}, write ${written} next to the operation's responses. Otherwise, change it, or the schema of the endpoint's response.`;
  return inPrefix(hint, context);
}

type Fact = "action" | "status" | "result";

/** A response of actions, and the locations that it has for their facts. */
interface Place {
  readonly status: string;
  readonly schema: JsonValue;
  readonly pointers: Readonly<Partial<Record<Fact, string>>>;
  readonly optional: ReadonlySet<Fact>;
  readonly isStatusNullable: boolean;
}

/** Returns the successes of actions of one kind; undefined if one of them may contain anything. */
function placesOf(
  context: RuleContext,
  bound: BoundEndpoint,
  isAsync: boolean,
  areDisjoint: DisjointCheck,
): readonly Place[] | undefined {
  const { binding } = bound;
  if (binding.isAssumed || binding.isText) return undefined;
  const places = successesOfKind(context, bound, isAsync).map((one) => placeOf(context, bound, one));
  const known = places.filter((place) => place !== undefined);
  if (known.length === 0 || known.length < places.length) return undefined;
  // A response without any valid body is another mistake.
  return known.some(({ schema }) => areDisjoint(schema, true)) ? undefined : known;
}

function placeOf(
  { upgraded, isWhole }: RuleContext,
  { binding: { envelope, withoutResult } }: BoundEndpoint,
  { status, json }: BoundResponse,
): Place | undefined {
  const schema = json[0]?.schema;
  if (schema === undefined || withoutResult.includes(status) || schemasIn(upgraded).of(schema).isFreeForm || !isWhole(schema))
    return undefined;
  if (envelope.result === "") return { status, schema, pointers: { result: "" }, optional: new Set(), isStatusNullable: false };
  const members = (["action", "status", "result"] as const).flatMap((fact) => {
    const pointer = envelope[fact];
    const member = pointer === undefined ? undefined : schemasIn(upgraded).at(schema, pointer);
    return member ? [{ fact, pointer: pointer!, member }] : [];
  });
  return {
    status,
    schema,
    pointers: Object.fromEntries(members.map(({ fact, pointer }) => [fact, pointer])),
    optional: new Set(members.flatMap(({ fact, member }) => (member.isRequired ? [] : [fact]))),
    isStatusNullable: members.some(({ fact, member }) => fact === "status" && member.schema.isNullable),
  };
}

/** An action of an endpoint, and the responses that it may have. */
interface Candidate {
  readonly name: string;
  readonly action: JsonObject;
  readonly map: ActionMapNode;
  readonly places: readonly Place[];
  readonly areDisjoint: DisjointCheck;
}

/** A part of an action that makes all its responses invalid; with its fact if another location may be right. */
interface UnfitPart {
  readonly what: string;
  readonly fact?: "status" | "result";
  readonly location: Location | undefined;
}

/** Schemas of an action's facts. */
type Facts = Readonly<Partial<Record<Fact, JsonValue>>>;

/** Returns the parts of an action that make all its responses invalid. */
function unfitParts(context: RuleContext, candidate: Candidate): UnfitPart[] {
  const { name, action, map } = candidate;
  const { locations } = context;
  const result = own(action, "result");
  const hasResult = Object.hasOwn(action, "result");
  const statuses = ownStrings(action, "statuses");
  const facts: Facts = {
    action: { const: name },
    ...(statuses.length > 0 && { status: { enum: [...statuses] } }),
    // Without a result, a body has one only if the response requires it: any value that is valid there.
    result: result ?? true,
  };
  const isUnfit = (some: Facts, needed: ReadonlySet<Fact>) => isUnfitFor(candidate, some, needed);
  const declared = new Set<Fact>(hasResult ? ["result"] : []);
  const wrong = new Set(
    statuses.filter((status) => isUnfit({ ...facts, status: { const: status } }, new Set(["status", ...declared]))),
  );
  // What can be valid with one of the statuses can be valid.
  if (wrong.size === statuses.length && isUnfit(facts, declared)) {
    if (isUnfit({ action: facts.action! }, new Set())) return [{ what: "the name", location: locations.key(map.actions, name) }];
    const isStatus = facts.status !== undefined && isUnfit({ action: facts.action!, status: facts.status }, new Set());
    if (!isStatus && hasResult) return [{ what: "the result", fact: "result", location: locations.key(action, "result") }];
  }
  // Another rule reports a status that no response has.
  const isKnown = (status: string) => allowedStatuses(context, map)?.statuses.has(status) ?? true;
  const listed = own(action, "statuses");
  const found = [...wrong].flatMap((status) => {
    if (!Array.isArray(listed) || !isKnown(status)) return [];
    return [
      {
        what: `the status ${quote(status)}`,
        fact: "status" as const,
        location: locations.value(listed, String(listed.indexOf(status))),
      },
    ];
  });
  const examples = Object.entries(ownObject(action, "examples") ?? {}).flatMap(([title, example]) => {
    if (!isObject(example)) return [];
    const parts = (["status", "result"] as const).flatMap((part) => {
      const value = own(example, part);
      return value === undefined || (part === "status" && (typeof value !== "string" || wrong.has(value))) ? [] : [part];
    });
    const isWrong = (some: readonly Fact[]) => {
      const values = some.map((part) => [part, onlyValue(own(example, part)!)]);
      return some.length > 0 && isUnfit({ action: facts.action!, ...Object.fromEntries(values) }, new Set(some));
    };
    // Parts that can be valid together can be valid alone.
    if (!isWrong(parts)) return [];
    return parts
      .filter((part) => (part !== "status" || isKnown(String(example["status"]))) && isWrong([part]))
      .map((part) => ({ what: `the ${part} of the example ${quote(title)}`, location: locations.key(example, part) }));
  });
  return [...found, ...examples];
}

/** Returns whether none of an action's responses can contain facts; those that are not needed may be absent. */
function isUnfitFor({ places, areDisjoint }: Candidate, facts: Facts, needed: ReadonlySet<Fact>): boolean {
  return places.every(({ schema, pointers, optional, isStatusNullable }) => {
    const placed = Object.entries(pointers).flatMap(([fact, pointer]): [string, JsonValue][] => {
      const value = facts[fact as Fact];
      if (value === undefined) return [];
      const isNullable = fact === "status" && isStatusNullable && !needed.has("status");
      return [[pointer, isNullable ? { anyOf: [value, { type: "null" }] } : value]];
    });
    const absent = Object.entries(pointers).filter(([fact]) => optional.has(fact as Fact) && !needed.has(fact as Fact));
    if (placed.length === 0) return false;
    return areDisjoint(schema, placeSchemas(Object.fromEntries(placed), new Set(absent.map(([, pointer]) => pointer))));
  });
}

/** Returns the schema of one value; that of an object shows each of its members. */
function onlyValue(value: JsonValue): JsonValue {
  if (!isObject(value)) return { const: value };
  const properties = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, onlyValue(member)]));
  return { type: "object", required: Object.keys(value), additionalProperties: false, properties };
}
