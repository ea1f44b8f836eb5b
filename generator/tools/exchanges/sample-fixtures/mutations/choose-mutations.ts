import { compare } from "../../../../diagnostics/diagnostic.js";
import type { JsonValue } from "../../../../document/json-value.js";
import type { Finding } from "../../finding.js";
import type { Sampling } from "../../../../json-schema/samples/sample-value.js";
import { mutateAnyValue } from "./any-value.js";
import { withPart } from "./edit-value.js";
import { mutateList, mutateObject } from "./list-and-object.js";
import { exclusive, type Mutation } from "./mutation.js";
import { findPositions } from "./positions.js";
import { shrinkValue } from "./shrink-value.js";
import { mutateNumber, mutateText } from "./text-and-number.js";

/** An invalid value, and what is wrong with it. */
export interface InvalidValue {
  readonly mutation: Mutation;
  readonly value: JsonValue;
  readonly findings: readonly Finding[];
}

/** Says what is wrong with a value; pointers begin at `root`. */
export interface Check {
  readonly root: string;
  (value: JsonValue): readonly Finding[];
}

interface Candidate {
  readonly mutation: Mutation;
  readonly value: JsonValue;
}

/**
 * For each rule that a schema has one value that breaks it and, where that is possible, nothing else. Values are changed from
 * valid ones and checked: what breaks another rule than was meant is left out.
 */
export function chooseMutations(sampling: Sampling, schema: JsonValue, valid: JsonValue, check: Check): InvalidValue[] {
  const byRule = new Map<string, Candidate[]>();
  const small = shrinkValue(valid, (value) => sampling.judge(schema, value, sampling.direction).fits === true);
  for (const position of sampling.random.shuffle(findPositions(sampling, schema, small, valid))) {
    const mutations = [
      ...mutateAnyValue(position),
      ...mutateText(position),
      ...mutateNumber(position),
      ...mutateList(position),
      ...mutateObject(sampling, position),
    ];
    for (const mutation of mutations) {
      const value = withPart(position.root, mutation.pointer, mutation.value);
      if (value !== undefined) byRule.set(mutation.rule, [...(byRule.get(mutation.rule) ?? []), { mutation, value }]);
    }
  }
  return [...byRule.keys()].sort(compare).flatMap((rule) => {
    const candidates = byRule.get(rule)!;
    // Where length is the matter, the shortest is enough to show it.
    if (rule.startsWith("max")) candidates.sort((a, b) => sizeOf(a.value) - sizeOf(b.value));
    return chooseBest(candidates, check) ?? [];
  });
}

function sizeOf(value: JsonValue): number {
  return JSON.stringify(value).length;
}

function chooseBest(candidates: readonly Candidate[], check: Check): InvalidValue | undefined {
  let good: InvalidValue | undefined;
  for (const { mutation, value } of candidates) {
    const findings = check(value);
    const isMeant = findings.some(({ pointer, rule }) => {
      if (mutation.rule === exclusive) return true;
      // Of alternatives another field may be the one that is missed.
      const within = mutation.rule === "required" ? mutation.pointer.replace(/\/[^/]*$/, "") : mutation.pointer;
      return rule === mutation.rule && pointer.startsWith(check.root + within);
    });
    if (!isMeant) continue;
    if (findings.length === 1) return { mutation, value, findings };
    good ??= { mutation, value, findings };
  }
  return good;
}
