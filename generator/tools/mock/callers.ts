import { headerOf, type RequestHeaders } from "../../../templates/runtime/server/http.js";
import type { SecurityScheme as SchemeRule } from "../../../templates/runtime/client/secrets.js";
import { schemeRule } from "../../emit/client/security.js";
import type { Contract } from "../../model/contract.js";

/** What the caller with a token may do. */
export interface Caller {
  /** The security scheme of its credential, if only one has such a credential. */
  readonly scheme?: string;
  readonly scopes: readonly string[];
  /** The values of path parameters that it may access, by their names; absent: all. */
  readonly path?: Readonly<Record<string, readonly string[]>>;
}

/** Callers by token, key or `user:password`. */
export type Tokens = Readonly<Record<string, Caller>>;

/** Returns who calls: for any credential a caller with all scopes, or the one that the tokens name. */
export function createAuthentication(
  contract: Contract,
  tokens: Tokens | undefined,
): (head: { readonly headers: RequestHeaders; readonly url: string }) => Caller | undefined {
  const operations = contract.operations.flatMap(({ security }) => security.flatMap((one) => Object.values(one).flat()));
  const actions = contract.serviceTypes.flatMap((type) => type.actions.flatMap(({ scopes }) => scopes));
  const everything: Caller = { scopes: [...new Set([...operations, ...actions])] };
  const schemes = new Map([...contract.securitySchemes].map(([name, scheme]) => [name, schemeRule(scheme)]));
  return (head) => {
    const [credential, ...found] = credentialOf(head, schemes);
    if (credential === undefined) return undefined;
    const caller = !tokens ? everything : Object.hasOwn(tokens, credential) ? tokens[credential] : undefined;
    return caller && found.length === 1 ? { ...caller, scheme: found[0]! } : caller;
  };
}

/** The credential of a request, and the security schemes that have it there. */
function credentialOf(
  { headers, url }: { readonly headers: RequestHeaders; readonly url: string },
  schemes: ReadonlyMap<string, SchemeRule>,
): readonly [credential?: string, ...schemes: string[]] {
  const [, kind = "", value = ""] = /^(\S+)\s+(\S.*)$/.exec(headerOf(headers, "authorization") ?? "") ?? [];
  if (value !== "") {
    const isBasic = kind.toLowerCase() === "basic";
    const names = [...schemes].flatMap(([name, { type }]) => (type === (isBasic ? "basic" : "bearer") ? [name] : []));
    return [isBasic ? Buffer.from(value, "base64").toString() : value.trim(), ...names];
  }
  for (const [scheme, rule] of schemes) {
    if (rule.type !== "key") continue;
    const found =
      rule.in === "header"
        ? headerOf(headers, rule.name.toLowerCase())
        : rule.in === "query"
          ? new URL(url, "http://mock.invalid").searchParams.get(rule.name)
          : cookieOf(headers, rule.name);
    if (found) return [found, scheme];
  }
  return [];
}

function cookieOf(headers: RequestHeaders, name: string): string | undefined {
  const pairs = (headerOf(headers, "cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs
    .find(([key]) => key === name)
    ?.slice(1)
    .join("=");
}
