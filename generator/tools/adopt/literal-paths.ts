import { isActionName } from "../../document/extension.js";
import { isObject, own, ownString } from "../../document/json-value.js";
import type { JsonObject } from "../../document/json-value.js";
import type { Certainty, FoundAction, FoundEndpoint, FoundOperation, Style } from "./endpoint.js";
import { isInvoking } from "./shared-operations.js";
import { isVerb, typeName, typeOfPath } from "./words.js";

/** A path of a single action. */
interface LiteralPath {
  readonly style: Style;
  readonly certainty: Certainty;
  readonly name: string;
  /** The path of the endpoint, with `{action}` if the action is part of the path. */
  readonly path: string;
  readonly type: string;
  readonly selector: FoundEndpoint["selector"];
  /** Whether a single path of its kind is not sufficient for an endpoint. */
  readonly isLoose?: boolean;
}

/** Finds endpoints whose actions have a path each: the paths differ in the last segment, or in the text after `#`. */
export function findLiteralPaths(operations: readonly FoundOperation[], document: JsonObject): FoundEndpoint[] {
  const paths = new Map<string, ReadonlySet<string>>();
  for (const { path, method } of operations) paths.set(path, new Set([...(paths.get(path) ?? []), method]));
  const parents = new Set(operations.flatMap(({ path }) => ancestorsOf(path)));
  const surroundings = { paths, parents, isOfCommands: isOfCommands(operations) };
  const groups = new Map<string, Group>();
  for (const { path, method, operation } of operations) {
    const literal = fragment(path, method, document) ?? (isInvoking(method) ? literalOf(path, surroundings) : undefined);
    if (!literal) continue;
    const key = `${method} ${literal.style} ${literal.path} ${literal.selector.value ?? ""}`;
    const group = groups.get(key) ?? { method, literals: [], actions: [] };
    groups.set(key, group);
    group.literals.push(literal);
    if (isActionName(literal.name)) group.actions.push({ name: literal.name, path, operation });
  }
  return [...groups.values()].flatMap(({ method, literals, actions }) => {
    const [first] = literals;
    const { name: _, isLoose, ...found } = literals.find(({ certainty }) => certainty !== "unsure") ?? first!;
    // A single path with a dot may be anything.
    if (isLoose && literals.length < 2) return [];
    const open = literals.flatMap(({ name }) =>
      isActionName(name) ? [] : [`${JSON.stringify(name)} can't be the name of an action`],
    );
    return [{ ...found, method, actions, open }];
  });
}

/** Paths that differ only in the action. */
interface Group {
  readonly method: string;
  readonly literals: LiteralPath[];
  readonly actions: FoundAction[];
}

/**
 * Parses `/#X-Amz-Target=Service_1.Action` and `/#Action=Name`, which distinguish paths that are the same for a server.
 */
