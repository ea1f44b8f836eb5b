/** A document as callers send it. */
export type Document = Readonly<Record<string, unknown>>;

/** The values at a dotted path; those of lists one by one, unless they are what the path leads to and `unwraps` is false. */
export function* valuesAt(value: unknown, path: readonly string[], unwraps = true): Generator<unknown> {
  if (Array.isArray(value) && (unwraps || path.length > 0)) {
    for (const item of value as readonly unknown[]) yield* valuesAt(item, path, unwraps);
  } else if (path.length === 0) {
    yield value;
  } else if (isObject(value)) {
    const [name, ...rest] = path;
    if (Object.hasOwn(value, name!)) yield* valuesAt(value[name!], rest, unwraps);
  }
}

/** The parts of an attribute's name: dots address nested fields. */
export function pathOf(attribute: string): readonly string[] {
  return attribute.split(".");
}

/** The texts and numbers in a value, however deep. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "number") yield String(value);
  else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) yield* textsIn(inner);
}

/** Whether an attribute is in a list: it, one that it is nested in, or `*`. */
export function isListed(attribute: string, list: readonly string[]): boolean {
  return list.some((entry) => entry === "*" || attribute === entry || attribute.startsWith(`${entry}.`));
}

/** A document cut to the attributes of a list, with nested ones where they were. */
export function pick(document: Document, list: readonly string[]): Document {
  if (list.includes("*")) return document;
  return pickPaths(document, list.map(pathOf));
}

function pickPaths(value: Document, paths: readonly (readonly string[])[]): Document {
  const kept = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const below = paths.filter((path) => path[0] === name).map((path) => path.slice(1));
    if (below.length === 0) return [];
    if (below.some((path) => path.length === 0)) return [[name, inner]];
    const cut = pickInner(inner, below);
    return cut === undefined ? [] : [[name, cut]];
  });
  return Object.fromEntries(kept);
}

function pickInner(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => pickInner(item, paths)).filter((item) => item !== undefined);
  if (!isObject(value)) return undefined;
  const cut = pickPaths(value, paths);
  return Object.keys(cut).length === 0 ? undefined : cut;
}

/** The intersection of two lists of attributes; `*` is all. */
export function intersect(first: readonly string[], second: readonly string[]): readonly string[] {
  if (first.includes("*")) return second;
  if (second.includes("*")) return first;
  return [...new Set([...first.filter((name) => isListed(name, second)), ...second.filter((name) => isListed(name, first))])];
}

/** Whether a value is an object with properties. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
