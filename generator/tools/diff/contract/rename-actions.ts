import { compare } from "../../../diagnostics/diagnostic.js";
import { editDistance } from "../../../diagnostics/suggest.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { ActionSide } from "./action-side.js";
import type { ActionPair } from "./pairs.js";
import { bodyOf, resultOf } from "./action-schemas.js";

/** Whether two schemas of the two versions say the same. */
export type IsSame = (before: JsonValue, after: JsonValue) => boolean;

/** How alike two names must be, from 0 to 1, where the rest is the same, and where it isn't. */
const alikeWithSameSchemas = 0.3;
const alikeAlone = 0.6;

/** Pairs of an action that is gone and one that is new and seem to be the same by another name, the likeliest first. */
export function findRenames(gone: readonly ActionSide[], young: readonly ActionSide[], isSame: IsSame): ActionPair[] {
  const pairs = gone.flatMap((before) => young.map((after) => ({ before, after, likeness: likeness(before, after, isSame) })));
  const likely = pairs
    .filter(({ likeness: score }) => score > 0)
    .sort((a, b) => b.likeness - a.likeness || compare(a.before.model.name, b.before.model.name));
  const taken = new Set<ActionSide>();
  return likely.flatMap(({ before, after }) => {
    if (taken.has(before) || taken.has(after)) return [];
    taken.add(before).add(after);
    return [{ before, after }];
  });
}

/** 0: not the same action. */
function likeness(before: ActionSide, after: ActionSide, isSame: IsSame): number {
  const names = nameLikeness(before.model.name, after.model.name);
  const hasContent = before.model.takesInput || before.object["result"] !== undefined;
  const isSameContent = isSame(bodyOf(before), bodyOf(after)) && isSame(resultOf(before), resultOf(after));
  if (isSameContent && hasContent) return names >= alikeWithSameSchemas ? 1 + names : 0;
  return names >= alikeAlone ? names : 0;
}

/** 1 for names that are the same but for letter case, separators and the order of their words; 0 for the most different. */
function nameLikeness(before: string, after: string): number {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const shared = one.filter((word) => other.includes(word)).length;
  const byWords = shared / Math.max(one.length, other.length);
  const [a, b] = [one.join(""), other.join("")];
  return Math.max(byWords, 1 - editDistance(a, b) / Math.max(a.length, b.length));
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
