import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import { compareDiagnostics } from "../../../diagnostics/diagnostic.js";
import { readContract, type ExchangeContract } from "../exchange-contract.js";
import { type CallTarget, nameOf } from "../find-target.js";
import { shortestSecret } from "../secrets/find-secrets.js";
import { createRequestBuilder } from "./build-request.js";
import { accessProblems } from "./access-problems.js";
import { callerSecrets, type TestAccess } from "./callers.js";
import type { TestCase } from "./case.js";
import { listChecks } from "./checks/index.js";
import { type ConformanceCode, report } from "./diagnostics.js";
import { curlLine, type Masks } from "./http.js";
import { Plans } from "./plans.js";
import { withCurrentETag } from "./preconditions.js";
import { type Effect, effects } from "./targets.js";
import { type Limits, NoResponse, OutOfBudget, type TestFetch, Transport } from "./transport.js";
import { type Deviation, type RunContext, onlyIfSkipped, Skipped, Trial } from "./trial.js";
import { World } from "./world.js";

/** How a server is tested. */
export interface TestOptions extends TestAccess {
  /** The contract's file, or one that was read. */
  readonly contract: string | ExchangeContract;
  /** The base URL of the API: `http://127.0.0.1:8080/v1`. Without it, a name for what `fetch` reaches. */
  readonly url?: string;
  /** Reaches the API instead of the platform's `fetch`, such as a server in the same process. */
  readonly fetch?: TestFetch;
  /** Whether another machine may be tested. Default: only this one, or what `fetch` reaches. */
  readonly yes?: boolean;
  /** What cases may do. Default: `write` for a server on this machine, else `read`. */
  readonly allow?: Effect;
  /** Determines sampled values and their order; default: 1. */
  readonly seed?: number;
  /** Ids of cases, or beginnings of ids; absent: all. */
  readonly only?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** Ends the run; what it made is removed. */
  readonly signal?: AbortSignal;
  /** Called after each case, with the number of cases until now and in all. */
  readonly onCase?: (result: CaseResult, done: number, all: number) => void;
}

/** What came of a case. */
export interface CaseResult {
  readonly case: Omit<TestCase, "run">;
  readonly outcome: "passed" | "failed" | "flaky" | "skipped";
  /** Why it was skipped. */
  readonly reason?: string;
  /** Milliseconds. */
  readonly time: number;
}

/** What a run found. */
export interface TestReport {
  /** One for each deviation, in the order of the contract; the hint has the request as a line for a shell. */
  readonly diagnostics: readonly Diagnostic[];
  readonly cases: readonly CaseResult[];
  /** The requests that were sent. */
  readonly requests: number;
  /** Why the run ended early; absent: it ran to its end. */
  readonly ended?: string;
}

const usualLimits: Limits = { rate: 0, requests: 100_000, time: 120_000, timeout: 30_000, work: 30_000 };

/** Lists the cases of a contract without sending anything. */
export function listCases(options: TestOptions): readonly TestCase[] {
  const { contract: given, seed = 1 } = options;
  const contract = typeof given === "string" ? readContract(given) : given;
  const plans = new Plans(contract, seed);
  return casesOf(contract, plans, new World(contract, plans, options, false), options);
}

/**
 * Holds a running server against its contract. Throws a `TypeError` if the options don't say which one, or if it is on another machine
 * without `yes`; a `ContractError` for a contract with errors.
 */
