import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import type { Diagnostic } from "../../../../diagnostics/diagnostic.js";
import type { JsonObject, JsonValue } from "../../../../document/json-value.js";
import { version } from "../../../../package.js";
import { report } from "../../diagnostics.js";
import type { Exchange } from "../../exchange.js";
import type { ExchangeContract } from "../../exchange-contract.js";
import { readRequest, readResponse } from "../../recordings/recorded-call.js";
import { declaredSecrets } from "../../secrets/find-secrets.js";
import type { JudgedCall, Recorder } from "../inspector.js";
import type { LiveExchange } from "../live-exchange.js";
import { ExchangeMask } from "./mask-exchange.js";

/** What `validate` still reads with ease. */
const maxBytes = 256 * 1024 * 1024;

const tail = "\n]}}\n";

/** Records a HAR 1.2 file, which is complete after each exchange. */
export class HarRecorder implements Recorder {
  readonly #contract: ExchangeContract;
  readonly #path: string;
  readonly #url: string;
  readonly #file: number;
  readonly #known = new Set<string>();
  #end = 0;
  #entries = 0;
  #left = 0;

  /** Throws if the file can't be written. `url` is the API's. */
  constructor(contract: ExchangeContract, path: string, url: string) {
    this.#contract = contract;
    this.#path = path;
    this.#url = url;
    this.#file = openSync(path, "w", 0o600);
    const creator = JSON.stringify({ name: "openapi-actions", version });
    this.#write(`{"log":{"version":"1.2","creator":${creator},"entries":[`);
  }

  add(exchange: LiveExchange, call: JudgedCall | undefined, secrets: Iterable<string>): void {
    for (const secret of secrets) this.#known.add(secret);
    const parsed = parse(this.#contract, call);
    const declared = call?.checked.target ? declaredSecrets(this.#contract, call.checked.target, parsed) : new Set<string>();
    for (const text of declared) if (text.length >= 8) this.#known.add(text);
    const text = `${this.#entries === 0 ? "" : ","}\n${JSON.stringify(this.#entry(exchange, call, declared))}`;
    if (this.#end + text.length * 3 > maxBytes) return void this.#left++;
    this.#entries++;
    this.#write(text);
  }

  finish(problems: Diagnostic[]): string {
    closeSync(this.#file);
    try {
      this.#maskLate();
    } catch (error) {
      report(problems, "fixture-unwritable", { path: this.#path, reason: reasonOf(error) });
    }
    const left = this.#left > 0 ? `, ${this.#left} beyond the limit not recorded` : "";
    return `${this.#path}: ${this.#entries} ${this.#entries === 1 ? "exchange" : "exchanges"} recorded${left}`;
  }

  #write(text: string): void {
    this.#end += writeSync(this.#file, text, this.#end, "utf8");
    writeSync(this.#file, tail, this.#end, "utf8");
  }

  /** Masks secrets in entries that were written before an exchange revealed them. */
  #maskLate(): void {
    const text = readFileSync(this.#path, "utf8");
    let masked = text;
    for (const secret of this.#known) {
      const once = JSON.stringify(secret).slice(1, -1);
      for (const written of new Set([once, JSON.stringify(once).slice(1, -1), encodeURIComponent(secret)])) {
        if (masked.includes(written)) masked = masked.replaceAll(written, "*".repeat(secret.length));
      }
    }
    if (masked !== text) writeFileSync(this.#path, masked);
  }

  #entry(exchange: LiveExchange, call: JudgedCall | undefined, declared: ReadonlySet<string>): JsonObject {
    const mask = new ExchangeMask(this.#contract, this.#known);
    const { request, response, times, requestTap, responseTap } = exchange;
    const operation = call?.entry.endpoint.operation;
    const cookies = new Set(operation?.parameters.flatMap((parameter) => (parameter.in === "cookie" ? [parameter.name] : [])));
    const target = mask.target(request.target);
    const [start, head = start, end = head] = [times.start, times.head, times.end];
    const requestType = exchange.requestHeaders["content-type"] ?? "";
    const responseType = exchange.responseHeaders["content-type"] ?? "";
    const hasBody = requestTap.total > 0;
    const query = [...new URLSearchParams(target.split(/[?#]/)[1] ?? "")];
    return {
      startedDateTime: new Date(start).toISOString(),
      time: end - start,
      request: {
        method: request.method,
        url: `${this.#url}${target}`,
        httpVersion: "HTTP/1.1",
        cookies: [],
        headers: named(mask.headers(request.headers, cookies)),
        queryString: named(query),
        ...(hasBody && { postData: { mimeType: requestType, ...content(mask, exchange.requestBytes, requestType, declared) } }),
        headersSize: -1,
        bodySize: requestTap.total,
      },
      response: {
        status: exchange.status,
        statusText: response?.statusText ?? "",
        httpVersion: "HTTP/1.1",
        cookies: [],
        headers: named(mask.headers(response?.headers ?? [], cookies)),
        content: {
          size: exchange.lacksBody ? responseTap.total : exchange.responseBytes.byteLength,
          mimeType: responseType,
          ...content(mask, exchange.responseBytes, responseType, declared),
        },
        redirectURL: "",
        headersSize: -1,
        bodySize: responseTap.total,
      },
      cache: {},
      timings: { send: 0, wait: head - start, receive: end - head },
    };
  }
}

/** Returns the parsed bodies of a call. */
function parse({ contract }: ExchangeContract, call: JudgedCall | undefined): Exchange {
  if (!call) return {};
  const { endpoint, matched, recorded } = call.entry;
  const { body } = readRequest(endpoint, matched, recorded);
  return { request: { ...(body !== undefined && { body }) }, response: readResponse(contract, endpoint, recorded) };
}

function named(pairs: readonly (readonly [string, string])[]): JsonValue {
  return pairs.map(([name, value]) => ({ name, value }));
}

/** Bytes that are not text are recorded in base64, unless they are unknown. */
function content(mask: ExchangeMask, bytes: Uint8Array, type: string, declared: ReadonlySet<string>): JsonObject {
  if (bytes.byteLength === 0) return {};
  try {
    return { text: mask.body(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), type, declared) };
  } catch {
    const buffer = Buffer.from(bytes);
    const text = buffer.toString("latin1");
    return mask.text(text) === text ? { text: buffer.toString("base64"), encoding: "base64" } : { comment: "contains a secret" };
  }
}

/** The operating system's code for an error. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return code;
}
