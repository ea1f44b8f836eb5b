import { quote } from "../../diagnostics/escape.js";
import type { JsonValue } from "../../document/json-value.js";
import { alternativesOf } from "./alternatives.js";
import { highest, lowest } from "./compare-numbers.js";
import { restrict } from "./containment.js";
import { itemNode, namesIn, otherNode, prefixLength, propertyNode } from "./parts.js";
import type { Prover } from "./prover.js";
import type { Bound, Conjunction, Shape } from "./shape.js";
import { typeSet, typesIn } from "./type-set.js";

/** The maximum number of nodes to look at; the others count as satisfiable. */
const maxNodes = 20_000;

/** The parts that the values of a shape need. */
interface Needs {
  /** The shape with one type. */
  readonly piece: Shape;
  readonly all: readonly Part[];
  /** An object's declared properties, of which it has at least `least`, or the schema of others. */
  readonly some?: { readonly least: number; readonly declared: readonly Conjunction[]; readonly other: Conjunction };
}

interface Part {
  /** In a message: `its items`. */
  readonly label: string;
  readonly node: Conjunction;
}

interface Entry {
  readonly node: Conjunction;
  /** What the values of each shape need; first the shapes that exclude least. */
  readonly needs: readonly Needs[];
  isSatisfiable: boolean;
  /** Entries that may need this one. */
  readonly users: Set<Entry>;
}

/** Why no value is valid for a node. */
export interface Conflict {
  /** Whether every shape is excluded by `not`, or by another alternative of `oneOf`. */
  readonly overlaps: boolean;
  /** A part that every value needs and that no value is valid for. */
  readonly part?: Part;
}

/** Finds nodes that no value is valid for. */
export interface ConflictFinder {
  /** Returns why no value is valid, if that can be proved; never a false positive. */
  conflictOf(node: Conjunction): Conflict | undefined;
}

/**
 * Creates a finder. A node is satisfiable if one of its shapes needs nothing, or only parts that are satisfiable: the least fixed point,
 * as values are finite. Whether another alternative excludes a shape is only asked of shapes whose needs are met.
 */
export function createConflictFinder(prover: Prover): ConflictFinder {
  const entries = new Map<Conjunction, Entry>();

  const explore = (start: Conjunction): void => {
    const waiting = [start];
    const added: Entry[] = [];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (entries.has(node)) continue;
      const entry = entries.size < maxNodes ? examine(node) : free(node);
      entries.set(node, entry);
      added.push(entry);
      for (const needs of entry.needs) waiting.push(...partsOf(needs));
    }
    for (const entry of added)
      for (const needs of entry.needs) for (const part of partsOf(needs)) entries.get(part)!.users.add(entry);
    const satisfied: Entry[] = [];
    const satisfy = (entry: Entry) => {
      if (entry.isSatisfiable || !entry.needs.some((needs) => isMet(needs) && !isExcluded(entry.node, needs))) return;
      entry.isSatisfiable = true;
      satisfied.push(entry);
    };
    for (const entry of added) satisfy(entry);
    for (let entry = satisfied.pop(); entry; entry = satisfied.pop()) for (const user of entry.users) satisfy(user);
  };
  const excluded = new Map<Needs, boolean>();
  const isExcluded = (node: Conjunction, needs: Needs) => {
    if (!excluded.has(needs)) excluded.set(needs, isWithinExcluded(node, needs.piece, prover));
    return excluded.get(needs)!;
  };
  const holds = (node: Conjunction) => entries.get(node)!.isSatisfiable;
  const isMet = ({ all, some }: Needs) =>
    all.every(({ node }) => holds(node)) && (!some || holds(some.other) || some.declared.filter(holds).length >= some.least);

  return {
    conflictOf(node) {
      explore(node);
      const { isSatisfiable, needs } = entries.get(node)!;
      if (isSatisfiable) return undefined;
      const possible = needs.filter((one) => !isExcluded(node, one));
      const overlaps = needs.length > 0 && possible.length === 0;
      const parts = possible.flatMap(({ all, some }) =>
        some ? [...all, { label: "its other properties", node: some.other }] : all,
      );
      const part = parts.find((one) => !holds(one.node));
      return { overlaps, ...(part && { part }) };
    },
  };
}

function partsOf({ all, some }: Needs): Conjunction[] {
  return [...all.map(({ node }) => node), ...(some ? [...some.declared, some.other] : [])];
}

