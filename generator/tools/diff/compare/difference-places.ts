import type { LocatedDifference } from "./differences.js";
import { at, type Spot } from "../rule.js";
import type { LocatedReason } from "../../../json-schema/containment/collect-reasons.js";
import { declaration } from "../../../json-schema/containment/compare-objects.js";
import type { Step } from "../../../json-schema/containment/reason.js";
import type { Source } from "../../../json-schema/containment/shape.js";
import type { Node } from "../../../json-schema/containment/view.js";

/** Where a difference stands, the nearest first. */
export function spotsOf(side: "before" | "after", { narrowedAt, widenedAt }: LocatedDifference): (Spot | undefined)[] {
  const sides = [
    narrowedAt && { located: narrowedAt, isLeft: side === "before" },
    widenedAt && { located: widenedAt, isLeft: side === "after" },
  ];
  return sides.flatMap((found) => (found ? spotsOfReason(found.located, found.isLeft) : []));
}

function spotsOfReason({ reason, way, left, right }: LocatedReason, isLeft: boolean): (Spot | undefined)[] {
  const source = isLeft ? reason.left : reason.right;
  const nodes = [isLeft ? left : right, ...way.toReversed().map((part) => (isLeft ? part.left : part.right))];
  const isAboutProperty = isLeft && reason.name !== undefined && reason.kind !== "other";
  const declared = isAboutProperty ? declaration(reason.shape, reason.name!) : undefined;
  return [declared, source, ...nodes.map(sourceOfNode)].map((found) => found && spotOf(found));
}

function sourceOfNode({ schemas }: Node): Source | undefined {
  const schema = schemas.find((item) => item !== false);
  return schema && { schema };
}

function spotOf({ schema, keyword }: Source): Spot {
  return at(schema, keyword);
}

/** From the value to the part that changed: `settings.kind`. */
export function pathOf({ narrowedAt, widenedAt }: LocatedDifference): string {
  const { way, reason } = (narrowedAt ?? widenedAt)!;
  const steps: Step[] = way.map(({ step }) => step);
  if (reason.name !== undefined && reason.kind !== "other") steps.push({ kind: "property", name: reason.name });
  return steps.map(stepText).join("").replace(/^\./, "");
}

function stepText(step: Step): string {
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
