import { headerOf, type RequestHeaders } from "../../../templates/runtime/server/http.js";
import type { Contract, SecurityScheme } from "../../model/contract.js";

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
  return (head) => {
    const [credential, ...schemes] = credentialOf(head, contract.securitySchemes);
    if (credential === undefined) return undefined;
    const caller = !tokens ? everything : Object.hasOwn(tokens, credential) ? tokens[credential] : undefined;
    return caller && schemes.length === 1 ? { ...caller, scheme: schemes[0]! } : caller;
  };
}

/** The credential of a request, and the security schemes that have it there. */
function credentialOf(
  { headers, url }: { readonly headers: RequestHeaders; readonly url: string },
  schemes: ReadonlyMap<string, SecurityScheme>,
): readonly [credential?: string, ...schemes: string[]] {
  const [, kind = "", value = ""] = /^(\S+)\s+(\S.*)$/.exec(headerOf(headers, "authorization") ?? "") ?? [];
  if (value !== "") {
    const isBasic = kind.toLowerCase() === "basic";
    const isOfHeader = ({ type, scheme }: SecurityScheme) =>
      isBasic
        ? scheme?.toLowerCase() === "basic"
        : type === "oauth2" || type === "openIdConnect" || scheme?.toLowerCase() === "bearer";
    const names = [...schemes].flatMap(([name, one]) => (isOfHeader(one) ? [name] : []));
    return [isBasic ? Buffer.from(value, "base64").toString() : value.trim(), ...names];
  }
  for (const [name, { type, in: place, parameter }] of schemes) {
    if (type !== "apiKey" || parameter === undefined) continue;
    const found =
      place === "header"
        ? headerOf(headers, parameter.toLowerCase())
        : place === "query"
          ? new URL(url, "http://mock.invalid").searchParams.get(parameter)
          : cookieOf(headers, parameter);
    if (found) return [found, name];
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
