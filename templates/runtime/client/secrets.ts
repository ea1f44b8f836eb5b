import { type Call, ClientError, type Key, type Login, type Reviver } from "./call.js";
import { type Authorize, type Outgoing, authorizeBearer, setHeader } from "./create-client.js";

/** For contracts with operations that need no token. */
export const authorizeIfNeeded: Authorize = async (request, call, options, rejected) =>
  call.route.security?.length === 0 ? undefined : authorizeBearer(request, call, options, rejected);

/** How a security scheme authenticates: `bearer` by the token, `none` by something outside the request. */
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
    const isAvailable = (name: string) => {
      const type = schemes[name]?.type;
      return type === "none" || (type === "bearer" ? source : credentials[name]) !== undefined;
    };
    const chosen = call.route.security?.find((names) => names.length > 0 && names.every(isAvailable)) ?? [];
    let token: string | undefined;
    for (const name of chosen) {
      const scheme = schemes[name]!;
      if (scheme.type === "bearer") token = await authorizeBearer(request, call, options, rejected);
      else if (scheme.type === "basic") addLogin(request, call, credentials[name] as Login);
      else if (scheme.type === "key") await addKey(request, call, scheme, credentials[name] as Key);
    }
    return token;
  };
}

function addLogin({ headers }: Outgoing, call: Call, { username, password }: Login): void {
  const text = btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
  setHeader(headers, "authorization", `Basic ${text}`, call.name);
  keep(call, text, password);
}

async function addKey(request: Outgoing, call: Call, scheme: KeyScheme, source: Key): Promise<void> {
  const { url, headers } = request;
  const key = typeof source === "function" ? await source() : source;
  keep(call, key);
  if (scheme.in === "header") return setHeader(headers, scheme.name, key, call.name);
  const pair = pairOf(scheme.name, key, call);
  // As in the URL, which servers repeat.
  keep(call, pair.slice(pair.indexOf("=") + 1));
  if (scheme.in === "query") request.url = `${url}${url.includes("?") ? "&" : "?"}${pair}`;
  else setHeader(headers, "cookie", [headers.get("cookie"), pair].filter(Boolean).join("; "), call.name);
}

/** The credentials that calls have sent, besides tokens. */
const sent = /* @__PURE__ */ new WeakMap<Call, Set<string>>();

function keep(call: Call, ...secrets: readonly string[]): void {
  sent.set(call, new Set([...(sent.get(call) ?? []), ...secrets]));
}

/** For contracts with keys or passwords: redacts them, like tokens, in errors that repeat them. */
export function hideCredentials(call: Call, reviver: Reviver): Reviver {
  return (name, value) => {
    const given = reviver(name, value);
    if (typeof given !== "string") return given;
    const secrets = [...(sent.get(call) ?? [])].filter(({ length }) => length > 3);
    return secrets.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), given);
  };
}

function pairOf(name: string, key: string, call: Call): string {
  try {
    return `${encodeURIComponent(name)}=${encodeURIComponent(key)}`;
  } catch {
    throw new ClientError("InvalidCallError", call.name, `has a key ${name} that can't be sent`);
  }
}

/** A text, number or boolean that only `reveal` returns: printed or as JSON it is `[redacted]`. */
export interface Secret {
  /** The text; that of a number or boolean as in JSON. */
  reveal(): string;
  /** Only a `JsonSecret` has a value. */
  parse(): never;
}

/** A secret whose text is JSON in the contract. */
export interface JsonSecret<Content> {
  reveal(): string;
  /** The value of the text, with its secrets wrapped too. Throws if it is not JSON. */
  parse(): Content;
}

/** A response whose fields with these names contain secrets; `Contents` are those in JSON. `""` names the whole response. */
export type WithSecrets<Value, Names extends string, Contents = object> = "" extends Names
  ? Wrapped<Value, Names, Contents>
  : WithSecretFields<Value, Names, Contents>;

/** A field whose name is only known at run time may have one of the names. */
type WithSecretFields<Value, Names extends string, Contents> = Value extends readonly (infer Item)[]
  ? WithSecretFields<Item, Names, Contents>[]
  : Value extends object
    ? {
        [Name in keyof Value]: Name extends Names
          ? Wrapped<Value[Name], Names, Contents, Name>
          :
              | WithSecretFields<Value[Name], Names, Contents>
              | (string extends Name ? Wrapped<Value[Name], Names, Contents> : never);
      }
    : Value;

type Wrapped<Value, Names extends string, Contents, Field = null> = Value extends string | number | boolean
  ? Field extends keyof Contents
    ? JsonSecret<WithSecrets<Contents[Field], Names>>
    : Secret
  : Value extends readonly (infer Item)[]
    ? Wrapped<Item, Names, Contents, Field>[]
    : Value extends object
      ? { [Name in keyof Value]: Wrapped<Value[Name], Names, Contents, Name> }
      : Value;

/** Wraps the texts, numbers and booleans in fields with some names, at any depth, while JSON is read. `""` names the whole. */
export function wrapSecrets(names: readonly string[]): Reviver {
  // In place, as the value was just read. Secrets and null have no enumerable properties.
  const wrap = (value: unknown): unknown => {
    if (typeof value !== "object") return new SecretText(value, reviver);
    const fields = value as Record<string, unknown>;
    for (const name in fields) fields[name] = wrap(fields[name]);
    return value;
  };
  const reviver: Reviver = (name, value) => (names.includes(name) ? wrap(value) : value);
  return reviver;
}

/** A value as it was before its secrets were wrapped. */
export function unwrapSecrets(value: unknown): unknown {
  if (value instanceof SecretText) return value.reveal((content) => content);
  if (Array.isArray(value)) return value.map(unwrapSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unwrapSecrets(inner)]));
}

class SecretText implements JsonSecret<unknown> {
  /** A function, since the console of a browser would display a value. */
  readonly #content: () => unknown;
  readonly #reviver: Reviver;

  constructor(content: unknown, reviver: Reviver) {
    this.#content = () => content;
    this.#reviver = reviver;
    // For `console.log` and `util.inspect` of Node, Bun and Deno. As a member, bundlers would keep the class.
    Object.defineProperty(this, Symbol.for("nodejs.util.inspect.custom"), { value: () => "[redacted]" });
  }

  reveal<Content = string>(convert: (content: unknown) => Content = String as never): Content {
    return convert(this.#content());
  }

  parse(): unknown {
    try {
      return JSON.parse(this.reveal(), this.#reviver);
    } catch {
      // The parser's message would reveal a part of the text.
      throw new TypeError("The secret is not JSON");
    }
  }

  toString(): string {
    return "[redacted]";
  }

  toJSON(): string {
    return "[redacted]";
  }
}
