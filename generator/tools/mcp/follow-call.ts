import { ClientError } from "../../../templates/runtime/client/call.js";
import { valueAt } from "../../../templates/runtime/json.js";
import { isFailedState } from "../../binding/following-states.js";
import type { ClientDescription } from "../../emit/client/describe-client.js";
import type { LiveOperation } from "../../live/client.js";
import type { LiveContract } from "../../live/live-contract.js";
import { follow } from "../../live/services.js";
import type { CallContext } from "./outcome.js";
import type { ClientArguments } from "./split-arguments.js";
import type { Tool } from "./tools.js";

export interface FollowSettings {
  /** The longest time in milliseconds that a call waits for what it started; 0: it doesn't wait. */
  readonly wait: number;
  /** Milliseconds before the second look; default: 1,000. */
  readonly interval?: number;
}

interface Started {
  readonly tool: Tool;
  readonly call: LiveOperation;
  readonly args: ClientArguments;
  /** Of the action. */
  readonly response: unknown;
  readonly context: CallContext;
}

/** What an asynchronous action started, as it was last seen. */
export interface Followed {
  readonly value: unknown;
  readonly isDone: boolean;
  /** Whether it ended in a state that the contract calls failed, or with an error. */
  readonly hasFailed?: boolean;
  /** How to go on. */
  readonly note?: string;
}

/** Follows what an asynchronous action started until it ends or the time is over; `undefined`: the action is not asynchronous. */
export async function followCall(
  contract: LiveContract,
  tools: readonly Tool[],
  { wait, interval }: FollowSettings,
  { tool, call, args, response, context }: Started,
): Promise<Followed | undefined> {
  if (tool.call.kind !== "action" || !tool.call.action.async) return undefined;
  const { type, action } = tool.call;
  const following = contract.client.following[type.name]?.[action.name];
  const { signal, onProgress } = context;
  let last: unknown;
  if (!following)
    return { value: null, isDone: false, note: "It continues in the background; the contract doesn't say how to follow it." };
  const stateOf = (value: unknown): string => {
    const state = valueAt(value, "by" in following ? following.state : `/${following.state}`);
    // Others than the contract's own may be any text.
    return [...following.pending, ...following.done].includes(state as never) ? String(state) : "unknown";
  };
  const note = () => `It is not finished: its state is ${stateOf(last)}. ${howToGoOn()}`;
  if (wait === 0) return { value: null, isDone: false, note: `It continues in the background. ${howToGoOn()}` };
  try {
    const value = await follow(contract, call, Object(args.body) as object, {
      response,
      timeout: wait,
      ...(interval !== undefined && { interval }),
      ...(signal && { signal }),
      ...(Object.keys(args.others).length > 0 && { parameters: args.others as never }),
      onProgress: async (seen) => {
        last = seen;
        await onProgress?.(stateOf(seen));
      },
    });
    return { value, isDone: true, hasFailed: hasFailed(tool.call, following, value) };
  } catch (error) {
    // The action itself has succeeded: its result is not lost.
    if (!(error instanceof ClientError) || error.name === "AbortError") throw error;
    const problem = error.name === "TimeoutError" ? "" : ` (${error.message.trim()})`;
    return { value: last ?? null, isDone: false, note: `${note()}${problem}` };
  }

  function howToGoOn(): string {
    const named = (isIt: (call: Tool["call"]) => boolean) => tools.find((one) => isIt(one.call))?.listed.name;
    if (following === undefined) return "";
    if ("by" in following) {
      const name = named((one) => one.kind === "operation" && one.operation.id === following.shownBy);
      const id = following.argument === undefined || following.at === undefined ? undefined : valueAt(response, following.at);
      const which = id === undefined ? "" : ` with ${JSON.stringify({ [following.argument!]: id })}`;
      return name === undefined ? "No tool shows when it ends." : `Call ${name}${which} until it ends.`;
    }
    const poll = following.poll ?? action.name;
    const name = named((one) => one.kind === "action" && one.type === type && one.action.name === poll);
    const { key, list } = following;
    const id = key === undefined ? undefined : valueAt(last, `/${key}`);
    const which =
      id === undefined
        ? ""
        : list === undefined
          ? ` with ${JSON.stringify({ [key!]: id })}`
          : `; it is the one of ${list} with ${key} ${JSON.stringify(id)}`;
    return name === undefined
      ? "No tool shows when it ends."
      : `Call ${name} on the same service until its state is ${following.done.join(" or ")}${which}.`;
  }
}

/** Whether an ended resource has failed, by the contract's states. Those that results of actions name only have ended. */
function hasFailed(
  { operation }: Tool["call"],
  following: ClientDescription["following"][string][string],
  value: unknown,
): boolean {
  if (!("by" in following)) return isFailedState(String(valueAt(value, `/${following.state}`)));
  const { failed = [] } = operation.binding?.following?.state ?? {};
  if (following.error !== undefined && (valueAt(value, following.error) ?? null) !== null) return true;
  return failed.includes((valueAt(value, following.state) ?? following.absent) as never);
}
