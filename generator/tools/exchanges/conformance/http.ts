import type { RecordedExchange } from "../recordings/har-entry.js";

/** A request as it is sent. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, below the base URL. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** A request and its response. */
export class HttpExchange implements RecordedExchange {
  readonly request: HttpRequest;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBytes: Uint8Array;
  /** Whether the body has no end, or is too long to be read. */
  readonly lacksBody: boolean;

  constructor(request: HttpRequest, status: number, headers: Headers, bytes: Uint8Array | undefined) {
    this.request = request;
    this.status = status;
    this.responseHeaders = Object.fromEntries(headers);
    this.responseBytes = bytes ?? new Uint8Array(0);
    this.lacksBody = bytes === undefined;
  }

  get method(): string {
    return this.request.method;
  }

  get url(): string {
    return this.request.target;
  }

  get requestHeaders(): Readonly<Record<string, string>> {
    return this.request.headers;
  }

  get requestBytes(): Uint8Array {
    return this.request.body ?? new Uint8Array(0);
  }

  countHeaders(name: string): number {
    return Object.hasOwn(this.request.headers, name) ? 1 : 0;
  }
}

/** Texts that must not be shown, and what is shown instead. */
export type Masks = ReadonlyMap<string, string>;

/** A request as one line for a shell. Credentials are the variables that they are shown as. */
export function curlLine(baseUrl: string, { method, target, headers, body }: HttpRequest, masks: Masks): string {
  const isText = body !== undefined && isUtf8(body);
  const parts = [
    "curl -i",
    ...(method === "GET" && body === undefined ? [] : [method === "HEAD" ? "-I" : `-X ${method}`]),
    word(`${baseUrl}${target}`, masks),
    ...Object.entries(headers).map(([name, value]) => `-H ${word(`${name}: ${value}`, masks)}`),
    ...(body === undefined ? [] : isText ? [`--data-binary ${word(shorten(decode(body)), masks)}`] : ["--data-binary @body"]),
  ];
  return parts.join(" ");
}

const maxShown = 2_000;

function shorten(text: string): string {
  return text.length > maxShown ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}

/** Quotes text as one word. Within it, masked texts are variables in double quotes. */
function word(text: string, masks: Masks): string {
  let pieces: readonly { readonly text: string; readonly isVariable: boolean }[] = [{ text, isVariable: false }];
  for (const [secret, shown] of masks) {
    if (secret === "") continue;
    pieces = pieces.flatMap((piece) => {
      if (piece.isVariable) return [piece];
      const [first = "", ...others] = piece.text.split(secret);
      const rest = others.flatMap((other) => [
        { text: shown, isVariable: true },
        { text: other, isVariable: false },
      ]);
      return [{ text: first, isVariable: false }, ...rest];
    });
  }
  const words = pieces.flatMap(({ text: piece, isVariable }) => {
    if (isVariable) return [`"$${piece}"`];
    return piece === "" ? [] : [quoted(piece)];
  });
  return words.length === 0 ? "''" : words.join("");
}

/** Text between single quotes; with control characters, which could change what a terminal shows, between `$'` and `'`. */
function quoted(text: string): string {
  if (text.search(unseen) < 0) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text.replaceAll(/['\\]/g, String.raw`\$&`).replaceAll(unseen, (character) => {
    const short = { "\r": String.raw`\r`, "\n": String.raw`\n` }[character];
    return short ?? codeOf(character);
  });
  return `$'${escaped}'`;
}

function codeOf(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

const unseen = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
