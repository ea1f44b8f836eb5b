import type { ErrorDetail } from "../../templates/runtime/facts.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Errors } from "./bound-contract.js";
import type { Failure, Style } from "./style.js";

/** One way in which a call fails: what is different from a call that succeeds, and what is responded. */
export interface FailingCall {
  readonly name: string;
  readonly request?: {
    readonly method?: string;
    readonly url?: string;
    /** `undefined`: it isn't sent. */
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly body?: string | undefined;
  };
  /** The token of the caller; `undefined`: none. */
  readonly token?: "all" | "little" | undefined;
  readonly application?: (errors: Errors) => Partial<AnyApplication>;
  /** The handler of the failing action. */
  readonly handler?: (call: Fail, errors: Errors) => unknown;
  readonly code: Failure | (string & {});
  /** Absent: that of the failure. */
  readonly status?: number;
  /** Absent: any text. */
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Messages that are logged. */
  readonly log?: readonly string[];
  /** Whether no operation of the contract sends it. */
  readonly isUndeclared?: boolean;
}

type Fail = { readonly fail: (code: string, text?: string) => Error };

/** The statuses of the server's own failures. */
export const defaultStatuses: Readonly<Record<Failure, number>> = {
  unauthenticated: 401,
  access_denied: 403,
  resource_not_found: 404,
  method_not_allowed: 405,
  invalid_parameter: 400,
  invalid_action_body: 400,
  invalid_request: 400,
  payload_too_large: 413,
  unsupported_media_type: 415,
  action_unavailable: 409,
  not_implemented: 501,
  internal: 500,
};

/** Stands for one message of any text in a log. */
export const anyMessage = "*";

const notFound = "The resource does not exist, or you may not see it.";
const inWords = (details: readonly ErrorDetail[]) => `${details.map((one) => `${one.pointer} ${one.message}`).join("; ")}.`;

/** Everything that can go wrong with a call of an action. */
export function failingCalls(style: Style): FailingCall[] {
  const { failing, keyHeader, noun, scopes, url, successes, isBodyOptional = false } = style;
  const { action } = successes[0]!;
  const { own, invalid, malformed } = failing;
  const internal = { code: "internal", message: "The call failed. Its id is r-1." };
  const crash = new Error("a secret of the handler");
  const large = `{${" ".repeat(5000)}}`;
  return [
    {
      name: "no credentials",
      token: undefined,
      code: "unauthenticated",
      message: keyHeader === undefined ? "A valid bearer token is required." : "Valid credentials are required.",
      ...(keyHeader === undefined ? { headers: { "www-authenticate": "Bearer" } } : {}),
    },
    {
      name: "a malformed parameter",
      request: malformed,
      code: "invalid_parameter",
      message: inWords([malformed.detail]),
      details: [malformed.detail],
    },
    {
      name: "a resource of somebody else",
      application: () => ({ canAccess: () => false }),
      code: "access_denied",
      message: "The token does not cover this resource.",
    },
    {
      name: "no such service",
      application: () => ({ findResource: () => undefined }),
      code: "resource_not_found",
      message: notFound,
    },
    {
      name: "no such action",
      request: { url: url("nothing") },
      code: "resource_not_found",
      message: `The ${noun} has no action of this name.`,
    },
    { name: "a missing scope", token: "little", code: "access_denied", message: `The scope ${scopes.at(-1)} is required.` },
    {
      name: "a body that is too large",
      request: { body: large },
      application: () => ({ limits: { bodyBytes: 1000 } }),
      code: "payload_too_large",
      message: "The body must not exceed 1000 bytes.",
    },
    {
      name: "a body in pieces that is too large",
      request: { body: large, headers: { "content-length": undefined, "transfer-encoding": "chunked" } },
      application: () => ({ limits: { bodyBytes: 1000 } }),
      code: "payload_too_large",
      message: "The body must not exceed 1000 bytes.",
    },
    {
      name: "a body of another type",
      request: { headers: { "content-type": "text/plain" } },
      code: "unsupported_media_type",
      message: "Send application/json, text in UTF-8, without a content encoding.",
    },
    { name: "a body that is not JSON", request: { body: "{" }, code: "invalid_action_body", message: "The body is not JSON." },
    ...(isBodyOptional
      ? []
      : [{ name: "no body", request: { body: undefined }, code: "invalid_action_body", message: "A body is required." }]),
    {
      name: "an invalid body",
      request: { body: JSON.stringify(invalid.body) },
      code: "invalid_action_body",
      message: inWords(invalid.details),
      details: invalid.details,
    },
    {
      name: "an action that is not available",
      application: () => ({ findResource: () => failing.busy }),
      code: "action_unavailable",
      message: failing.reason,
    },
    {
      name: "what the gate has against it",
      application: () => ({ gate: () => ({ reason: "Not today." }) }),
      code: "action_unavailable",
      message: "Not today.",
    },
    {
      name: "its own error, returned",
      handler: ({ fail }) => fail(own.code),
      code: own.code,
      status: own.status,
      message: own.text,
    },
    {
      name: "its own error, thrown, in other words",
      handler: ({ fail }) => {
        throw fail(own.code, "No.");
      },
      code: own.code,
      status: own.status,
      message: "No.",
    },
    {
      name: "a CallError with a header",
      handler: (_, { CallError }) => {
        throw new CallError(429, "rate_limit_exceeded", "Later.", { "Retry-After": "3" });
      },
      code: "rate_limit_exceeded",
      status: 429,
      message: "Later.",
      headers: { "retry-after": "3" },
    },
    {
      name: "a field that the handler finds invalid",
      handler: (_, errors) => errors.invalid("/field", "is odd"),
      code: "invalid_action_body",
      message: "/field is odd",
      details: [{ pointer: "/field", rule: "invalid", message: "is odd" }],
    },
    {
      name: "what the handler doesn't find",
      handler: (_, errors) => errors.notFound("There is none."),
      code: "resource_not_found",
      message: "There is none.",
    },
    {
      name: "what is not possible now",
      handler: (_, errors) => errors.unavailable("Wait."),
      code: "action_unavailable",
      message: "Wait.",
    },
    { name: "a handler that throws", handler: () => Promise.reject(crash), ...internal, log: ["The call failed"] },
    {
      name: "a hook that throws",
      application: () => ({ canAccess: () => Promise.reject(crash) }),
      ...internal,
      log: ["The call failed"],
    },
    { name: "an invalid response", handler: () => failing.wrong, ...internal, log: [anyMessage] },
    {
      name: "no handler",
      application: () => ({ handlers: {} }),
      code: "not_implemented",
      message: "This is not implemented yet.",
      log: [`The handler ${action} is missing`],
    },
    {
      name: "no such path",
      request: { url: "/nowhere/at/all/there" },
      code: "resource_not_found",
      message: "There is no such path.",
      isUndeclared: true,
    },
    {
      name: "another method",
      request: { method: "PUT" },
      code: "method_not_allowed",
      message: "Use OPTIONS or POST.",
      headers: { allow: "OPTIONS, POST" },
      isUndeclared: true,
    },
  ];
}