function free(node: Conjunction): Entry {
  return { node, needs: [], isSatisfiable: true, users: new Set() };
}

function examine(node: Conjunction): Entry {
  const shapes = node.schemas.includes(false) ? [] : alternativesOf(node, "left");
  if (!shapes) return free(node);
  const needs = [...shapes]
    .sort((one, other) => one.excluded.length - other.excluded.length)
    .flatMap((shape) => typesIn(shape.types).flatMap((type) => needsOf(restrict(shape, type), node) ?? []));
  if (needs.some((one) => isNothing(one) && one.piece.excluded.length === 0)) return free(node);
  return { node, needs, isSatisfiable: false, users: new Set() };
}

function isNothing({ all, some }: Needs): boolean {
  return all.length === 0 && !some;
}

/** Returns whether a shape's values, or one of its alternatives, lie within what the shape excludes. */
function isWithinExcluded(node: Conjunction, piece: Shape, prover: Prover): boolean {
  const { excluded, branches } = piece;
  if (excluded.length === 0) return false;
  const around = new Set(branches.map((branch) => node.view.node([branch]).meaning));
  return excluded.some(
    ({ value, instead }) =>
      around.has(value.meaning) || (instead && prover.isContained(instead, value)) || prover.isPieceContained(piece, node, value),
  );
}

/** Returns what the values of a shape with one type need; nothing if there are none. */
function needsOf(piece: Shape, node: Conjunction): Needs | undefined {
  const { view } = node;
  const nothing: Needs = { piece, all: [] };
  if (piece.values) {
    const isPossible = (value: JsonValue) => view.evaluate(node, value) !== false;
    return piece.values.value.some(isPossible) ? nothing : undefined;
  }
  const limit = (bound: Bound, otherwise: number) => piece.bounds.get(bound)?.value ?? otherwise;
  switch (piece.types) {
    case typeSet("number"):
      return hasNumbers(piece) ? nothing : undefined;
    case typeSet("string"): {
      const most = Math.min(limit("maxLength", Infinity), limit("x-max-utf8-bytes", Infinity));
      return limit("minLength", 0) <= most ? nothing : undefined;
    }
    case typeSet("array"): {
      const counted = piece.conditions.filter((condition) => condition.kind === "contains").filter(({ least }) => least > 0);
      const least = Math.max(limit("minItems", 0), ...counted.map((condition) => condition.least));
      if (least > limit("maxItems", Infinity)) return undefined;
      const described = Math.min(Math.ceil(least), prefixLength(piece) + 1);
      const items = Array.from({ length: described }, (_, index) => itemNode(piece, index, view));
      const contained = counted.map((condition) => condition.node);
      return { piece, all: [...items, ...contained].map((part) => ({ label: "its items", node: part })) };
    }
    case typeSet("object"): {
      const least = Math.max(limit("minProperties", 0), piece.required.size);
      if (least > limit("maxProperties", Infinity)) return undefined;
      const dependents = piece.conditions
        .filter((condition) => condition.kind === "dependent")
        .filter(({ property }) => piece.required.has(property));
      const names = new Set([...piece.required.keys(), ...dependents.flatMap((dependent) => dependent.names)]);
      const isName = (name: string) => piece.names.every(({ value }) => view.evaluate(view.strict.node([value]), name) !== false);
      if (![...names].every(isName)) return undefined;
      const required = [...names].map((name) => ({
        label: `the required property ${quote(name)}`,
        node: propertyNode(piece, name, view),
      }));
      const all = [
        ...required,
        ...dependents.map(({ property, node }) => ({ label: `an object with the property ${quote(property)}`, node })),
      ];
      const hasPatterns = piece.objects.some(({ patterns }) => Object.keys(patterns).length > 0);
      if (least === piece.required.size || hasPatterns) return { piece, all };
      const declared = namesIn(piece).map((name) => propertyNode(piece, name, view));
      return { piece, all, some: { least, declared, other: otherNode(piece, new Set(), view) } };
    }
    default:
      return nothing;
  }
}

function hasNumbers(piece: Shape): boolean {
  const [low, high] = [lowest(piece), highest(piece)];
  if (low.value > high.value || (low.value === high.value && (low.isOpen || high.isOpen))) return false;
  // The least multiple that isn't below the lower end; integers are exact.
  return piece.multiples.every(({ value }) => {
    const isExact = [value, low.value, high.value].every(Number.isSafeInteger);
    return !isExact || Math.ceil(low.value / value) * value <= high.value;
  });
}
