import type { SchemeOptions } from "../client/call.js";

/** The parts of a contract that tools are made of. */
export const toolKinds = ["all", "actions", "operations"] as const;

export type ToolKinds = (typeof toolKinds)[number];

/** What happens to destructive calls: a person is asked, they are rejected, or they are made as others. */
export const destructiveModes = ["prompt", "refuse", "allow"] as const;

export type DestructiveMode = (typeof destructiveModes)[number];

/** The default of the most tokens that the tools of a server may need. */
export const defaultBudget = 20_000;

/** The default of the longest response of the API, in bytes. */
export const defaultMaxResponse = 1_048_576;

/** Which tools a server offers, and how it calls them. */
export interface McpSettings {
  /** Default: all. */
  readonly tools?: ToolKinds | undefined;
  /** The scopes of the token: tools that need others are not offered. Absent: they are not known. */
  readonly scopes?: readonly string[] | undefined;
  /** The only service type whose actions are tools. */
  readonly type?: string | undefined;
  /** The only service that can be called, as `bindService` returns it. */
  readonly service?: BoundService | undefined;
  /** Default: `prompt`. */
  readonly destructive?: DestructiveMode | undefined;
  /** The longest time in milliseconds that a call waits for what it started; default: 60,000; 0: it doesn't wait. */
  readonly wait?: number | undefined;
  /** Milliseconds before the second look; default: 1,000. */
  readonly interval?: number | undefined;
  /** The longest response of the API in bytes; default: 1 MiB. */
  readonly maxResponse?: number | undefined;
  /** With tools of more tokens, three tools find, describe and call all others; default: 20,000. */
  readonly budget?: number | undefined;
  /** Texts that no result contains, beside the token. */
  readonly secrets?: readonly string[] | undefined;
  /** How the server names itself; default: the title and the version of the contract. */
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** Receives a line of JSON for each call, without a value of it. Default: nothing is logged. */
  readonly audit?: ((line: string) => void) | undefined;
  /** Receives failures of the server itself. */
  readonly onError?: ((error: unknown, method?: string) => void) | undefined;
}

/** Settings together with the options of the client. */
export interface McpOptions extends McpSettings, SchemeOptions {}

/** A service that a server is bound to. */
export interface BoundService {
  readonly type: string;
  /** The arguments of the client that lead to it. */
  readonly target: Readonly<Record<string, string>>;
  /** The actions that it advertised as enabled when the server started; absent: it advertises none. */
  readonly enabled?: ReadonlySet<string> | undefined;
}
