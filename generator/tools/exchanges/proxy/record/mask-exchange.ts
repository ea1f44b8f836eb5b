import { isObject, type JsonValue } from "../../../../document/json-value.js";
import { Locations } from "../../../../document/locations.js";
import { parseJson } from "../../../../document/parse-json.js";
import type { ExchangeContract } from "../../exchange-contract.js";
import { isSecretName, urlPasswords } from "../../secrets/find-secrets.js";
import { pairsOf, type RawHeaders } from "../headers.js";

/** Masks the secrets in the parts of an exchange. Masked texts keep their length, so that most remain valid. */
export class ExchangeMask {
  readonly #names: ReadonlySet<string>;
  readonly #keys: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;

  /** `known` are the texts that occurred as secrets. */
  constructor({ contract, secrets }: ExchangeContract, known: ReadonlySet<string>) {
    this.#names = secrets.names;
    this.#known = known;
    const schemes = [...contract.securitySchemes.values()];
    this.#keys = new Set(
      schemes.flatMap(({ type, parameter }) => (type === "apiKey" && parameter ? [parameter.toLowerCase()] : [])),
    );
  }

  /** Returns a text without known secrets, passwords of URLs and private keys. */
  text(text: string): string {
    let masked = text;
    for (const secret of [...this.#known, ...urlPasswords(text)]) {
      if (masked.includes(secret)) masked = masked.replaceAll(secret, stars(secret));
    }
    return masked.replace(/-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY[\s\S]*?(?:-----END [A-Z0-9 ]*-----|$)/g, stars);
  }

  /** Returns headers with masked credentials. `cookies` are those that the operation declares, which are kept. */
  headers(raw: RawHeaders, cookies: ReadonlySet<string>): [string, string][] {
    return pairsOf(raw).map(([name, value]) => [name, this.#header(name.toLowerCase(), value, cookies)]);
  }

  #header(name: string, value: string, cookies: ReadonlySet<string>): string {
    if (name === "authorization" || name === "proxy-authorization") return value.replace(/^(\S+ +)?([\s\S]*)$/, maskRest);
    if (name === "set-cookie") return value.replace(/^([^=;]*=)([^;]*)/, maskRest);
    if (name === "cookie") {
      const isOpen = (cookie: string) => cookies.has(cookie) && !isSecretField(cookie);
      return value.replace(/([^=;\s]+)=([^;]*)/g, (pair, cookie: string, text: string) =>
        isOpen(cookie) ? this.text(pair) : `${cookie}=${stars(text)}`,
      );
    }
    return this.#isSecret(name) ? stars(value) : this.text(value);
  }

  /** Returns a path and query with masked secrets. */
  target(target: string): string {
    return this.text(
      target.replace(/([?&][^=&#]*)=([^&#]*)/g, (pair, start: string, value: string) => {
        return this.#isSecret(decoded(start.slice(1))) ? `${start}=${stars(value)}` : pair;
      }),
    );
  }

  /** Returns a body with masked secrets; `declared` are the texts that are secrets by their schemas. */
  body(text: string, contentType: string, declared: ReadonlySet<string>): string {
    if (/^application\/x-www-form-urlencoded/i.test(contentType)) return this.target(`?${text}`).slice(1);
    if (/^multipart\//i.test(contentType)) return this.#multipart(text, declared);
    const masked = this.#json(text, declared);
    if (masked !== undefined) return masked;
    // Events and lines of JSON.
    return text
      .replace(/^((?:data: ?|\u001e)?)([[{].*)$/gm, (line, start: string, json: string) => {
        const part = this.#json(json, declared);
        return part === undefined ? this.#likeJson(line) : `${start}${part}`;
      })
      .replace(/^.*$/gm, (line) => this.text(line));
  }

  /** Returns a value with masked secrets. */
  value(value: JsonValue, declared: ReadonlySet<string>, name = "", isSecret = false): JsonValue {
    if (typeof value === "string") return isSecret || declared.has(value) ? stars(value) : this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item, declared, name, isSecret));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => {
      return [key, this.value(item, declared, key, isSecret || this.#isSecret(key))] as const;
    });
    return Object.fromEntries(entries);
  }

  #isSecret(name: string): boolean {
    return this.#names.has(name) || this.#keys.has(name.toLowerCase()) || isSecretField(name);
  }

  /** Masks the texts of a JSON document where they are, so that the rest stays as it was sent. */
  #json(text: string, declared: ReadonlySet<string>): string | undefined {
    const locations = new Locations();
    const file = { path: "", absolutePath: "", text };
    const root = parseJson(file, locations, []);
    if (root === undefined) return undefined;
    if (typeof root === "string") return JSON.stringify(this.value(root, declared));
    const changes: { readonly at: readonly [number, number]; readonly text: string }[] = [];
    const visit = (value: JsonValue, isSecret: boolean, holder: object | undefined, key: string): void => {
      if (typeof value === "string") {
        const masked = this.value(value, declared, key, isSecret) as string;
        const at = holder && locations.span(holder)?.entry(key)?.value;
        if (at && masked !== value) changes.push({ at, text: JSON.stringify(masked) });
      } else if (typeof value === "object" && value !== null) {
        const isNamed = isObject(value);
        for (const [name, item] of Object.entries(value)) visit(item, isSecret || (isNamed && this.#isSecret(name)), value, name);
      }
    };
    visit(root, false, undefined, "");
    let masked = "";
    let end = 0;
    for (const change of changes.sort((a, b) => a.at[0] - b.at[0])) {
      masked += text.slice(end, change.at[0]) + change.text;
      end = change.at[1];
    }
    return masked + text.slice(end);
  }

  /** Text that only resembles JSON. */
  #likeJson(text: string): string {
    return text.replace(/"([^"\\]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g, (pair, name: string, colon: string, value: string) => {
      return this.#isSecret(name) ? `"${name}"${colon}"${stars(value)}"` : pair;
    });
  }

  /** Parts of forms have names; all have media types, such as JSON, or that of parts within a part. */
  #multipart(text: string, declared: ReadonlySet<string>): string {
    const part = /^(--[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n)([\s\S]*?)(?=\r\n--|(?![\s\S]))/gm;
    return text.replace(part, (_, start: string, head: string, value: string) => {
      const name = /^content-disposition:.*?\bname="([^"]*)"/im.exec(head)?.[1];
      const type = /^content-type:[ \t]*([^\r\n]*)/im.exec(head)?.[1] ?? "";
      return `${start}${name !== undefined && this.#isSecret(name) ? stars(value) : this.body(value, type, declared)}`;
    });
  }
}

/** Names that are about secrets without being one: `token_type`, `password_length`. */
function isSecretField(name: string): boolean {
  return (
    isSecretName(name) &&
    !/[_-](?:type|count|at|in|length|limit|policy)$|[a-z](?:Type|Count|At|In|Length|Limit|Policy)$/.test(name)
  );
}

function maskRest(_: string, start: string | undefined, rest: string): string {
  return `${start ?? ""}${stars(rest)}`;
}

function stars(text: string): string {
  return "*".repeat(text.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
