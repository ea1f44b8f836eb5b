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
  /** The segments of parameters that contain slashes: `projects/*`, in which `*` is any segment and a last `**` any number of them. */
  readonly segments: ReadonlyMap<string, string>;
  /** The names of its parameters, each once, in order. */
  readonly parameters: readonly string[];
}

/** Parses a key of the Paths Object, which `withBraces` returned. */
export function parsePathTemplate(text: string): PathTemplate {
  const [target, written] = splitAt(text, "#");
  const [path, search = ""] = splitAt(target, "?");
  const query = [...new URLSearchParams(search)].sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const parameters = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!));
  const segments = new Map<string, string>();
  const others = written?.split("&").filter((part) => {
    const [name, template = ""] = splitAt(part, "=");
    if (!parameters.has(name) || !segmentsPattern.test(template)) return true;
    segments.set(name, template);
    return false;
  });
  const fragment = others?.length === 0 ? undefined : others?.join("&");
  return { path, query, fragment, segments, parameters: [...parameters] };
}

/** Segments of a parameter: text, `*`, and `**` as the last one. */
const segmentsPattern = /^(?:(?:\*|[\w.~-]+)\/)*(?:\*\*?|[\w.~-]+)$/;

function splitAt(text: string, mark: string): [before: string, after: string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** A valid name of a path parameter. */
export const parameterNamePattern = /^[\p{L}\p{N}_.~:@$-]{1,200}$/u;

/**
 * Writes all parameters of a path as OpenAPI does: `/pets/<id>` becomes `/pets/{id}`. The segments of one that contains slashes, in the
 * notation of Google's APIs or of RFC 6570, are moved into the fragment: `/v1/{name=projects/*}` becomes `/v1/{name}#name=projects/*`, and
 * `/v1/{+name}` becomes `/v1/{name}#name=**`.
 */
export function withBraces(path: string): string {
  const braced = path.replace(/<([^<>{}/]*)>/g, (text, name: string) => (parameterNamePattern.test(name) ? `{${name}}` : text));
  const templates: string[] = [];
  const plain = braced.replace(
    /\{(?:\+([^{}=+]*)|([^{}=+]*)=([^{}]*))\}/g,
    (text, reserved?: string, name = reserved, template = "**") => {
      if (!parameterNamePattern.test(name!) || !segmentsPattern.test(template as string)) return text;
      templates.push(`${name}=${template}`);
      return `{${name}}`;
    },
  );
  if (templates.length === 0) return plain;
  const [target, fragment] = splitAt(plain, "#");
  return `${target}#${[...(fragment === undefined ? [] : [fragment]), ...templates].join("&")}`;
}

/** Returns a path without the segments of parameters that contain slashes, as people and plain OpenAPI see it. */
export function withoutSegments(path: string): string {
  const { fragment, segments } = parsePathTemplate(path);
  return segments.size === 0 ? path : `${path.split("#", 1)[0]}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** Returns the pattern of a value with such segments. */
export function patternOf(segments: string): string {
  const parts = segments.split("/").map((part) => (part === "*" ? "[^/]+" : part.replaceAll(".", "\\.")));
  return `^${parts.join("/").replace(/\*\*$/, "[^/]+(?:/[^/]+)*")}$`;
}

/** Returns the fragment with the segments of those parameters of a path that another one has, too. */
export function segmentsFor(path: string, other: string): string {
  const kept = [...parsePathTemplate(other).segments].filter(([name]) => path.includes(`{${name}}`));
  return kept.length === 0 ? "" : `#${kept.map((pair) => pair.join("=")).join("&")}`;
}

/** The method and the path of an operation. */
interface Called {
  readonly method: string;
  readonly path: string;
}

/** Returns a key that is equal for operations with the same requests: fragments and names of path parameters are not sent. */
export function requestsOf({ method, path }: Called): string {
  const { path: template, query, segments } = parsePathTemplate(path);
  const shape = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    (segments.get(name) ?? "*").replace(/(?<!\*)\*(?!\*)/g, "{}"),
  );
  return JSON.stringify([method, normalizePath(shape), query]);
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
