import { isObject, type JsonObject, type JsonValue } from "../../json-value.js";
import { parsePattern, type TextPattern } from "./i-regexp.js";
import type { Condition, Operand, Operator, Query, Segment, Selector } from "./query.js";

/** A selected value and its container; the root has none. */
export interface SelectedNode {
  readonly value: JsonValue;
  readonly holder?: JsonObject | JsonValue[];
  readonly key?: string | number;
  /** The number of maps and lists around it. */
  readonly depth: number;
}

/** The remaining work of queries. */
export interface Budget {
  steps: number;
}

/** Thrown if a query exceeds the budget. */
export class TooCostly extends Error {}

type Context = {
  readonly root: JsonValue;
  readonly spend: (steps: number) => void;
  readonly patterns: Map<string, TextPattern | undefined>;
};

/** Returns the values that a query selects in a document, in the order of RFC 9535. Throws `TooCostly`. */
export function runQuery({ segments }: Pick<Query, "segments">, root: JsonValue, budget: Budget): readonly SelectedNode[] {
  const spend = (steps: number) => {
    if ((budget.steps -= steps) < 0) throw new TooCostly();
  };
  return select(segments, [{ value: root, depth: 0 }], { root, spend, patterns: new Map() });
}

function select(segments: readonly Segment[], from: readonly SelectedNode[], context: Context): readonly SelectedNode[] {
  let nodes = from;
  for (const { isDescendant, selectors } of segments) {
    const next: SelectedNode[] = [];
    const visit = (node: SelectedNode): void => {
      for (const selector of selectors) selectChildren(selector, node, next, context);
      if (isDescendant) for (const child of childrenOf(node, context)) visit(child);
    };
    for (const node of nodes) visit(node);
    nodes = next;
  }
  return nodes;
}

function childrenOf({ value, depth }: SelectedNode, { spend }: Context): SelectedNode[] {
  if (Array.isArray(value)) {
    spend(value.length + 1);
    return value.map((item, key) => ({ value: item, holder: value, key, depth: depth + 1 }));
  }
  if (!isObject(value)) return [];
  const entries = Object.entries(value);
  spend(entries.length + 1);
  return entries.map(([key, item]) => ({ value: item, holder: value, key, depth: depth + 1 }));
}

function selectChildren(selector: Selector, node: SelectedNode, selected: SelectedNode[], context: Context): void {
  context.spend(1);
  const { value } = node;
  const depth = node.depth + 1;
  if (selector.kind === "name") {
    const { name: key } = selector;
    if (isObject(value) && Object.hasOwn(value, key)) selected.push({ value: value[key]!, holder: value, key, depth });
  } else if (selector.kind === "wildcard") {
    for (const child of childrenOf(node, context)) selected.push(child);
  } else if (selector.kind === "filter") {
    for (const child of childrenOf(node, context)) if (holds(selector.condition, child.value, context)) selected.push(child);
  } else if (Array.isArray(value)) {
    for (const key of indexesOf(selector, value.length)) {
      context.spend(1);
      selected.push({ value: value[key]!, holder: value, key, depth });
    }
  }
}

function* indexesOf(selector: Selector & { kind: "index" | "slice" }, length: number): Generator<number> {
  if (selector.kind === "index") {
    const index = selector.index < 0 ? length + selector.index : selector.index;
    if (index >= 0 && index < length) yield index;
    return;
  }
  const { step = 1 } = selector;
  const from = (bound: number | undefined, otherwise: number, least: number, most: number) => {
    const index = bound === undefined ? otherwise : bound < 0 ? length + bound : bound;
    return Math.min(Math.max(index, least), most);
  };
  if (step > 0) {
    const end = from(selector.end, length, 0, length);
    for (let index = from(selector.start, 0, 0, length); index < end; index += step) yield index;
  } else if (step < 0) {
    const end = from(selector.end, -1, -1, length - 1);
    const start = from(selector.start, length - 1, -1, length - 1);
    for (let index = start; index > end; index += step) yield index;
  }
}

function holds(condition: Condition, current: JsonValue, context: Context): boolean {
  context.spend(1);
  switch (condition.kind) {
    case "or":
      return condition.conditions.some((inner) => holds(inner, current, context));
    case "and":
      return condition.conditions.every((inner) => holds(inner, current, context));
    case "not":
      return !holds(condition.condition, current, context);
    case "exists":
      return nodesOf(condition.query, current, context).length > 0;
    case "compare":
      return compares(
        valueOf(condition.left, current, context),
        condition.operator,
        valueOf(condition.right, current, context),
        context,
      );
    case "matches":
      return matches(
        valueOf(condition.text, current, context),
        valueOf(condition.pattern, current, context),
        condition.whole,
        context,
      );
  }
}

function nodesOf(query: Query, current: JsonValue, context: Context): readonly SelectedNode[] {
  return select(query.segments, [{ value: query.from === "root" ? context.root : current, depth: 0 }], context);
}

/** `undefined` is Nothing of RFC 9535. */
function valueOf(operand: Operand, current: JsonValue, context: Context): JsonValue | undefined {
  if (operand.kind === "literal") return operand.value;
  if (operand.kind === "length") return lengthOf(valueOf(operand.of, current, context));
  const nodes = nodesOf(operand.query, current, context);
  if (operand.kind === "count") return nodes.length;
  return nodes.length === 1 ? nodes[0]!.value : undefined;
}

function lengthOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

function compares(left: JsonValue | undefined, operator: Operator, right: JsonValue | undefined, context: Context): boolean {
  switch (operator) {
    case "==":
      return isEqual(left, right, context);
    case "!=":
      return !isEqual(left, right, context);
    case "<":
      return isLess(left, right);
    case ">":
      return isLess(right, left);
    case "<=":
      return isLess(left, right) || isEqual(left, right, context);
    case ">=":
      return isLess(right, left) || isEqual(left, right, context);
  }
}

function isEqual(left: JsonValue | undefined, right: JsonValue | undefined, context: Context): boolean {
  context.spend(1);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index]!, context));
  }
  if (isObject(left) && isObject(right)) {
    const keys = Object.keys(left);
    const isAlike = keys.length === Object.keys(right).length;
    return isAlike && keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key]!, right[key]!, context));
  }
  return left === right;
}

/** Only numbers and strings are ordered; strings by code point. */
function isLess(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (typeof left === "number" && typeof right === "number") return left < right;
  if (typeof left !== "string" || typeof right !== "string") return false;
  const [a, b] = [[...left], [...right]];
  const at = a.findIndex((character, index) => character !== b[index]);
  return at < 0 ? a.length < b.length : at < b.length && a[at]!.codePointAt(0)! < b[at]!.codePointAt(0)!;
}

/** An invalid pattern matches nothing. */
function matches(
  text: JsonValue | undefined,
  pattern: JsonValue | undefined,
  whole: boolean,
  { patterns, spend }: Context,
): boolean {
  if (typeof text !== "string" || typeof pattern !== "string") return false;
  if (!patterns.has(pattern)) patterns.set(pattern, parsePattern(pattern));
  const parsed = patterns.get(pattern);
  if (!parsed) return false;
  const characters = [...text];
  if (whole) return parsed.ends(characters, new Set([0]), spend).has(characters.length);
  const starts = new Set(Array.from({ length: characters.length + 1 }, (_, start) => start));
  return parsed.ends(characters, starts, spend).size > 0;
}
