import type { Login } from "../../../../templates/runtime/client/call.js";

/** Someone who calls the API. */
export interface Caller {
  /** For security schemes with bearer tokens, OAuth and OpenID Connect. */
  readonly token?: string;
  /** Keys and logins by the names of their security schemes. */
  readonly credentials?: Readonly<Record<string, string | Login>>;
  /** What it may do; absent: everything. */
  readonly scopes?: readonly string[];
  /** The values of path parameters that it may access, by their names; absent: all. */
  readonly path?: Readonly<Record<string, readonly string[]>>;
}

/** What a test may use of an API. */
export interface TestAccess {
  /** By name; the first is used where any caller may call. Absent: none, so that only open operations are tested. */
  readonly callers?: Readonly<Record<string, Caller>>;
  /** Values of path parameters that may be used and changed, by their names. */
  readonly path?: Readonly<Record<string, string>>;
  /** Values of path parameters that exist but belong to others, by their names. */
  readonly foreign?: Readonly<Record<string, string>>;
  /** Identifiers of services that may be used and changed, by type. */
  readonly services?: Readonly<Record<string, readonly string[]>>;
  /** Operations and actions that are never called, such as one that ends the server: their names, `type.name` for an action. */
  readonly never?: readonly string[];
}

/** The secrets of callers, and the names of the variables that are shown instead: `$READER_TOKEN`. */
export function callerSecrets(callers: Readonly<Record<string, Caller>>): Map<string, string> {
  const secrets = new Map<string, string>();
  const add = (text: string, ...name: string[]) => {
    secrets.set(
      text,
      name
        .join("_")
        .replaceAll(/[^A-Za-z0-9]+/g, "_")
        .toUpperCase(),
    );
  };
  for (const [name, { token, credentials = {} }] of Object.entries(callers)) {
    if (token !== undefined) add(token, name, "token");
    for (const [scheme, value] of Object.entries(credentials)) {
      if (typeof value === "string") add(value, name, scheme);
      else {
        add(Buffer.from(`${value.username}:${value.password}`).toString("base64"), name, scheme, "basic");
        add(value.password, name, scheme, "password");
      }
    }
  }
  return secrets;
}

/** Whether a caller has none of the alternatives of scopes that a call needs. */
export function lacksScopes({ scopes }: Caller, alternatives: readonly (readonly string[])[]): boolean {
  return scopes !== undefined && !alternatives.some((needed) => needed.every((one) => scopes.includes(one)));
}
