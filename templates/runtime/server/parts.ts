import type { ActionEntry, Awaitable } from "./application.js";
import type { AnyApplication, Call, CallResponse, ContentRule, PartRule, ServerContract, ServerParts } from "./contract.js";
import type { ErrorFacts, Rejection } from "./errors.js";
import type { Begun } from "./failures.js";
import type { RequestHandler, ServerRequest, ServerResponse } from "./http.js";
import type { CallRecord } from "./observed-call.js";

// The functions that a server gets with its contract.

/** An error in the shape of the contract. */
export interface WrittenError {
  readonly mediaType: string;
  readonly facts: ErrorFacts;
  readonly body: () => object;
}

/** Writes an error in the shape that the contract declares for it. */
export type WriteError = (facts: ErrorFacts, contract: ServerContract, call: Call | undefined) => WrittenError;

/** Lets callers choose the media types of responses. */
export interface Negotiation {
  /** The argument of a handler. */
  readonly inputOf: (call: Call) => object;
  /** The media type of a body for which the handler names none; `undefined`: the usual one. */
  readonly choose: (call: Call, types: readonly string[], body: unknown) => string | undefined;
  /** Tells caches that a response was chosen. */
  readonly mark: (response: CallResponse) => CallResponse;
}

/** Lists the actions that a service advertises to a caller. */
export type ListCapabilities = (
  contract: ServerContract,
  application: AnyApplication,
  service: object,
  principal: unknown,
  type?: string,
) => Promise<ActionEntry[]>;

/** The limits of single operations. */
export interface LimitedOperations {
  readonly arrange: Arrange;
  /** The server with the limits of bodies of an operation, by the names of those that have some. */
  readonly serversOf: (server: ServerParts) => ReadonlyMap<string, ServerParts>;
}

/** Runs calls within a hook; `undefined`: the application has none. */
export type ObserveCalls = (
  server: ServerParts,
  begin: (request: ServerRequest, record: CallRecord) => Begun,
  run: (begun: Begun) => Promise<ServerResponse>,
) => RequestHandler["handle"] | undefined;

/** Calls the handler of a call with further members. */
export type CallHandler = (call: Call, run: (members?: object) => Awaitable<unknown>) => Awaitable<unknown>;

/** One step of a call. A result ends the call; `undefined` continues it. */
export interface Step {
  readonly name: string;
  readonly run: (call: Call) => Awaitable<Rejection | CallResponse | undefined>;
}

/** Adds steps to those of every call, or combines some of them. */
export type Arrange = (steps: readonly Step[]) => readonly Step[];

/** Creates the response of a handler that returns a sequence of items; `undefined` if it returned another body. */
export type SendItems = (call: Call, declared: string, given: GivenResponse) => CallResponse | undefined;

/** Reads the body of a request as a sequence of valid items. Iterating throws the errors that the caller receives. */
export type ReadItems = (call: Call, content: ContentRule) => AsyncIterable<unknown>;

/** Reads a body that arrives while the handler reads it, as far as it has to be validated first. */
export type ReadUpload = (call: Call, content: ContentRule) => Promise<Rejection | undefined>;

/** The return value of an operation's handler. */
export interface GivenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

/** Reads a `multipart/form-data` body as an object. Throws `MalformedText`. */
export type ReadMultipart = (
  bytes: Uint8Array,
  contentType: string,
  parts: Readonly<Record<string, PartRule>> | undefined,
  jsonDepth: number,
) => Record<string, unknown>;
