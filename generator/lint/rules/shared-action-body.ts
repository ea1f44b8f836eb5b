import { quote } from "../../diagnostics/escape.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { resolveSchema } from "../../document/reference.js";
import { subschemaKeywords } from "../../document/visitor.js";
import { defineRule, type ActionNode, type RuleContext } from "../rule.js";

/** An action without a body accepts `{}` only. */
const noInput: JsonObject = { type: "object", additionalProperties: false };

/** Callers expect an action to mean the same for every type that has it. Exceptions must be explicit. */
export const sharedActionBody = defineRule({
  code: "shared-action-body",
  severity: "warning",
  comparesParts: true,
  message: ({ name, type, other }: { name: string; type: string; other: string }) =>
    `the action ${quote(name)} has a different body for ${quote(type)} than for ${quote(other)}`,
  hint: "Let both refer to the same schema, or write `x-<prefix>-distinct-body: true` in one of them.",
  cause: "Callers expect actions of the same name to take the same input for every service type.",
  bad: `
      x-platform-search-actions:
        restart:
          body: { type: object, additionalProperties: false, properties: { hard: { type: boolean } } }`,
  good: `
      x-platform-search-actions:
        restart:
          x-platform-distinct-body: true
          body: { type: object, additionalProperties: false, properties: { hard: { type: boolean } } }`,
  at: "operation",

  check(context, report) {
    const first = new Map<string, ActionNode>();
    for (const node of context.actions) {
      const other = first.get(node.name);
      if (!other) first.set(node.name, node);
      else if (
        other.type !== node.type &&
        !isOnPurpose(node, context) &&
        !isOnPurpose(other, context) &&
        !isSameSchema(context, bodyOf(node), bodyOf(other))
      ) {
        const location = context.locations.key(other.map, other.name);
        report({ name: node.name, type: node.type, other: other.type }, context.locations.key(node.map, node.name), {
          related: [location && { message: "the other action", location }],
        });
      }
    }
  },
});

function bodyOf({ action }: ActionNode): JsonValue {
  return own(action, "body") ?? noInput;
}

/** Earlier versions had no prefix. */
function isOnPurpose({ action }: ActionNode, { extensionPrefix }: RuleContext): boolean {
  return [`x-${extensionPrefix}-distinct-body`, "x-distinct-body"].some((key) => own(action, key) === true);
}

/** Keywords that don't affect which values are valid. */
const annotations = new Set([
  "title",
  "description",
  "examples",
  "example",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
  "externalDocs",
]);

/** Keywords whose lists are sets. */
const sets = new Set(["required", "enum", "type"]);

/** Keywords whose keys are names, which may look like keywords. */
const nameMaps = new Set([
  "dependentRequired",
  ...Object.keys(subschemaKeywords).filter((keyword) => subschemaKeywords[keyword]!.holds === "map"),
]);

/** True if two schemas are equal except for annotations, the order of keys, and whether parts are inline or behind a `$ref`. */
function isSameSchema(context: RuleContext, a: JsonValue, b: JsonValue): boolean {
  const pending: (readonly [JsonValue, JsonValue])[] = [[a, b]];
  // Each pair is compared once: that ends recursion, and a difference is found at the first visit.
  const seen = new Map<JsonValue, Set<JsonValue>>();
  const isNew = (left: JsonValue, right: JsonValue): boolean => {
    const partners = seen.get(left) ?? new Set();
    seen.set(left, partners);
    return !partners.has(right) && !!partners.add(right);
  };

  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [left, right] = [target(context, pair[0]), target(context, pair[1])];
    if (left === right) continue;
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      for (const [index, item] of left.entries()) pending.push([item, right[index]!]);
    } else {
      if (!isObject(left) || !isObject(right)) return false;
      if (!isNew(left, right)) continue;
      const parts = comparable(left, right);
      if (!parts) return false;
      pending.push(...parts);
    }
  }
  return true;
}

/** The pairs that must be equal for two schemas to be equal; absent if they differ already. */
function comparable(left: JsonObject, right: JsonObject): (readonly [JsonValue, JsonValue])[] | undefined {
  const keys = keywords(left);
  if (keys.length !== keywords(right).length || !keys.every((key) => Object.hasOwn(right, key))) return undefined;
  const pairs: (readonly [JsonValue, JsonValue])[] = [];
  for (const key of keys) {
    const [one, other] = [left[key]!, right[key]!];
    if (key === "const" || sets.has(key)) {
      const text = key === "const" ? JSON.stringify : asSet;
      if (text(one) !== text(other)) return undefined;
    } else if (nameMaps.has(key) && isObject(one) && isObject(other)) {
      const names = Object.keys(one);
      if (names.length !== Object.keys(other).length || !names.every((name) => Object.hasOwn(other, name))) return undefined;
      for (const name of names) pairs.push([one[name]!, other[name]!]);
    } else pairs.push([one, other]);
  }
  return pairs;
}

function keywords(schema: JsonObject): string[] {
  return Object.keys(schema).filter((key) => {
    if (annotations.has(key) || (key.startsWith("x-") && key !== "x-max-utf8-bytes")) return false;
    return !((key === "properties" || key === "required") && isEmpty(schema[key]!));
  });
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** The target of a lone reference; a reference with relevant siblings is returned unchanged. */
function target(context: RuleContext, value: JsonValue): JsonValue {
  return resolveSchema(value, schemasIn(context.upgraded).components, (reference) => keywords(reference).length === 1) ?? value;
}

/** A list as text, regardless of its order; the loader has sorted the keys of objects. */
function asSet(value: JsonValue): string {
  const items = Array.isArray(value) ? value : [value];
  return items
    .map((item) => JSON.stringify(item))
    .sort()
    .join();
}
