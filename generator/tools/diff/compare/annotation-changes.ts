import type { Direction } from "../../../json-schema/interpreter.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { forEachSubschema } from "../../../document/visitor.js";
import type { ContractVersion } from "../contract/contract-version.js";
import type { Pair } from "../contract/pairs.js";
import { at, type ChangeAnchors } from "../rule.js";
import { type AnnotationRule, annotationRules } from "../rules/schema-annotations.js";

/** A changed keyword that doesn't restrict values. */
export interface AnnotationChange {
  readonly rule: AnnotationRule;
  /** The path from the value to the part with the keyword: `settings.kind`. */
  readonly path: string;
  /** Completes a sentence about that part. */
  readonly message: string;
  readonly anchors: ChangeAnchors;
}

/** Compares the annotations of schemas and of their subschemas at the same path, each pair once. */
export function createAnnotationComparer(versions: Pair<ContractVersion>) {
  const seen = new Map<string, Map<JsonObject, Set<JsonObject>>>();
  const isNew = (direction: Direction, before: JsonObject, after: JsonObject): boolean => {
    const byBefore = seen.get(direction) ?? new Map<JsonObject, Set<JsonObject>>();
    const partners = byBefore.get(before) ?? new Set();
    seen.set(direction, byBefore.set(before, partners));
    return !partners.has(after) && !!partners.add(after);
  };

  return (root: Pair<JsonValue>, direction: Direction): AnnotationChange[] => {
    const changes: AnnotationChange[] = [];
    const pending: (Pair<JsonValue> & { path: string })[] = [{ ...root, path: "" }];
    for (let pair = pending.pop(); pair; pair = pending.pop()) {
      const { before, after, path } = pair;
      if (!isObject(before) || !isObject(after)) continue;
      const target = { before: versions.before.resolve(before), after: versions.after.resolve(after) };
      if (!isObject(target.before) || !isObject(target.after) || !isNew(direction, before, after)) continue;
      for (const rule of annotationRules) {
        const schemas = { before: [before, target.before], after: [after, target.after] };
        const message = rule.message(valueIn(schemas.before, rule.keyword), valueIn(schemas.after, rule.keyword), target.after);
        if (message === undefined || (rule.direction ?? direction) !== direction) continue;
        changes.push({ rule, path, message, anchors: keywordAnchors(rule.keyword, schemas) });
      }
      if (target.before === before || isNew(direction, target.before, target.after))
        pending.push(...subschemasOf({ before: target.before, after: target.after }, path));
    }
    return changes;
  };
}

/** Returns the value of a keyword next to a `$ref`, or else in the schema that it refers to. */
function valueIn(schemas: readonly JsonObject[], keyword: string): JsonValue | undefined {
  return schemas.map((schema) => own(schema, keyword)).find((value) => value !== undefined);
}

function keywordAnchors(keyword: string, { before, after }: Pair<readonly JsonObject[]>): ChangeAnchors {
  const find = (schemas: readonly JsonObject[]) => {
    const holder = schemas.find((schema) => own(schema, keyword) !== undefined);
    return holder ? at(holder, keyword) : at(schemas[0]!);
  };
  return { before: find(before), after: find(after) };
}

/** Returns the subschemas that both have at the same path, of those that apply to valid values. */
function subschemasOf({ before, after }: Pair<JsonObject>, path: string): (Pair<JsonValue> & { path: string })[] {
  const subschemas: (Pair<JsonValue> & { path: string })[] = [];
  forEachSubschema(before, (schema, { holds, subject, asserts }, { key, name }) => {
    const value = own(after, key);
    if (!asserts || subject === "name") return;
    // If the number of alternatives differs, they can't be matched.
    if (holds === "list" && subject === "value" && sizeOf(value) !== sizeOf(own(before, key))) return;
    const counterpart = name === undefined ? value : Array.isArray(value) ? value[Number(name)] : own(value, String(name));
    if (counterpart === undefined) return;
    const step = key === "properties" ? `.${name}` : key === "prefixItems" ? `[${name}]` : steps[subject];
    subschemas.push({ before: schema, after: counterpart, path: path === "" ? step.replace(/^\.(?!\*)/, "") : `${path}${step}` });
  });
  return subschemas;
}

function sizeOf(value: JsonValue | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}

/** The step in a path for a subschema without a name of its own. */
const steps = { value: "", property: ".*", item: "[]", content: "()", nothing: "" } as const;
