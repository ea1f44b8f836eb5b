import type { ts } from "ts-morph";
import { readKeys, type Container, type Key, type Keys } from "./container.js";
import { findContainer } from "./find-container.js";
import { resolveValue } from "./resolve-value.js";
import type { Group, Member, ScaffoldFile } from "./scaffold-file.js";

/** A container with what the contract wants in it, and what it has. */
export interface Level extends Keys {
  /** The group's name; empty for the file's own container. */
  readonly prefix: string;
  readonly container: Container;
  readonly members: readonly Member[];
  readonly of: ScaffoldFile["of"];
}

/** The containers of a file: its own, and those of the groups in it. */
export interface Outline {
  readonly levels: readonly Level[];
  /** Groups whose value can't be looked into. */
  readonly closed: readonly { readonly group: Group; readonly node: ts.Node }[];
}

/** Where a file keeps what the contract wants in it; a node where looking for it ended; nothing. */
export function readOutline(tree: ts.SourceFile, file: ScaffoldFile): Outline | { readonly opaque: ts.Node } | undefined {
  const found = findContainer(tree, file);
  if (!found || "opaque" in found) return found;
  const own = readKeys(found.container);
  const levels: Level[] = [{ prefix: "", container: found.container, members: file.members, of: file.of, ...own }];
  const closed: { group: Group; node: ts.Node }[] = [];
  for (const member of file.members) {
    const key = member.kind === "group" ? own.keys.find((one) => one.name === member.name) : undefined;
    if (member.kind !== "group" || !key) continue;
    const resolved = key.value && resolveValue(key.value);
    if (resolved?.kind !== "object" || resolved.wrapped) {
      closed.push({ group: member, node: key.node });
      continue;
    }
    const container: Container = { form: "object", node: resolved.node, typed: true };
    levels.push({ prefix: `${member.name}.`, container, members: member.members, of: member.of, ...readKeys(container) });
  }
  return { levels, closed };
}

/** Every key of an outline, once per place. */
export function outlineNames({ levels }: Outline): string[] {
  return levels.flatMap(({ prefix, keys }) => keys.map((key: Key) => prefix + key.name));
}

/** The same for members that are about to be put in. */
export function memberNames(prefix: string, members: readonly Member[]): string[] {
  return members.flatMap((member) => [
    prefix + member.name,
    ...(member.kind === "group" ? memberNames(`${prefix}${member.name}.`, member.members) : []),
  ]);
}
