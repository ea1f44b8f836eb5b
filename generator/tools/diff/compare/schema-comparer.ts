import type { JsonValue } from "../../../document/json-value.js";
import { collectReasons, type LocatedReason } from "../../../json-schema/containment/collect-reasons.js";
import { declaration } from "../../../json-schema/containment/compare-objects.js";
import { createMeanings } from "../../../json-schema/containment/meaning.js";
import { createProver } from "../../../json-schema/containment/prover.js";
import type { PathStep } from "../../../json-schema/containment/reason.js";
import type { Source, Conjunction, SchemaView } from "../../../json-schema/containment/shape.js";
import { createView } from "../../../json-schema/containment/view.js";
import { findWitness } from "../../../json-schema/containment/witness/find-witness.js";
import { createSampler, type Sampler } from "../../../json-schema/containment/witness/sample-node.js";
import type { Direction } from "../../../json-schema/interpreter.js";
import type { LocatedPointer, Subject } from "../change.js";
import type { ContractVersion } from "../contract/contract-version.js";
import type { Pair } from "../contract/pairs.js";
import { at, type ChangeAnchors, type Rule, type Anchor } from "../rule.js";
import { type AnnotationChange, createAnnotationComparer } from "./annotation-changes.js";
import { joinFindings, type LocatedDifference, ruleFor } from "./differences.js";

/** A use of schemas, as in messages: `the body of "add_ip"`. */
interface SchemaUse {
  readonly text: string;
  /** The anchors of the use in each version, for schemas without a source. */
  readonly anchors: ChangeAnchors;
}

/** A difference between schemas, with all of their uses. */
export interface SchemaChange {
  readonly rule: Rule;
  /** The operation or action of each use. */
  readonly subjects: ReadonlyMap<string, Subject>;
  /** The path from the first value that uses the schemas to the changed part: `settings.kind`; empty for the value itself. */
  readonly path: string;
  /** The same path for each use. */
  readonly paths: ReadonlyMap<string, string>;
  /** Completes a sentence about the changed part. */
  readonly message: string;
  readonly before: LocatedPointer;
  readonly after: LocatedPointer;
  /** The pointer of the changed part: after the change, or before it if the part was removed. */
  readonly pointer: string;
  readonly uses: string[];
  /** The listed values that were added or removed. */
  readonly values: readonly JsonValue[];
  witness: JsonValue | undefined;
}

/** Compares schemas of two versions by the values that they accept. */
export interface SchemaComparer {
  /** Returns whether both are the same, except for descriptions. */
  isSame(before: JsonValue, after: JsonValue): boolean;
  /** Returns a function that records the differences between schemas of an operation or action. */
  about(subject: Subject): CompareSchemas;
  /** Returns the recorded differences, each once however often the schema is used. */
  changes(): readonly SchemaChange[];
}

/** Records the differences. `request`: clients send the values and servers read them; `response`: the reverse. */
export type CompareSchemas = (before: JsonValue, after: JsonValue, direction: Direction, use: SchemaUse) => void;

export function createSchemaComparer(versions: Pair<ContractVersion>): SchemaComparer {
  const meanings = createMeanings(versions.before.schemas, versions.after.schemas);
  const prover = createProver();
  const views: { [direction in Direction]?: Views } = {};
  type OpenChange = SchemaChange & { readonly paths: Map<string, string>; readonly subjects: Map<string, Subject> };
  const changes = new Map<string, OpenChange>();
  const annotationsOf = createAnnotationComparer(versions);

  const viewsOf = (direction: Direction): Views => {
    const known = views[direction];
    if (known) return known;
    const before = createView(versions.before.schemas, meanings.before, direction, versions.before.integers);
    const after = createView(versions.after.schemas, meanings.after, direction, versions.after.integers);
    const samplers = { before: createSampler(before.strict), after: createSampler(after.strict) };
    return (views[direction] = { before, after, samplers });
  };

  const note = (difference: LocatedDifference, direction: Direction, use: SchemaUse, roots: Roots, subject: Subject): void => {
    const rule = ruleFor(difference, direction);
    const path = pathOf(difference);
    const [before, after] = [placeIn("before", difference, use), placeIn("after", difference, use)];
    const key = JSON.stringify([rule.id, before.pointer, after.pointer, difference.narrowed?.name ?? difference.widened?.name]);
    const known = changes.get(key);
    const hasWitness = rule.breaks === "nobody" || (known && (known.witness !== undefined || known.uses.length >= maxTries));
    const witness = hasWitness
      ? undefined
      : witnessOf(relevantSides(difference, rule, direction), roots, viewsOf(direction).samplers);
    if (known) {
      if (!known.paths.has(use.text)) known.uses.push(use.text);
      known.paths.set(use.text, known.paths.get(use.text) ?? path);
      known.subjects.set(use.text, subject);
      known.witness ??= witness;
      return;
    }
    const { pointer } = isGone(difference) ? before : after;
    const paths = new Map([[use.text, path]]);
    const subjects = new Map([[use.text, subject]]);
    const message = rule.message(difference);
    const values = [...(difference.narrowed?.values ?? []), ...(difference.widened?.values ?? [])];
    const uses = [use.text];
    changes.set(key, { rule, path, paths, subjects, message, before, after, pointer, uses, values, witness });
  };

  const noteAnnotation = ({ rule, path, message, anchors }: AnnotationChange, { text }: SchemaUse, subject: Subject): void => {
    const [before, after] = [versions.before.locate(anchors.before!), versions.after.locate(anchors.after!)];
    const key = JSON.stringify([rule.id, before.pointer, after.pointer]);
    if (changes.has(key)) return;
    const paths = new Map([[text, path]]);
    const subjects = new Map([[text, subject]]);
    const { pointer } = after;
    const rest = { before, after, pointer, uses: [text], values: [], witness: undefined };
    changes.set(key, { rule, path, paths, subjects, message, ...rest });
  };

  const placeIn = (side: "before" | "after", difference: LocatedDifference, use: SchemaUse): LocatedPointer => {
    const version = versions[side];
    const anchors = [...anchorsOf(side, difference), use.anchors[side]].filter((anchor) => anchor !== undefined);
    const found = anchors.map((anchor) => version.locate(anchor));
    return found.find(({ location }) => location !== undefined) ?? found[0] ?? { pointer: "", location: undefined };
  };

  return {
    isSame: (before, after) => meanings.before(before) === meanings.after(after),
    about: (subject) => (before, after, direction, use) => {
      for (const change of annotationsOf({ before, after }, direction)) noteAnnotation(change, use, subject);
      if (meanings.before(before) === meanings.after(after)) return;
      const views = viewsOf(direction);
      const roots: Roots = {
        before: views.before.strict.node([before]),
        after: views.after.strict.node([after]),
        read: views.before.open.node([before]),
      };
      const findings = {
        narrowed: collectReasons(prover, roots.before, roots.after),
        widened: collectReasons(prover, roots.after, roots.read),
        grown: collectReasons(prover, roots.after, roots.before),
      };
      for (const difference of joinFindings(findings, direction)) note(difference, direction, use, roots, subject);
    },
    changes: () => [...changes.values()],
  };
}

