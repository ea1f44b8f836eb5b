import type { LocatedReason } from "../../../json-schema/containment/collect-reasons.js";
import type { PathStep } from "../../../json-schema/containment/reason.js";
import { schemaRules } from "../rules/index.js";
import type { Difference, SchemaRule } from "../rule.js";
import { declaration } from "../../../json-schema/containment/compare-objects.js";
import type { Direction } from "../../../json-schema/interpreter.js";

/** A difference with the steps to it in both comparisons. */
export interface LocatedDifference extends Difference {
  readonly narrowedAt?: LocatedReason;
  readonly widenedAt?: LocatedReason;
}

/** The results of the three comparisons of two schemas. */
export interface Findings {
  /** Why `before` is not contained in `after`. */
  readonly narrowed: readonly LocatedReason[];
  /** Why `after` is not contained in the values that readers of `before` accept. */
  readonly widened: readonly LocatedReason[];
  /** Why `after` is not contained in `before`, strictly. */
  readonly grown: readonly LocatedReason[];
}

/**
 * Joins reasons of different comparisons about the same part, so that an edit becomes a single difference if possible.
 */
export function joinFindings(findings: Findings, direction: Direction): LocatedDifference[] {
  const widened = new Set(findings.widened);
  const byKey = new Map<string, LocatedReason[]>();
  for (const located of findings.widened) {
    const key = keyOf(located);
    byKey.set(key, [...(byKey.get(key) ?? []), located]);
  }
  const take = (wanted: string): LocatedReason | undefined => {
    const found = byKey.get(wanted)?.shift();
    if (found) widened.delete(found);
    return found;
  };
  const differences = findings.narrowed.map((located): LocatedDifference => {
    const { kind } = located.reason;
    // A removed property is also no longer required.
    const other =
      kind === "property" ? take(keyOf(located, "required")) : schemaRules[kind][direction].changed && take(keyOf(located));
    return other ? changed(located, other) : { kind, variant: "narrowed", narrowed: located.reason, narrowedAt: located };
  });
  for (const located of widened) differences.push(widenedDifference(located, direction));
  differences.push(...growthIn(findings, differences));
  return withoutImplied(differences);
}

/** Leaves out implied differences: the contents of a removed property, and the declaration of a newly required one. */
function withoutImplied(differences: readonly LocatedDifference[]): LocatedDifference[] {
  const reported = (...kinds: readonly string[]) =>
    new Set(differences.filter(({ kind }) => kinds.includes(kind)).flatMap((difference) => partsOf(difference)));
  const [gone, known] = [reported("property"), reported("property", "required")];
  return differences.filter((difference) => {
    if (gone.size > 0 && holdersOf(difference).some((part) => gone.has(part))) return false;
    return difference.kind !== "declared" || !partsOf(difference).some((part) => known.has(part));
  });
}

/** Returns the properties on the path to a change, as parts. */
function holdersOf({ narrowedAt, widenedAt }: LocatedDifference): string[] {
  const steps = (narrowedAt ?? widenedAt)!.way.map(({ step }) => step);
  return steps.flatMap((step, index) => (step.kind === "property" ? partKey(steps.slice(0, index), step.name) : []));
}

function partsOf({ narrowedAt, widenedAt }: LocatedDifference): string[] {
  return [narrowedAt, widenedAt].flatMap((located) => (located ? partOf(located) : []));
}

/** Returns the additional values that objects may have after the change, unless another difference reports them. */
function growthIn({ grown }: Findings, differences: readonly LocatedDifference[]): LocatedDifference[] {
  const parts = (side: "narrowedAt" | "widenedAt") => differences.flatMap((found) => (found[side] ? partOf(found[side]) : []));
  const widened = new Set(parts("widenedAt"));
  // A new required property is reported as such.
  const required = new Set([...widened, ...parts("narrowedAt")]);
  return grown.flatMap((located): LocatedDifference[] => {
    const { kind } = located.reason;
    const part = partOf(located);
    if (kind !== "closed" && (kind === "property" ? required : widened).has(part)) return [];
    if (kind !== "closed" && kind !== "property") widened.add(part);
    const isExtra = kind === "property" || kind === "closed";
    return [{ kind: isExtra ? kind : "other", variant: "grown", widened: located.reason, widenedAt: located }];
  });
}

function changed(narrowed: LocatedReason, widened: LocatedReason): LocatedDifference {
  const { kind } = narrowed.reason;
  return {
    kind,
    variant: "changed",
    narrowed: narrowed.reason,
    widened: widened.reason,
    narrowedAt: narrowed,
    widenedAt: widened,
  };
}

function widenedDifference(located: LocatedReason, direction: Direction): LocatedDifference {
  const { kind, shape, name } = located.reason;
  // If responses are open, removing a property rejects no value; the property is just no longer sent.
  const isGone = kind === "required" && direction === "response" && !declaration(shape, name!);
  const difference = { widened: located.reason, widenedAt: located };
  return isGone ? { kind: "property", variant: "changed", ...difference } : { kind, variant: "widened", ...difference };
}

/** Returns the rule about a difference. If none covers a change in both directions, returns the rule about clients. */
export function ruleFor({ kind, variant }: Difference, direction: Direction): SchemaRule {
  const rules = schemaRules[kind][direction];
  const rule = rules[variant] ?? (variant === "changed" ? rules.narrowed : undefined);
  return rule ?? schemaRules.other[direction][variant === "grown" ? "widened" : variant]!;
}

/** Returns a key for the part that a reason is about, whatever the reason. */
function partOf({ way, reason }: LocatedReason): string {
  // A condition may be about a property, but the change is in the schema that has the condition.
  const name = reason.kind === "other" ? undefined : reason.name;
  return partKey(
    way.map(({ step }) => step),
    name,
  );
}

function partKey(steps: readonly PathStep[], name: string | undefined): string {
  return JSON.stringify([steps.map((step) => ("name" in step ? [step.name] : "index" in step ? step.index : step.kind)), name]);
}

function keyOf(located: LocatedReason, kind: string = located.reason.kind): string {
  return `${kind} ${partOf(located)}`;
}
