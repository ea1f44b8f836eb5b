import { normalizePath } from "../../templates/runtime/server/router.js";
import { compare } from "../diagnostics/diagnostic.js";

/** The parts of a path in a contract, which may have a query and a fragment that OpenAPI doesn't know. */
export interface PathTemplate {
  /** Without query and fragment; parameters in braces. */
  readonly path: string;
  /** Pairs that every request has, decoded, sorted by name. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Never sent. */
  readonly fragment: string | undefined;
  /** The names of its parameters, each once, in order. */
  readonly parameters: readonly string[];
}

/** Parses a key of the Paths Object. */
export function parsePathTemplate(text: string): PathTemplate {
  const [target, fragment] = splitAt(text, "#");
  const [path, search = ""] = splitAt(target, "?");
  const query = [...new URLSearchParams(search)].sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const parameters = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!));
  return { path, query, fragment, parameters: [...parameters] };
}

function splitAt(text: string, mark: string): [before: string, after: string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** A valid name of a path parameter. */
export const parameterNamePattern = /^[\p{L}\p{N}_.~:@$-]{1,200}$/u;

/** Puts all parameters of a path in braces: `/pets/<id>` becomes `/pets/{id}`. */
export function withBraces(path: string): string {
  return path.replace(/<([^<>{}/]*)>/g, (text, name: string) => (parameterNamePattern.test(name) ? `{${name}}` : text));
}

/** The method and the path of an operation. */
interface Called {
  readonly method: string;
  readonly path: string;
}

/** Returns a key that is equal for operations with the same requests: fragments and names of path parameters are not sent. */
export function requestsOf({ method, path }: Called): string {
  const { path: template, query } = parsePathTemplate(path);
  return JSON.stringify([method, normalizePath(template.replaceAll(/\{[^{}]*\}/g, "{}")), query]);
}

/** Groups operations by their requests. */
export function groupByRequests<Operation extends Called>(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const key = requestsOf(operation);
    const group = groups.get(key);
    if (group) group.push(operation);
    else groups.set(key, [operation]);
  }
  return groups;
}

/**
 * Returns the operations that a server can identify by their requests. Of several that differ only in a fragment, which is never
 * sent, that is the one without a fragment, or none.
 */
export function routableOperations<Operation extends Called>(operations: readonly Operation[]): Operation[] {
  const groups = groupByRequests(operations);
  const chosen = new Set(
    [...groups.values()].flatMap((group) => {
      const plain = group.filter(({ path }) => !path.includes("#"));
      return group.length === 1 ? group : plain.slice(0, 1);
    }),
  );
  return operations.filter((operation) => chosen.has(operation));
}