/** The maximum number of uses of a schema in which to look for a witness. */
const maxTries = 3;

interface Views {
  readonly before: { readonly strict: SchemaView; readonly open: SchemaView };
  readonly after: { readonly strict: SchemaView; readonly open: SchemaView };
  readonly samplers: Pair<Sampler>;
}

/** The schemas to compare; `read` is `before` as its readers accept it. */
interface Roots extends Pair<Conjunction> {
  readonly read: Conjunction;
}

/** Returns whether only `before` has the changed part. */
function isGone({ kind, variant }: LocatedDifference): boolean {
  if (kind === "declared") return variant === "widened";
  return (kind === "property" || kind === "alternative") && (variant === "narrowed" || variant === "changed");
}

/**
 * Returns the side of a difference that its rule is about. A property that was required and is removed is no longer required, too: a
 * value without it demonstrates nothing that breaks clients.
 */
function relevantSides(difference: LocatedDifference, { breaks }: Rule, direction: Direction): LocatedDifference {
  const { narrowedAt, widenedAt, ...rest } = difference;
  if (!narrowedAt || !widenedAt || breaks === "both") return difference;
  return (breaks === "client") === (direction === "request") ? { ...rest, narrowedAt } : { ...rest, widenedAt };
}

/** Returns a value that only one version accepts: one that is now rejected, otherwise one that is newly accepted. */
function witnessOf(
  { narrowedAt, widenedAt }: LocatedDifference,
  { before, after, read }: Roots,
  samplers: Pair<Sampler>,
): JsonValue | undefined {
  const narrowed = narrowedAt && findWitness(narrowedAt, before, after, samplers.before);
  // A witness may be null.
  if (narrowed !== undefined || !widenedAt) return narrowed;
  return findWitness(widenedAt, after, read, samplers.after);
}

/** Returns the anchors of a difference, the nearest first. */
function anchorsOf(side: "before" | "after", { narrowedAt, widenedAt }: LocatedDifference): (Anchor | undefined)[] {
  const sides = [
    narrowedAt && { located: narrowedAt, isLeft: side === "before" },
    widenedAt && { located: widenedAt, isLeft: side === "after" },
  ];
  return sides.flatMap((found) => (found ? anchorsOfReason(found.located, found.isLeft) : []));
}

function anchorsOfReason({ reason, way, left, right }: LocatedReason, isLeft: boolean): (Anchor | undefined)[] {
  const source = isLeft ? reason.left : reason.right;
  const nodes = [isLeft ? left : right, ...way.toReversed().map((part) => (isLeft ? part.left : part.right))];
  const isAboutProperty = isLeft && reason.name !== undefined && reason.kind !== "other";
  const declared = isAboutProperty ? declaration(reason.shape, reason.name!) : undefined;
  return [declared, source, ...nodes.map(sourceOfNode)].map((found) => found && anchorOf(found));
}

function sourceOfNode({ schemas }: Conjunction): Source | undefined {
  const schema = schemas.find((item) => item !== false);
  return schema && { schema };
}

function anchorOf({ schema, keyword }: Source): Anchor {
  return at(schema, keyword);
}

/** Returns the path from the value to the changed part: `settings.kind`. */
function pathOf({ narrowedAt, widenedAt }: LocatedDifference): string {
  const { way, reason } = (narrowedAt ?? widenedAt)!;
  const steps: PathStep[] = way.map(({ step }) => step);
  if (reason.name !== undefined && reason.kind !== "other") steps.push({ kind: "property", name: reason.name });
  return steps.map(stepText).join("").replace(/^\./, "");
}

function stepText(step: PathStep): string {
  switch (step.kind) {
    case "property":
      return `.${step.name}`;
    case "item":
      return `[${step.index}]`;
    case "items":
      return "[]";
    case "other":
      return ".*";
    case "content":
      return "()";
  }
  return step satisfies never;
}
