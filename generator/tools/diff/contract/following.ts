import {
  isSuccess,
  successSchema,
  type BoundOperation,
  type FollowingBinding,
  type StateBinding,
} from "../../../binding/binding.js";
import { quote } from "../../../diagnostics/escape.js";
import { own } from "../../../document/json-value.js";
import { memberAt } from "../../../json-schema/members.js";
import { at, type Anchor, type ChangeAnchors } from "../rule.js";
import { isSameOperation, operationAt, writtenBinding, type EndpointVersion } from "./endpoints.js";
import { titleOf } from "./operations.js";
import type { Pair } from "./pairs.js";
import { headersIn } from "./responses.js";

/** How what completes asynchronously is followed, where both versions differ in it; `after` is absent where it can't be. */
export interface ChangedFollowing {
  readonly before: string;
  readonly after: string | undefined;
}

/**
 * Compares how the end of an action is found. Where neither version writes it down, another way is no change as long as the
 * one before still works; what took that away is a change of its own.
 */
export function changedFollowing(pair: Pair<EndpointVersion>): ChangedFollowing | undefined {
  const [was, now] = [pair.before.binding.following, pair.after.binding.following];
  if (!was || (now && isSameWay(was, now, pair))) return undefined;
  const isWritten = writtenFollowing(pair.before) !== undefined || writtenFollowing(pair.after) !== undefined;
  if (!isWritten && (!now || stillWorks(was, pair))) return undefined;
  return { before: describeFollowing(was, pair.before), after: now && describeFollowing(now, pair.after) };
}

function isSameWay(was: FollowingBinding, now: FollowingBinding, pair: Pair<EndpointVersion>): boolean {
  if (was.kind !== now.kind || was.state.status !== now.state.status) return false;
  if (was.kind === "header") return now.kind === "header" && was.header === now.header;
  const [before, after] = [followedOperation(pair.before), followedOperation(pair.after)];
  const isSame = before !== undefined && after !== undefined && isSameOperation(before, after);
  return isSame && (was.kind !== "operation" || now.kind !== "operation" || was.id === now.id);
}

function followedOperation({ binding, operation }: EndpointVersion): BoundOperation | undefined {
  const { following } = binding;
  return following && following.kind !== "header" ? operationAt(following, operation.version) : undefined;
}

/** Whether the contract after the change still has all that was needed to follow an action. */
function stillWorks(was: FollowingBinding, { before, after }: Pair<EndpointVersion>): boolean {
  const { version, responses } = after.operation;
  if (was.kind === "header")
    return [...responses].some(([status, response]) => isSuccess(status) && headersIn(response, version).has(was.header));
  const known = operationAt(was, before.operation.version);
  const followed = known && version.operations.find((node) => node.role === "api" && isSameOperation(known, node));
  const shows = (operation: BoundOperation | undefined, pointer: string) =>
    memberAt(successSchema(operation, version.document), pointer, version.document) !== undefined;
  return shows(followed, was.state.status) && (was.kind === "service" || shows(after.endpoint, was.id));
}

/** `"getOperation" with the id from "/operation_id" and the state at "/status"`. */
function describeFollowing(following: FollowingBinding, side: EndpointVersion): string {
  const state = `the state at ${quote(following.state.status)}`;
  if (following.kind === "header") return `the header ${quote(following.header)}, with ${state}`;
  const followed = followedOperation(side);
  const title = followed ? quote(titleOf(followed)) : quote(following.path);
  if (following.kind === "service") return `the service (${title}), with ${state}`;
  return `${title}, with the id from ${quote(following.id)} and ${state}`;
}

/** A value of the state that means something else now. */
export interface ChangedState extends Pair<Meaning> {
  readonly value: string;
}

type Meaning = "pending" | "done" | "failed";

const meanings = ["pending", "done", "failed"] as const;

/** The values of the state of what is followed that mean something else after a change. */
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

/** `undefined` for a value that no list names. */
function meaningOf(value: string, state: StateBinding): Meaning | undefined {
  return meanings.find((meaning) => state[meaning].includes(value));
}

/** Where both versions say how actions are followed, or the successes that show it. */
export function followingAnchors({ before, after }: Pair<EndpointVersion>): ChangeAnchors {
  const find = (side: EndpointVersion) => writtenFollowing(side) ?? at(side.operation.object, "responses");
  return { before: find(before), after: find(after) };
}

function writtenFollowing({ operation }: EndpointVersion): Anchor | undefined {
  const binding = writtenBinding(operation);
  return own(binding, "async") === undefined ? undefined : at(binding!, "async");
}
