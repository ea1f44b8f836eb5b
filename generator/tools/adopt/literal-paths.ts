import { isActionName } from "../../document/extension.js";
import { isObject, own, ownString } from "../../document/json-value.js";
import type { JsonObject } from "../../document/json-value.js";
import type { Certainty, FoundAction, FoundEndpoint, FoundOperation } from "./endpoint.js";
import type { Choices } from "./choices.js";
import { isCommand, isVerb } from "./words.js";
import { isInvoking, readLiteralPath, withoutSlash, type LiteralPath, type Surroundings } from "./path-notations.js";

/** Finds endpoints whose actions have a path each: the paths differ in the last segment, or in the text after `#` or `?`. */
export function findLiteralPaths(
  operations: readonly FoundOperation[],
  document: JsonObject,
  choices: Pick<Choices, "isIncluded">,
): FoundEndpoint[] {
  const surroundings = surroundingsOf(operations, document);
  const groups = new Map<string, Group>();
  for (const { path, method, operation } of operations) {
    const read = readLiteralPath(path, method, surroundings);
    if (!read) continue;
    const isChosen =
      read.certainty === "unsure" && !read.isUnwritable && choices.isIncluded({ method, path: read.path }, { path });
    const literal: LiteralPath = isChosen ? { ...read, certainty: "likely", isApart: false } : read;
    const key = JSON.stringify([method, literal.style, literal.path, literal.selector, literal.isApart ?? false]);
    const group = groups.get(key) ?? { method, literals: [], actions: [], isChosen: false };
    groups.set(key, { ...group, isChosen: group.isChosen || isChosen });
    group.literals.push(literal);
    if (isActionName(literal.name)) group.actions.push({ name: literal.name, path, operation });
  }
  const sizes = countMembers([...groups.values()]);
  return [...groups.values()].flatMap(({ method, literals, actions, isChosen }) => {
    // A single path may be anything, unless it names an action or is next to others.
    const siblings = literals.every(({ isWeak }) => isWeak)
      ? literals.length
      : (sizes.get(`${method} ${literals[0]!.path}`) ?? 0);
    const isAlone = literals.every(({ isLoose }) => isLoose) && siblings < 2;
    if (isAlone && !isChosen) return [];
    const { name: _, isLoose: __, isWeak: ___, isApart: ____, ...found } = literals[0]!;
    const open = literals.flatMap(({ name }) =>
      isActionName(name) ? [] : [`${JSON.stringify(name)} can't be the name of an action`],
    );
    return [{ ...found, certainty: mostCertain(literals), method, actions, open }];
  });
}

/** Paths that differ only in the action, and are as certain as each other. */
interface Group {
  readonly method: string;
  readonly literals: LiteralPath[];
  readonly actions: FoundAction[];
  /** Whether the user wants one of them. */
  readonly isChosen: boolean;
}

const order: readonly Certainty[] = ["certain", "likely", "unsure"];

function mostCertain(literals: readonly LiteralPath[]): Certainty {
  return order.find((certainty) => literals.some((literal) => literal.certainty === certainty))!;
}

/** The number of actions of each endpoint, whether they are certain or not. */
function countMembers(groups: readonly Group[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { method, literals } of groups) {
    const name = `${method} ${literals[0]!.path}`;
    sizes.set(name, (sizes.get(name) ?? 0) + literals.length);
  }
  return sizes;
}

function surroundingsOf(operations: readonly FoundOperation[], document: JsonObject): Surroundings {
  const paths = new Map<string, Set<string>>();
  for (const { path, method } of operations) {
    const methods = paths.get(withoutSlash(path)) ?? new Set();
    paths.set(withoutSlash(path), methods.add(method));
  }
  // A command below a command doesn't make a resource of it: `scan` and `scan/stop`.
  const others = operations.filter(({ path, method }) => !isInvoking(method) || !isVerb(lastOf(path)));
  const parents = new Set(others.flatMap(({ path }) => ancestorsOf(withoutSlash(path))));
  return { title: titleOf(document), paths, parents, isOfCommands: isOfCommands(operations) };
}

function titleOf(document: JsonObject): string {
  const info = own(document, "info");
  const id = isObject(info) ? (ownString(info, "x-serviceName") ?? ownString(info, "title")) : undefined;
  return id ?? "service";
}

/** The minimum number of paths for commands not to be a coincidence, and the part of the operations that they are. */
const minCommands = 10;
const minShare = 0.8;

/**
 * Returns whether a document consists of commands, such as `POST /core/quit` or `POST /sendMessage`: nearly no path is a resource. A
 * path of one segment has to start with a verb.
 */
function isOfCommands(operations: readonly FoundOperation[]): boolean {
  const commands = operations.filter(({ path, method }) => {
    const [, groups, name] = /^((?:\/[A-Za-z][\w-]*)*)\/([A-Za-z][\w-]*)\/?$/.exec(path) ?? [];
    return method === "post" && name !== undefined && (groups !== "" || isCommand(name));
  });
  return commands.length >= minCommands && commands.length >= minShare * operations.length;
}

function lastOf(path: string): string {
  return withoutSlash(path).split("/").at(-1)!;
}

function ancestorsOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1, -1).map((_, index) => segments.slice(0, index + 2).join("/"));
}
