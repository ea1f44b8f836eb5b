import { type AnyCall, ClientError } from "../client/call.js";
import { valueAt } from "../json.js";
import type { Following, McpContract, Tool } from "./contract.js";
import type { CallContext } from "./outcome.js";
import type { McpSettings } from "./settings.js";
import type { ClientArguments } from "./split-arguments.js";

interface Started {
  readonly tool: Tool;
  readonly call: AnyCall;
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
  { follow }: Pick<McpContract, "follow">,
  tools: readonly Tool[],
  { wait = 60_000, interval }: Pick<McpSettings, "wait" | "interval">,
  { tool, call, args, response, context }: Started,
): Promise<Followed | undefined> {
  const { following } = tool;
  if (following === undefined) return undefined;
  if (following === null || !follow)
    return { value: null, isDone: false, note: "It continues in the background; the contract doesn't say how to follow it." };
  const { signal, onProgress } = context;
  let last: unknown;
  const note = () => {
    return `It is not finished: its state is ${stateOf(following, last)}. ${howToGoOn(following, tool, tools, response, last)}`;
  };
  if (wait === 0) {
    const next = howToGoOn(following, tool, tools, response, last);
    return { value: null, isDone: false, note: `It continues in the background. ${next}` };
  }
  try {
    const value = await follow(call, Object(args.body) as object, {
      response: response as never,
      timeout: wait,
      ...(interval !== undefined && { interval }),
      ...(signal && { signal }),
      ...(Object.keys(args.others).length > 0 && { parameters: args.others as never }),
      onProgress: async (seen: unknown) => {
        last = seen;
        await onProgress?.(stateOf(following, seen));
      },
    });
    return { value, isDone: true, hasFailed: hasFailed(following, value) };
  } catch (error) {
    // The action itself has succeeded: its result is not lost.
    if (!(error instanceof ClientError) || error.name === "AbortError") throw error;
    const problem = error.name === "TimeoutError" ? "" : ` (${error.message.trim()})`;
    return { value: last ?? null, isDone: false, note: `${note()}${problem}` };
  }
}

function stateOf({ state: at, pending, done }: Following, value: unknown): string {
  const state = valueAt(value, at);
  // Others than the contract's own may be any text.
  return [...pending, ...done].includes(state as never) ? String(state) : "unknown";
}

function hasFailed({ state, absent, failed, error }: Following, value: unknown): boolean {
  if (error !== undefined && (valueAt(value, error) ?? null) !== null) return true;
  return failed.includes((valueAt(value, state) ?? absent) as never);
}

function howToGoOn({ shown, done }: Following, { call }: Tool, tools: readonly Tool[], response: unknown, last: unknown): string {
  const found = tools.find((one) => {
    if (!shown) return false;
    if ("operation" in shown) return one.call.kind === "operation" && one.call.id === shown.operation;
    return (
      one.call.kind === "action" && call.kind === "action" && one.call.type === call.type && one.call.action === shown.action
    );
  });
  if (!shown || !found) return "No tool shows when it ends.";
  const { name } = found.listed;
  if ("operation" in shown) {
    const { argument, at } = shown;
    const id = argument === undefined || at === undefined ? undefined : valueAt(response, at);
    return `Call ${name}${id === undefined ? "" : ` with ${JSON.stringify({ [argument!]: id })}`} until it ends.`;
  }
  const { key, list } = shown;
  const id = key === undefined ? undefined : valueAt(last, `/${key}`);
  const one =
    list === undefined
      ? ` with ${JSON.stringify({ [key!]: id })}`
      : `; it is the one of ${list} with ${key} ${JSON.stringify(id)}`;
  return `Call ${name} on the same resource until its state is ${done.join(" or ")}${id === undefined ? "" : one}.`;
}
