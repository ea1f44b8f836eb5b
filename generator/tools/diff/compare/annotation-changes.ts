import type { Direction } from "../../../json-schema/interpreter/walk.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import type { ContractVersion } from "../contract/contract-version.js";
import type { Pair } from "../contract/pairs.js";
import { at, type ChangePlaces } from "../rule.js";
import { type AnnotationRule, annotationRules } from "../rules/schema-annotations.js";

/** A keyword that restricts no values and changed. */
export interface AnnotationChange {
  readonly rule: AnnotationRule;
  /** From the value to the part that has it: `settings.kind`. */
  readonly path: string;
  readonly says: string;
  readonly places: ChangePlaces;
}

/** Compares the parts of schemas that stand at the same place; each pair once, however often schemas are used. */
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
      const [old, young] = [versions.before.resolve(before), versions.after.resolve(after)];
      if (!isObject(old) || !isObject(young) || !isNew(direction, before, after)) continue;
      for (const rule of annotationRules) {
        const valueIn = (schema: JsonObject, target: JsonObject) => own(schema, rule.keyword) ?? own(target, rule.keyword);
        const says = rule.says(valueIn(before, old), valueIn(after, young));
        if (says === undefined || (rule.direction ?? direction) !== direction) continue;
        changes.push({ rule, path, says, places: placesOf(rule.keyword, [before, old], [after, young]) });
      }
      if (old === before || isNew(direction, old, young)) pending.push(...partsOf({ before: old, after: young }, path));
    }
    return changes;
  };
}

function placesOf(keyword: string, before: readonly JsonObject[], after: readonly JsonObject[]): ChangePlaces {
  const find = (schemas: readonly JsonObject[]) => {
    const holder = schemas.find((schema) => own(schema, keyword) !== undefined);
    return holder ? at(holder, keyword) : at(schemas[0]!);
  };
  return { before: find(before), after: find(after) };
}

/** The parts of two schemas that stand at the same place. */
function partsOf({ before, after }: Pair<JsonObject>, path: string): (Pair<JsonValue> & { path: string })[] {
  const parts: (Pair<JsonValue> & { path: string })[] = [];
  const [old, young] = [ownObject(before, "properties") ?? {}, ownObject(after, "properties") ?? {}];
  for (const name of Object.keys(old)) {
    if (Object.hasOwn(young, name))
      parts.push({ before: old[name]!, after: young[name]!, path: path === "" ? name : `${path}.${name}` });
  }
  for (const [keyword, suffix] of [
    ["items", "[]"],
    ["additionalProperties", ".*"],
  ] as const) {
    const [one, other] = [own(before, keyword), own(after, keyword)];
    if (one !== undefined && other !== undefined) parts.push({ before: one, after: other, path: `${path}${suffix}` });
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const [one, other] = [own(before, keyword), own(after, keyword)];
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) continue;
    one.forEach((branch, index) => parts.push({ before: branch, after: other[index]!, path }));
  }
  return parts;
}
