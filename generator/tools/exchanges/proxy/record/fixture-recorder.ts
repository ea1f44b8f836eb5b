import path from "node:path";
import type { Diagnostic } from "../../../../diagnostics/diagnostic.js";
import type { JsonValue } from "../../../../document/json-value.js";
import { isFactParameter } from "../../../../model/action-requests.js";
import { writeNewFile } from "../../../../write/write-new-file.js";
import { parameterMembers } from "../../check-parameters.js";
import type { SentRequest } from "../../check-request.js";
import { declaredStatus } from "../../check-response.js";
import { report } from "../../diagnostics.js";
import type { Exchange, ExchangeRequest, ExchangeResponse } from "../../exchange.js";
import type { ExchangeContract } from "../../exchange-contract.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import type { Finding } from "../../finding.js";
import { nameFixtureFiles } from "../../fixtures/file-names.js";
import { printFixtures } from "../../fixtures/sampling/plan-fixtures.js";
import { checkPlanned, type PlannedExchange } from "../../fixtures/sampling/planned.js";
import { readActionForm, readRequest, readResponse } from "../../recordings/recorded-call.js";
import { declaredSecrets } from "../../secrets/find-secrets.js";
import type { JudgedCall, Recorder } from "../inspector.js";
import type { LiveExchange } from "../live-exchange.js";
import { ExchangeMask } from "./mask-exchange.js";

/** Limits of what is kept until the end: exchanges of one action or operation, and the bytes of their bodies. */
const maxExchanges = 20;
const maxBytes = 65_536;

interface KeptExchange {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
}

interface KeptCalls {
  readonly target: CallTarget;
  readonly byKind: Map<string, KeptExchange>;
}

/**
 * Records fixtures: the first exchange of each kind, by status and by the rules that its request breaks. Exchanges in which the API
 * violated its contract are not recorded.
 */
export class FixtureRecorder implements Recorder {
  readonly #contract: ExchangeContract;
  readonly #folder: string;
  readonly #calls = new Map<string, KeptCalls>();
  readonly #known = new Set<string>();

  constructor(contract: ExchangeContract, folder: string) {
    this.#contract = contract;
    this.#folder = folder;
  }

  add(recorded: LiveExchange, call: JudgedCall | undefined, secrets: Iterable<string>): void {
    for (const secret of secrets) this.#known.add(secret);
    const target = call?.checked.target;
    if (!target || !call.isKept || recorded.lacksRequestBody || recorded.lacksBody) return;
    if (recorded.requestBytes.byteLength + recorded.responseBytes.byteLength > maxBytes) return;
    const { findings, status } = call.checked;
    const name = nameOf(target);
    const calls = this.#calls.get(name) ?? { target, byKind: new Map<string, KeptExchange>() };
    this.#calls.set(name, calls);
    const kind = [status, ...findings.map(keyOf).sort()].join(" ");
    if (calls.byKind.size >= maxExchanges || calls.byKind.has(kind)) return;
    const exchange = describeExchange(this.#contract, target, call);
    if (exchange) calls.byKind.set(kind, { exchange, findings });
  }

  finish(problems: Diagnostic[]): string {
    const counts = { written: 0, exchanges: 0, existing: 0 };
    const names = nameFixtureFiles(this.#contract);
    for (const { target, byKind } of this.#calls.values()) {
      const { node, endpoint } = target;
      const file = node ? names.action(node.action.serviceType, node.action.name) : names.operation(endpoint.operation.id);
      const exchanges = [...byKind.values()].flatMap((kept) => this.#plan(target, kept));
      if (exchanges.length === 0) continue;
      const to = path.resolve(this.#folder, file.path);
      const outcome = writeNewFile(to, printFixtures({ exchanges, ...(file.target && { target: file.target }) }));
      if (outcome === "exists") counts.existing++;
      else if (outcome === "written") {
        counts.written++;
        counts.exchanges += exchanges.length;
      } else report(problems, "fixture-unwritable", { path: path.posix.join(this.#folder, file.path), reason: outcome.reason });
    }
    const existing = counts.existing > 0 ? `; ${counts.existing} existing files unchanged` : "";
    return `${this.#folder}: ${counts.written} fixture files written, ${counts.exchanges} exchanges${existing}`;
  }

  /** Masks an exchange, unless it then means something else. */
  #plan(target: CallTarget, { exchange, findings }: KeptExchange): PlannedExchange[] {
    const mask = new ExchangeMask(this.#contract, this.#known);
    const declared = declaredSecrets(this.#contract, target, exchange);
    const masked = mask.value(exchange as JsonValue, declared) as Exchange;
    const found = checkPlanned(this.#contract, target, masked).map(keyOf);
    const wanted = findings.map(keyOf);
    if (found.toSorted().join("\n") !== wanted.toSorted().join("\n")) return [];
    const rules = findings.map(({ pointer, rule }) => ({ pointer, rule }));
    const name = [exchange.response?.status, ...rules.slice(0, 3).map(({ pointer, rule }) => `${pointer} ${rule}`)].join(", ");
    return [{ name, ...masked, invalid: rules }];
  }
}

function keyOf({ pointer, rule }: Pick<Finding, "pointer" | "rule">): string {
  return `${pointer} ${rule}`;
}

/** Returns a call as a fixture; nothing if a fixture can't have what was sent. */
function describeExchange({ contract }: ExchangeContract, target: CallTarget, { entry }: JudgedCall): Exchange | undefined {
  const { endpoint, matched, recorded } = entry;
  const sent = readRequest(endpoint, matched, recorded);
  const request = target.node ? readActionForm(endpoint, target.node.action, sent, recorded) : sent;
  const response = readResponse(contract, endpoint, recorded);
  const isWritable = request.parameters.every(({ malformed }) => malformed === undefined);
  if (!isWritable || request.malformedBody !== undefined || request.unsupported || response.malformedBody !== undefined)
    return undefined;
  return {
    request: describeRequest(target, request),
    response: describeResponse(target, response),
  };
}

function describeRequest({ endpoint: { operation } }: CallTarget, { parameters, body, mediaType }: SentRequest): ExchangeRequest {
  const parts: Record<string, Record<string, JsonValue>> = {};
  let querystring: JsonValue | undefined;
  for (const { parameter, value } of parameters) {
    if (value === undefined || (parameter.in === "path" && isFactParameter(operation, parameter))) continue;
    if (parameter.in === "querystring") querystring = value;
    else (parts[parameterMembers[parameter.in]] ??= {})[parameter.name] = value;
  }
  if (mediaType && mediaType.kind !== "json" && !mediaType.name.includes("*"))
    (parts["headers"] ??= {})["content-type"] = mediaType.name;
  return { ...parts, ...(querystring !== undefined && { querystring }), ...(body !== undefined && { body }) };
}

/** Only declared headers, as others differ from call to call. */
function describeResponse({ endpoint: { operation } }: CallTarget, response: ExchangeResponse): ExchangeResponse {
  const { status, headers = {}, body } = response;
  const declared = operation.responses.find((one) => one.status === declaredStatus(operation.responses, status));
  const names = new Set(declared?.headers.map(({ name }) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name, value]) => {
    return names.has(name) || (name === "content-type" && body !== undefined && !/^application\/json\b/i.test(String(value)));
  });
  return { status, ...(kept.length > 0 && { headers: Object.fromEntries(kept) }), ...(body !== undefined && { body }) };
}
