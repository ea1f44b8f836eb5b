import type { Call, Key, Login } from "./call.js";
import { ClientError } from "./errors.js";
import { type Authorize, type Outgoing, type ReadBody, type Reviver, setHeader } from "./transport.js";

/** Sends the token as `Authorization: Bearer <token>`, unless the operation needs none. */
export const authorizeBearer: Authorize = async ({ headers }, { route, name }, { token: source }, rejected) => {
  if (route.security?.length === 0) return undefined;
  const token = typeof source === "function" ? await source(rejected) : source;
  if (token !== undefined) setHeader(headers, "authorization", `Bearer ${token}`, name);
  return token;
};

/** How a security scheme shows who calls: `bearer` by the token, `none` by something else than the request. */
export type SecurityScheme = { readonly type: "bearer" | "basic" | "none" } | KeyScheme;

interface KeyScheme {
  readonly type: "key";
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
}

/** For contracts with other schemes than bearer tokens: uses the first alternative for which there are credentials. */
export function authorizeSchemes(schemes: Readonly<Record<string, SecurityScheme>>): Authorize {
  return async (request, call, options, rejected) => {
    const { token: source, credentials = {} } = options;
    const isAtHand = (name: string) => {
      const type = schemes[name]?.type;
      return type === "none" || (type === "bearer" ? source : credentials[name]) !== undefined;
    };
    const chosen = call.route.security?.find((names) => names.length > 0 && names.every(isAtHand)) ?? [];
    let token: string | undefined;
    for (const name of chosen) {
      const scheme = schemes[name]!;
      if (scheme.type === "bearer") token = await authorizeBearer(request, call, options, rejected);
      else if (scheme.type === "basic") showLogin(request, call, credentials[name] as Login);
      else if (scheme.type === "key") await showKey(request, call, scheme, credentials[name] as Key);
    }
    return token;
  };
}

function showLogin({ headers }: Outgoing, call: Call, { username, password }: Login): void {
  const text = btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
  setHeader(headers, "authorization", `Basic ${text}`, call.name);
  keep(call, text, password);
}

async function showKey(request: Outgoing, call: Call, scheme: KeyScheme, source: Key): Promise<void> {
  const { url, headers } = request;
  const key = typeof source === "function" ? await source() : source;
  keep(call, key);
  if (scheme.in === "header") return setHeader(headers, scheme.name, key, call.name);
  const pair = pairOf(scheme.name, key, call);
  if (scheme.in === "query") request.url = `${url}${url.includes("?") ? "&" : "?"}${pair}`;
  else setHeader(headers, "cookie", [headers.get("cookie"), pair].filter(Boolean).join("; "), call.name);
}

/** What calls have sent to show who calls, besides tokens. */
const sent = new WeakMap<Call, Set<string>>();

function keep(call: Call, ...secrets: readonly string[]): void {
  sent.set(call, new Set([...(sent.get(call) ?? []), ...secrets]));
}

/** For contracts with keys or passwords: hides them in errors that repeat them, as tokens are. */
export function hideCredentials(read: ReadBody): ReadBody {
  return (call, response, reviver) => {
    const secrets = [...(sent.get(call) ?? [])].filter(({ length }) => length > 3);
    const hide: Reviver = (name, value) => {
      const given = reviver ? reviver(name, value) : value;
      if (typeof given !== "string") return given;
      return secrets.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), given);
    };
    return read(call, response, response.ok ? reviver : hide);
  };
}

function pairOf(name: string, key: string, call: Call): string {
  try {
    return `${encodeURIComponent(name)}=${encodeURIComponent(key)}`;
  } catch {
    throw new ClientError("InvalidCallError", call.name, `has a key ${name} that can't be sent`);
  }
}