export async function testContract(options: TestOptions): Promise<TestReport> {
  const { seed = 1, callers = {}, signal } = options;
  checkReach(options);
  const contract = typeof options.contract === "string" ? readContract(options.contract) : options.contract;
  const problems = accessProblems(contract, options, targetsOf(contract).map(nameOf));
  if (problems.length > 0) return { diagnostics: problems, cases: [], requests: 0 };
  const url = options.url ?? "http://api.invalid";
  const limits = { ...usualLimits, ...options.limits };
  const transport = new Transport(url, options.fetch ?? fetch, limits, signal);
  const secrets = callerSecrets(callers);
  const plans = new Plans(contract, seed);
  const allowed = effects.indexOf(options.allow ?? (options.fetch || isLoopback(new URL(url)) ? "write" : "read"));
  const world = new World(contract, plans, options, allowed > effects.indexOf("read"));
  const statuses = new Set<number>();
  const context: RunContext = {
    contract,
    builder: createRequestBuilder(contract.contract),
    transport,
    caller: Object.values(callers)[0],
    patience: limits.work,
    secrets: new Set([...secrets.keys()].filter((text) => text.length >= shortestSecret)),
    never: new Set(options.never),
    silent: new Map(),
    complete: (trial, target, request) => withCurrentETag(contract, world, trial, target, request),
    onAnswer: (target, request, answer) => {
      statuses.add(answer.status);
      world.remember(target, request, answer);
    },
  };
  const findings = new Findings(transport.baseUrl, secrets);
  const results: CaseResult[] = [];
  let ended: string | undefined;
  const cases = casesOf(contract, plans, world, options);
  for (const one of cases) {
    const start = performance.now();
    const done = (outcome: CaseResult["outcome"], reason?: string) => {
      const { run: _, ...described } = one;
      const result = { case: described, outcome, ...(reason !== undefined && { reason }), time: performance.now() - start };
      results.push(result);
      options.onCase?.(result, results.length, cases.length);
    };
    if (effects.indexOf(one.effect) > allowed) {
      done("skipped", `--allow ${one.effect} is needed`);
      continue;
    }
    try {
      done(await runCase(one, context, world, findings));
      for (const left of await world.clean(new Trial(context), false)) findings.add("test-leftover", one.name, left, undefined);
      if (transport.isGone) {
        ended = "the server can't be reached any more";
        break;
      }
    } catch (error) {
      if (error instanceof Skipped) done("skipped", error.message);
      else if (error instanceof OutOfBudget) {
        ended = error.message;
        break;
      } else throw error;
    }
  }
  for (const left of await world.clean(new Trial(context, true), true))
    findings.add("test-leftover", "clean-up", left, undefined);
  const nothing: Diagnostic[] = [];
  if (results.every(({ outcome }) => outcome === "skipped")) {
    report(nothing, "test-nothing", {
      reason:
        ended ??
        mostFrequent(results.map(({ reason = "" }) => reason)) ??
        (options.only ? "no case has such an id" : "there are no cases"),
    });
  }
  if (statuses.size === 0 && transport.isGone) {
    report(nothing, "test-nothing", { reason: `nothing responds at ${transport.baseUrl}` });
    return { diagnostics: nothing, cases: results, requests: transport.requests, ended: "nothing responds" };
  }
  if (ended !== undefined && results.length < cases.length)
    report(nothing, "test-ended", { reason: ended, tried: results.length, all: cases.length });
  // Some cases by themselves may be right to find nothing.
  if (!options.only && statuses.size === 1 && statuses.has(404) && transport.requests > 1)
    report(nothing, "test-nothing", { reason: "every response is a 404; the path of the URL may not be the API's" });
  return {
    diagnostics: [...nothing, ...findings.diagnostics()],
    cases: results,
    requests: transport.requests,
    ...(ended !== undefined && { ended }),
  };
}

/** Runs a case, and again if it fails: only what occurs again is a deviation. */
async function runCase(one: TestCase, context: RunContext, world: World, findings: Findings): Promise<CaseResult["outcome"]> {
  const first = await attempt(one, context);
  for (const { problem, exchange, place = one.place, name = one.name } of first.open)
    findings.add("test-open", name, problem, exchange, { place });
  if (first.deviations.length === 0) return "passed";
  const again = new Set<string>();
  let isRepeated = false;
  const repeat = async () => {
    // What the first attempt has made may be in conflict with what this one makes.
    await world.clean(new Trial(context), false);
    const second = await attempt(one, context).catch(onlyIfSkipped);
    if (second) isRepeated = true;
    for (const { problem } of second?.deviations ?? []) again.add(kindOf(problem));
  };
  await repeat();
  // What the first attempt has changed or removed may have hidden it.
  const isHidden = !first.deviations.some(({ problem }) => again.has(kindOf(problem)));
  await world.renew();
  if (isHidden) await repeat();
  // What the first attempt left behind, such as work that never ends, may forbid another: nothing contradicts the first then.
  const stable = isRepeated
    ? first.deviations.filter(({ problem, isSure }) => isSure === true || again.has(kindOf(problem)))
    : first.deviations;
  for (const { problem, exchange, place = one.place, code = one.code, name = one.name } of stable)
    findings.add(code, name, problem, exchange, { place });
  if (stable.length > 0) return "failed";
  for (const { problem, exchange, place = one.place, name = one.name } of first.deviations)
    findings.add("test-flaky", name, problem, exchange, { place });
  return "flaky";
}

