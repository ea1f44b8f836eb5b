import { actionResponses } from "../../model/action-responses.js";
import type { Response } from "../../model/contract.js";
import { declaredStatus } from "./check-response.js";
import { compare } from "../../diagnostics/diagnostic.js";
import type { Endpoint, ExchangeContract } from "./exchange-contract.js";
import type { Exchange } from "./exchange.js";
import type { CallTarget } from "./find-target.js";
import type { Finding } from "./finding.js";

/** A kind of exchange of an action or an operation. */
type CoverageKind =
  | "valid request"
  | "invalid request"
  | "response"
  | `response ${string}`
  | `header ${string}`
  | `error ${string}`;

/** The coverage of one action, or of one operation. */
interface CoverageRow {
  readonly service_type?: string;
  readonly action?: string;
  readonly operation: string;
  /** The number of exchanges of each kind; 0 for missing kinds. */
  readonly seen: ReadonlyMap<CoverageKind, number>;
}

/** Counts the kinds of exchanges of a run. */
export interface Coverage {
  /** Counts a passing exchange: a valid one, or one that breaks the rules that it is expected to break. */
  count(target: CallTarget, exchange: Exchange, findings: readonly Finding[]): void;
  /** Actions, then operations, each sorted by name. */
  rows(): readonly CoverageRow[];
}

interface MutableRow extends CoverageRow {
  readonly seen: Map<CoverageKind, number>;
}

/** Starts without any exchanges. */
export function createCoverage({ actions, contract, endpoints }: ExchangeContract): Coverage {
  const rows = new Map<object, MutableRow>();
  for (const type of [...actions.keys()].sort(compare)) {
    for (const node of actions.get(type)!.values()) {
      const { action, endpoint } = node;
      const errors = [...new Set(action.errors.map(({ status }) => `error ${status}` as const))];
      const { responses } = actionResponses(endpoint.operation, action, contract);
      const successes = successKinds(
        responses.flatMap(({ key, headers }) => (key === undefined ? [] : [{ status: key, headers }])),
      );
      const { body, parameters } = endpoint.operation;
      const canBeInvalid = body !== undefined || action.takesInput || parameters.some((one) => one.in !== "path");
      const requests = canBeInvalid ? (["valid request", "invalid request"] as const) : (["valid request"] as const);
      const kinds = [...requests, ...successes, ...errors];
      rows.set(node, { service_type: type, action: action.name, operation: endpoint.operation.id, seen: unseen(kinds) });
    }
  }
  for (const id of [...endpoints.keys()].sort(compare)) {
    const endpoint = endpoints.get(id)!;
    rows.set(endpoint, { operation: id, seen: unseen(operationKinds(endpoint)) });
  }

  const see = (key: object | undefined, kind: CoverageKind): void => {
    const seen = key && rows.get(key)?.seen;
    const count = seen?.get(kind);
    if (count !== undefined) seen!.set(kind, count + 1);
  };
  return {
    count(target, { request, response }, findings) {
      const { endpoint, node } = target;
      const isBroken = (part: string) => findings.some(({ pointer }) => pointer.startsWith(`/${part}`));
      if (request) see(node ?? endpoint, isBroken("request") ? "invalid request" : "valid request");
      if (!response || isBroken("response")) return;
      const declared = declaredStatus(endpoint.operation.responses, response.status);
      if (response.status < 400) {
        see(node ?? endpoint, "response");
        if (declared !== undefined) see(node ?? endpoint, `response ${declared}`);
        for (const name of Object.keys(response.headers ?? {})) see(node ?? endpoint, `header ${name.toLowerCase()}`);
        return;
      }
      see(node, `error ${response.status}`);
      if (declared !== undefined) see(endpoints.get(endpoint.operation.id), `error ${declared}`);
    },
    rows: () => [...rows.values()],
  };
}

/** Returns the kinds of an operation's exchanges. An endpoint is called through its actions but has failures of its own. */
function operationKinds({ operation }: Endpoint): CoverageKind[] {
  const errors = operation.responses.filter(({ status }) => /^[45]/.test(status)).map(({ status }) => `error ${status}` as const);
  if (operation.isEndpoint) return errors;
  const takesInput = operation.parameters.length > 0 || operation.body !== undefined;
  const successes = operation.responses.filter(({ status }) => /^[123]|^default$/.test(status));
  return [
    ...(takesInput ? (["valid request", "invalid request"] as const) : []),
    ...(successes.length > 0 ? successKinds(successes.filter(({ status }) => status.startsWith("2"))) : []),
    ...errors,
  ];
}

