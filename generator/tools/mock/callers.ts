import { headerOf, type RequestHeaders } from "../../../templates/runtime/server/http.js";
import type { Contract, SecurityScheme } from "../../model/contract.js";

/** What the caller with a token may do. */
export interface Caller {
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
  const schemes = [...contract.securitySchemes.values()];
  return (head) => {
    const credential = credentialOf(head, schemes);
    if (credential === undefined) return undefined;
    if (!tokens) return everything;
    return Object.hasOwn(tokens, credential) ? tokens[credential] : undefined;
  };
}

/** The credential of a request, wherever a security scheme has it. */
function credentialOf(
  { headers, url }: { readonly headers: RequestHeaders; readonly url: string },
  schemes: readonly SecurityScheme[],
): string | undefined {
  const [, kind = "", value = ""] = /^(\S+)\s+(\S.*)$/.exec(headerOf(headers, "authorization") ?? "") ?? [];
  if (value !== "") return kind.toLowerCase() === "basic" ? Buffer.from(value, "base64").toString() : value.trim();
  for (const { type, in: place, parameter } of schemes) {
    if (type !== "apiKey" || parameter === undefined) continue;
    const found =
      place === "header"
        ? headerOf(headers, parameter.toLowerCase())
        : place === "query"
          ? new URL(url, "http://mock.invalid").searchParams.get(parameter)
          : cookieOf(headers, parameter);
    if (found) return found;
  }
  return undefined;
}

function cookieOf(headers: RequestHeaders, name: string): string | undefined {
  const pairs = (headerOf(headers, "cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs
    .find(([key]) => key === name)
    ?.slice(1)
    .join("=");
}
