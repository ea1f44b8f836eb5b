import {
  isSuccess,
  successSchema,
  type BoundOperation,
  type FollowingBinding,
  type State,
  type StateBinding,
} from "../../../binding/binding.js";
import { quote } from "../../../diagnostics/escape.js";
import { own } from "../../../document/json-value.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { at, type Anchor, type ChangeAnchors, type ReportedProperty } from "../rule.js";
import { isSameOperation, operationAt, representationUses, writtenBinding, type EndpointVersion } from "./endpoints.js";
import { pathOf } from "./facts.js";
import { titleOf } from "./operations.js";
import type { Pair } from "./pairs.js";
import { headersIn } from "./responses.js";

/** How the following of asynchronous actions changed. */
export interface ChangedFollowing {
  /** Completes a sentence about the actions. */
  readonly text: string;
  readonly reported: readonly ReportedProperty[];
}

/**
 * Compares how clients follow asynchronous actions. If neither version has a binding for it, a new way is not a change while the
 * old one still works; a change that breaks the old way is reported by its own rule.
 */
export function changedFollowing(pair: Pair<EndpointVersion>, uses: readonly string[]): ChangedFollowing | undefined {
  const [was, now] = [pair.before.binding.following, pair.after.binding.following];
  if (!was) return undefined;
  const isWritten = writtenFollowing(pair.before) !== undefined || writtenFollowing(pair.after) !== undefined;
  const isLost = isWritten || (now !== undefined && !stillWorks(was, pair));
  const means = describeFollowing(was, pair.before);
  if (!now) return isLost ? { text: `can no longer be followed through ${means}`, reported: [] } : undefined;
  if (!isSameFollowing(was, now, pair))
    return isLost
      ? { text: `are now followed through ${describeFollowing(now, pair.after)} instead of ${means}`, reported: [] }
      : undefined;
  const led = isWritten ? changedLead(pair) : undefined;
  if (led)
    return {
      text: `are now followed through ${means}, which now leads to ${quote(titleOf(led.after))} instead of ${quote(titleOf(led.before))}`,
      reported: [],
    };
  const followed = followedOperation(pair.after);
  const shown = followed ? representationUses(followed, pair.after.operation.version) : [];
  const moved = [
    { name: "the id", before: idOf(was), after: idOf(now), uses },
    { name: "the state", before: was.state.status, after: now.state.status, uses: shown },
  ].filter(({ before, after }) => before !== after);
  if (moved.length === 0 || !isLost) return undefined;
  const texts = moved.map(({ name, before, after }) => `${name} at ${quote(after!)} instead of ${quote(before!)}`);
  return {
    text: `are now followed through ${means}, with ${texts.join(" and ")}`,
    reported: moved.flatMap((part) =>
      part.uses.flatMap((use) => [
        { use, path: pathOf(part.before!), isGone: true },
        { use, path: pathOf(part.after!), isGone: false },
      ]),
    ),
  };
}

function isSameFollowing(was: FollowingBinding, now: FollowingBinding, pair: Pair<EndpointVersion>): boolean {
  if (was.kind === "header" || now.kind === "header")
    return was.kind === "header" && now.kind === "header" && was.header === now.header;
  const [before, after] = [followedOperation(pair.before), followedOperation(pair.after)];
  return was.kind === now.kind && before !== undefined && after !== undefined && isSameOperation(before, after);
}

/** Returns the operations that the same header leads to, if they differ. */
function changedLead({ before, after }: Pair<EndpointVersion>): Pair<BoundOperation> | undefined {
  const [was, now] = [ledOperation(before), ledOperation(after)];
  return was && now && !isSameOperation(was, now) ? { before: was, after: now } : undefined;
}

function ledOperation({ binding, operation }: EndpointVersion): BoundOperation | undefined {
  const { following } = binding;
  return following?.kind === "header" ? operationAt(following.shownBy, operation.version) : undefined;
}

function idOf(following: FollowingBinding): string | undefined {
  return following.kind === "operation" ? following.id : undefined;
}

function followedOperation({ binding, operation }: EndpointVersion): BoundOperation | undefined {
  const { following } = binding;
  return following && following.kind !== "header" ? operationAt(following, operation.version) : undefined;
}

/** Returns whether the contract after the change still supports the old way of following an action. */
function stillWorks(was: FollowingBinding, { before, after }: Pair<EndpointVersion>): boolean {
  const { version, responses } = after.operation;
  if (was.kind === "header")
    return [...responses].some(([status, response]) => isSuccess(status) && headersIn(response, version).has(was.header));
  const known = operationAt(was, before.operation.version);
  const followed = known && version.operations.find((node) => node.role === "api" && isSameOperation(known, node));
  const shows = (operation: BoundOperation | undefined, pointer: string) =>
    schemasIn(version.document).at(successSchema(operation, version.document), pointer) !== undefined;
  return shows(followed, was.state.status) && (was.kind === "service" || shows(after.endpoint, was.id));
}

function describeFollowing(following: FollowingBinding, side: EndpointVersion): string {
  if (following.kind === "header") return `the header ${quote(following.header)}`;
  const followed = followedOperation(side);
  return quote(followed ? titleOf(followed) : following.path);
}

/** A value of the followed state whose meaning changed. */
export interface ChangedState extends Pair<Meaning> {
  readonly value: State;
}

type Meaning = "pending" | "done" | "failed";

const meanings = ["pending", "done", "failed"] as const;

/** Returns the values of the followed state whose meaning changed. */
export function changedStates({ before, after }: Pair<EndpointVersion>): ChangedState[] {
  const [was, now] = [before.binding.following?.state, after.binding.following?.state];
  if (!was || !now) return [];
  const values = new Set(meanings.flatMap((meaning) => was[meaning]));
  return [...values].flatMap((value): ChangedState[] => {
    const means = { before: meaningOf(value, was), after: meaningOf(value, now) };
    return means.before && means.after && means.before !== means.after
      ? [{ value, before: means.before, after: means.after }]
      : [];
  });
}

/** Returns `undefined` for a value that is in no list. */
function meaningOf(value: State, state: StateBinding): Meaning | undefined {
  return meanings.find((meaning) => state[meaning].includes(value));
}

/** Returns the anchors of the following of actions in both versions: the binding, otherwise the responses. */
export function followingAnchors({ before, after }: Pair<EndpointVersion>): ChangeAnchors {
  const find = (side: EndpointVersion) => writtenFollowing(side) ?? at(side.operation.object, "responses");
  return { before: find(before), after: find(after) };
}

function writtenFollowing({ operation }: EndpointVersion): Anchor | undefined {
  const binding = writtenBinding(operation);
  return own(binding, "async") === undefined ? undefined : at(binding!, "async");
}