function fragment(path: string, method: string, document: JsonObject): LiteralPath | undefined {
  const [, base, name, value] = /^([^#]*)#([\w-]+)=([^&#]+)$/.exec(path) ?? [];
  if (base === undefined || name === undefined || value === undefined || method === "get") return undefined;
  if (/^x-amz-target$/i.test(name)) {
    const dot = value.lastIndexOf(".");
    const prefix = value.slice(0, dot + 1);
    return {
      style: "header",
      certainty: "certain",
      name: value.slice(dot + 1),
      path: base,
      type: typeName(prefix.replace(/_?\d{6,}.*$|\.$/, "") || titleOf(document)),
      selector: { in: "header", name: "X-Amz-Target", value: `${prefix}{action}` },
    };
  }
  if (!/^(?:action|method|command|cmd|operation)$/i.test(name)) return undefined;
  return {
    style: "query",
    certainty: "certain",
    name: value,
    path: base,
    type: typeName(titleOf(document)),
    selector: { in: "query", name },
  };
}

function titleOf(document: JsonObject): string {
  const info = own(document, "info");
  const id = isObject(info) ? (ownString(info, "x-serviceName") ?? ownString(info, "title")) : undefined;
  return id ?? "service";
}

interface Surroundings {
  /** The methods of each path. */
  readonly paths: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths that have other paths below them. */
  readonly parents: ReadonlySet<string>;
  /** Whether all paths are commands in groups. */
  readonly isOfCommands: boolean;
}

/** The minimum number of paths for commands not to be a coincidence. */
const minCommands = 10;

/**
 * Returns whether a document consists of commands, such as `POST /core/quit`: no path is a resource, and none has
 * another method.
 */
function isOfCommands(operations: readonly FoundOperation[]): boolean {
  const isCommand = ({ path, method }: FoundOperation) => method === "post" && /^(?:\/[A-Za-z][\w-]*){2,}$/.test(path);
  return operations.length >= minCommands && operations.every(isCommand);
}

function literalOf(path: string, { paths, parents, isOfCommands: isCommand }: Surroundings): LiteralPath | undefined {
  if (path.includes("#") || path.includes("?")) return undefined;
  const [, before, last] = /^(.*)\/([^/]+)\/?$/.exec(path) ?? [];
  if (before === undefined || last === undefined) return undefined;
  const [, resource, verb] = /^(.*[^:/])?:([A-Za-z][\w-]*)$/.exec(last) ?? [];
  if (verb !== undefined) {
    const start = `${before}/${resource ?? ""}`;
    const collection = resource === undefined || resource.startsWith("{") ? before : start;
    return {
      ...common(collection),
      style: "custom verb",
      certainty: "certain",
      name: verb,
      path: `${start}:{action}`,
      selector: { in: "path-suffix", name: "action" },
    };
  }
  const methods = paths.get(path)!;
  if (last.includes("{") || parents.has(path) || methods.has("get") || methods.has("delete")) return undefined;
  const [, owner, name] = /^([A-Za-z][\w.-]*)\.([A-Za-z][\w-]*)$/.exec(last) ?? [];
  if (owner !== undefined && !before.endsWith("/Actions") && !/^(?:json|xml|html|txt|csv|php|aspx?|do)$/i.test(name!)) {
    return {
      style: "custom verb",
      certainty: isVerb(name!) ? "likely" : "unsure",
      name: name!,
      path: `${before}/${owner}.{action}`,
      // `/users/{id}/microsoft.graph.assignLicense` is about users, `/vm.boot` about the part before the dot.
      type: owner.includes(".") && before !== "" ? typeOfPath(before) : typeName(owner),
      selector: { in: "path-suffix", name: "action" },
      isLoose: true,
    };
  }
  const [, actor, spelling] = /^(.*)\/(Actions|actions)$/.exec(before) ?? [];
  if (actor !== undefined) {
    const [kind, name = last] = spelling === "Actions" ? (/^([^.]+)\.(.+)$/.exec(last)?.slice(1) ?? [last]) : [last];
    const isRedfish = name !== last;
    return {
      ...(isRedfish ? { type: typeName(kind!) } : common(actor)),
      style: "literal below /actions/",
      certainty: isRedfish || isVerb(last) || actor.endsWith("}") ? "certain" : "likely",
      name,
      path: `${before}/{action}`,
      selector: { in: "path", name: "action", ...(isRedfish && { value: `${kind}.{action}` }) },
    };
  }
  if (!isCommand && (!before.endsWith("}") || !isVerb(last))) return undefined;
  const certainty = isCommand || paths.has(before) ? "likely" : "unsure";
  return {
    ...common(before),
    style: "literal verb",
    certainty,
    name: last,
    path: `${before}/{action}`,
    selector: { in: "path", name: "action" },
  };
}

function common(owner: string): Pick<LiteralPath, "type"> {
  return { type: typeOfPath(owner) };
}

function ancestorsOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1, -1).map((_, index) => segments.slice(0, index + 2).join("/"));
}
