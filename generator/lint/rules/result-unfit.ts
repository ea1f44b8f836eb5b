import type { BoundResponse } from "../../binding/binding.js";
import type { Location } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { placeSchemas } from "../../json-schema/place-schemas.js";
import { boundEndpoints, successesOfKind, type BoundEndpoint } from "../bindings.js";
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
    // A property that only requests or only responses have could make a value possible: both readings must agree.
    const areDisjoint = createDisjointCheck(context.upgraded, [undefined, "response"]);
    const maps = mapsByEndpoint(context);
    for (const bound of boundEndpoints(context)) {
      const places = [false, true].map((isAsync) => placesOf(context, bound, isAsync, areDisjoint));
      for (const map of maps.get(bound.endpoint.operation) ?? []) {
        for (const [name, action] of Object.entries(map.actions)) {
          const mine = isObject(action) ? places[own(action, "async") === true ? 1 : 0] : undefined;
          if (!mine || !isObject(action) || !context.isWhole(own(action, "result"))) continue;
          for (const { what, location } of unfitParts(context, { name, action, map, places: mine, areDisjoint })) {
            report({ what, action: name, statuses: mine.map(({ status }) => status) }, location);
          }
        }
      }
    }
  },
});

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

/** An action, and the responses it may have. */
interface Candidate {
  readonly name: string;
  readonly action: JsonObject;
  readonly map: ActionMapNode;
  readonly places: readonly Place[];
  readonly areDisjoint: DisjointCheck;
}

/** Schemas of an action's facts. */
type Facts = Readonly<Partial<Record<Fact, JsonValue>>>;

/** Returns the parts of an action that make all its responses invalid. */
function unfitParts(context: RuleContext, candidate: Candidate): { what: string; location: Location | undefined }[] {
  const { name, action, map } = candidate;
  const { locations } = context;
  const result = own(action, "result");
  const hasResult = Object.hasOwn(action, "result");
  const statuses = ownStrings(action, "statuses");
  const facts: Facts = {
    action: { const: name },
    ...(statuses.length > 0 && { status: { enum: [...statuses] } }),
    // Without a result, a body has one only if the response requires it: any object.
    result: result ?? { type: "object" },
  };
  const isUnfit = (some: Facts, needed: ReadonlySet<Fact>) => isUnfitFor(candidate, some, needed);
  const declared = new Set<Fact>(hasResult ? ["result"] : []);
  if (isUnfit(facts, declared)) {
    if (isUnfit({ action: facts.action! }, new Set())) return [{ what: "the name", location: locations.key(map.actions, name) }];
    const isStatus = facts.status !== undefined && isUnfit({ action: facts.action!, status: facts.status }, new Set());
    if (!isStatus) {
      const location = hasResult ? locations.key(action, "result") : locations.key(map.actions, name);
      return [{ what: hasResult ? "the result" : "a result, an object,", location }];
    }
  }
  const known = allowedStatuses(context, map)?.statuses;
  const listed = own(action, "statuses");
  const wrong = new Set(
    statuses.filter((status) => isUnfit({ ...facts, status: { const: status } }, new Set(["status", ...declared]))),
  );
  const found = [...wrong].flatMap((status) => {
    // Another rule reports a status that no response has.
    if (!Array.isArray(listed) || (known && !known.has(status))) return [];
    return [{ what: `the status ${quote(status)}`, location: locations.value(listed, String(listed.indexOf(status))) }];
  });
  const examples = Object.entries(ownObject(action, "examples") ?? {}).flatMap(([title, example]) => {
    if (!isObject(example)) return [];
    return (["status", "result"] as const).flatMap((part) => {
      const value = own(example, part);
      if (
        value === undefined ||
        (part === "status" && (typeof value !== "string" || wrong.has(value) || (known && !known.has(value))))
      )
        return [];
      if (!isUnfit({ action: facts.action!, [part]: onlyValue(value) }, new Set([part]))) return [];
      return [{ what: `the ${part} of the example ${quote(title)}`, location: locations.key(example, part) }];
    });
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