/** What must occur again. A request that ends a server finds none the next time. */
function kindOf(problem: string): string {
  return problem.replace(/^(doesn't respond): (?!no response in time).*/, "$1");
}

async function attempt(one: TestCase, context: RunContext): Promise<Trial> {
  const trial = new Trial(context);
  try {
    await one.run(trial);
  } catch (error) {
    // A case that can't go on after a deviation has one.
    const isOver = error instanceof Skipped || error instanceof NoResponse;
    if (!isOver) throw error;
    // The preparation that it shares with others was not responded to: they have the deviation.
    if (trial.deviations.length === 0) throw error instanceof NoResponse ? new Skipped(error.message) : error;
  }
  return trial;
}

function checkReach({ url, fetch: given, yes = false, allow }: TestOptions): void {
  if (allow !== undefined && !effects.includes(allow)) throw new TypeError(`allow must be one of ${effects.join(", ")}`);
  if (url === undefined) {
    if (!given) throw new TypeError("testContract needs a url, or a fetch that reaches the server");
    return;
  }
  if (!URL.canParse(url) || !["http:", "https:"].includes(new URL(url).protocol))
    throw new TypeError("url must begin with http:// or https://");
  const { host } = new URL(url);
  if (!given && !yes && !isLoopback(new URL(url))) throw new TypeError(`${host} is another machine; set yes if you may test it`);
}

/** The operations and actions, by name. */
function targetsOf(contract: ExchangeContract): readonly CallTarget[] {
  const operations = [...contract.endpoints.values()].filter(({ operation }) => !operation.isEndpoint);
  const targets: CallTarget[] = [
    ...operations.map((endpoint) => ({ endpoint })),
    ...[...contract.actions.values()].flatMap((actions) =>
      [...actions.values()].map((node) => ({ endpoint: node.endpoint, node })),
    ),
  ];
  return targets.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

/** The cases that are wanted, in the order of checks. */
function casesOf(contract: ExchangeContract, plans: Plans, world: World, options: TestOptions): readonly TestCase[] {
  const targets = targetsOf(contract);
  const { only } = options;
  const isBelow = (id: string, start: string) => id === start || id.startsWith(`${start}/`);
  const wants = (start: string) => only?.some((one) => isBelow(start, one) || isBelow(one, start)) ?? true;
  const found = listChecks(options).flatMap((check) => [...check({ contract, plans, world, targets, wants })]);
  // What is named, and can't be made anew, is used by other cases before it is destroyed.
  const isLast = ({ effect }: TestCase) => Number(effect === "destructive");
  const cases = found.sort((one, other) => isLast(one) - isLast(other));
  const seen = new Map<string, number>();
  const all = cases.map((one) => {
    const turn = (seen.get(one.id) ?? 0) + 1;
    seen.set(one.id, turn);
    return turn === 1 ? one : { ...one, id: `${one.id}/${turn}` };
  });
  return only ? all.filter(({ id }) => only.some((start) => isBelow(id, start))) : all;
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Whether a URL leads to this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Deviations, those of a kind once. */
class Findings {
  readonly #baseUrl: string;
  readonly #masks: Masks;
  readonly #found = new Map<string, { readonly subject: string; readonly diagnostic: Diagnostic }>();

  constructor(baseUrl: string, masks: Masks) {
    this.#baseUrl = baseUrl;
    this.#masks = masks;
  }

  add(
    code: ConformanceCode,
    name: string,
    problem: string,
    exchange: Deviation["exchange"],
    { place }: Partial<Pick<TestCase, "place">> = {},
  ): void {
    // A fault of each item of a list is one.
    const isOfItem = code === "test-response" || code === "test-flaky";
    const subject = JSON.stringify([name, isOfItem ? problem.replaceAll(/\/\d+(?=[/ ])/g, "/*") : problem]);
    const key = `${code} ${subject}`;
    const known = this.#found.get(key)?.diagnostic;
    if (known) {
      this.#found.set(key, { subject, diagnostic: { ...known, count: (known.count ?? 1) + 1 } });
      return;
    }
    const problems: Diagnostic[] = [];
    const hint = exchange && curlLine(this.#baseUrl, exchange.request, this.#masks);
    report(problems, code, { name, problem }, place, hint === undefined ? {} : { hint });
    this.#found.set(key, { subject, diagnostic: problems[0]! });
  }

  diagnostics(): readonly Diagnostic[] {
    const all = [...this.#found.values()];
    // What a case's preparation has shown isn't always shown again by the same case, but by others.
    const sure = new Set(all.filter(({ diagnostic }) => diagnostic.severity === "error").map(({ subject }) => subject));
    const isNews = ({ diagnostic, subject }: (typeof all)[number]) => diagnostic.code !== "test-flaky" || !sure.has(subject);
    return all
      .filter(isNews)
      .map(({ diagnostic }) => diagnostic)
      .sort(compareDiagnostics);
  }
}