/** Returns a kind for each of several successes and for each declared header, or a single one if there is only one success. */
function successKinds(responses: readonly Pick<Response, "status" | "headers">[]): CoverageKind[] {
  const names = new Set(responses.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase())));
  const statuses = responses.map(({ status }) => `response ${status}` as const);
  return [
    ...(statuses.length > 1 ? statuses : (["response"] as const)),
    ...[...names].sort(compare).map((name) => `header ${name}` as const),
  ];
}

function unseen(kinds: readonly CoverageKind[]): Map<CoverageKind, number> {
  return new Map(kinds.map((kind) => [kind, 0]));
}

/** Returns the numbers of covered kinds and of all kinds. */
export function coverageTotals(rows: readonly CoverageRow[]): { readonly covered: number; readonly total: number } {
  const counts = rows.flatMap(({ seen }) => [...seen.values()]);
  return { covered: counts.filter((count) => count > 0).length, total: counts.length };
}

/**
 * Prints coverage as a table:
 *
 *     action                valid  invalid  response  errors
 *     postgres.add_ip           1        9         1  400, 409
 *     postgres.drop_database    1        0         1  404, 409 missing
 */
export function printCoverage(rows: readonly CoverageRow[]): string {
  const header = ["", "valid", "invalid", "response", "errors"];
  const cells = rows.map((row) => [
    nameOf(row),
    ...(["valid request", "invalid request"] as const).map((kind) => count(row, kind)),
    responses(row),
    errors(row),
  ]);
  const lines = [header, ...cells];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const text = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 || column === 4 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ")
      .trimEnd(),
  );
  return `${text.join("\n")}\n\n${describeTotals(rows)}\n`;
}

/** Returns text such as `coverage 98.5 % (593 of 602)`. */
export function describeTotals(rows: readonly CoverageRow[]): string {
  const { covered, total } = coverageTotals(rows);
  return `coverage ${percentText(coveragePercent(rows))} % (${covered} of ${total})`;
}

/** Returns a percentage between 0 and 100; 100 for a contract without anything to cover. */
export function coveragePercent(rows: readonly CoverageRow[]): number {
  const { covered, total } = coverageTotals(rows);
  return total === 0 ? 100 : (100 * covered) / total;
}

/** Formats a percentage with one decimal, rounded down, so that only full coverage is 100. */
export function percentText(percent: number): string {
  return String(Math.floor(percent * 10) / 10);
}

/** Returns coverage as data for the JSON report. */
export function coverageData(rows: readonly CoverageRow[]): object {
  return {
    ...coverageTotals(rows),
    percent: Number(percentText(coveragePercent(rows))),
    rows: rows.map(({ seen, ...row }) => ({ ...row, seen: Object.fromEntries(seen) })),
  };
}

function nameOf({ service_type, action, operation }: CoverageRow): string {
  return service_type === undefined ? operation : `${service_type}.${action}`;
}

/** Returns a dot for a kind that doesn't apply. */
function count({ seen }: CoverageRow, kind: CoverageKind): string {
  return String(seen.get(kind) ?? "·");
}

/** Returns the number of responses; with several successes or headers, also which ones. */
function responses(row: CoverageRow): string {
  return row.seen.has("response") && ![...row.seen.keys()].some((kind) => kind.startsWith("header "))
    ? count(row, "response")
    : found(row, /^response ?|^header /);
}

function errors(row: CoverageRow): string {
  return found(row, /^error /);
}

/** Returns covered and missing kinds: `201; missing 202`. */
function found({ seen }: CoverageRow, prefix: RegExp): string {
  const all = [...seen].filter(([kind]) => prefix.test(kind));
  const list = (isSeen: boolean) =>
    all.flatMap(([kind, times]) => (times > 0 === isSeen ? [kind.replace(prefix, "") || "response"] : [])).join(", ");
  const [shown, missing] = [list(true), list(false)];
  if (all.length === 0) return "·";
  return missing === "" ? shown : `${shown === "" ? "" : `${shown}; `}missing ${missing}`;
}
