import { realpathSync } from "node:fs";
import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import { hasErrors } from "../../../diagnostics/diagnostic.js";
import { readAccess } from "../../../tools/exchanges/conformance/access-file.js";
import type { TestAccess } from "../../../tools/exchanges/conformance/callers.js";
import type { Effect } from "../../../tools/exchanges/conformance/targets.js";
import { printHtml } from "../../../tools/exchanges/conformance/print-html.js";
import {
  isLoopback,
  listCases,
  testContract,
  type TestOptions,
  type TestReport,
} from "../../../tools/exchanges/conformance/test-contract.js";
import { updateBaseline } from "../../config/baseline.js";
import type { ContractFlags } from "../../contracts.js";
import { count, countProblems } from "../../count.js";
import { chooseExchangeContract } from "../../exchange-contract.js";
import { type ExitCode, exitCodes, UsageError } from "../../exit-codes.js";
import { awaitInterruption } from "../../interruption.js";
import type { Session } from "../../session.js";
import { writeOrReject } from "../../write-whole.js";

/** The flags of `test`. */
export interface TestFlags extends Omit<ContractFlags, "only"> {
  readonly url?: string;
  readonly tokens?: string;
  readonly list: boolean;
  readonly only?: readonly string[];
  readonly allow?: Effect;
  readonly yes: boolean;
  readonly seed: number;
  readonly rate: number;
  readonly maxRequests: number;
  readonly maxTime: number;
  readonly timeout: number;
  readonly report?: string;
}

/** `openapi-actions test [contract] --url <url>`. */
export async function runTest(argument: string | undefined, flags: TestFlags, session: Session): Promise<ExitCode> {
  const { only, ...contractFlags } = flags;
  const url = flags.list ? undefined : checkUrl(flags);
  const access = readTokens(flags, session);
  if (!access) return exitCodes.findings;
  const chosen = await chooseExchangeContract(argument, contractFlags, session, "as the argument");
  if ("exitCode" in chosen) return chosen.exitCode;
  const { contract, settings, filter } = chosen;
  const { seed, allow } = flags;
  const options: TestOptions = { ...access, contract, seed, ...(only && { only }), ...(allow && { allow }) };
  if (url === undefined) {
    const cases = listCases(options);
    if (only && cases.length === 0) throw new UsageError(`No case has the id ${only.join(" or ")}, or one that begins with it.`);
    for (const { id, name, title } of cases) session.print(`${id}\t${name} ${title}\n`);
    return exitCodes.ok;
  }
  const interruption = awaitInterruption();
  const report = await testContract({
    ...options,
    url,
    signal: interruption.signal,
    limits: { rate: flags.rate, requests: flags.maxRequests, time: flags.maxTime * 1_000, timeout: flags.timeout * 1_000 },
    onCase: ({ case: { id } }, done, all) => session.terminal.status(`${done} of ${all}: ${id}`),
  });
  interruption.forget();
  session.terminal.status("");
  const diagnostics = filter(report.diagnostics);
  const shown = flags.writeBaseline ? updateBaseline(settings, diagnostics, session) : diagnostics;
  session.report(shown);
  session.attach("test", testData(report));
  if (flags.report !== undefined)
    writeOrReject(flags.report, printHtml(contract.contract, report, url), `the report ${flags.report}`);
  session.say(`${describeSkipped(report)}${summarize(report)}: ${countProblems(shown)}\n`);
  if (interruption.signal.aborted) return exitCodes.interrupted;
  return hasErrors(shown) ? exitCodes.findings : exitCodes.ok;
}

function checkUrl({ url, yes }: TestFlags): string {
  if (url === undefined) throw new UsageError("--url is required: the base URL of the API.");
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !["http:", "https:"].includes(parsed.protocol))
    throw new UsageError("--url must begin with http:// or https://.");
  if (parsed.username !== "" || parsed.password !== "") throw new UsageError("--url must not contain credentials. Use --tokens.");
  if (parsed.search !== "" || parsed.hash !== "") throw new UsageError("--url must not have a query or fragment.");
  if (!yes && !isLoopback(parsed)) throw new UsageError(`${parsed.host} is another machine. Add --yes if you may test it.`);
  return url;
}

function readTokens({ tokens }: TestFlags, session: Session): TestAccess | undefined {
  if (tokens === undefined) return {};
  const problems: Diagnostic[] = [];
  const access = readAccess(tokens, realpathSync(process.cwd()), process.env, problems);
  session.report(problems);
  return access;
}

/** The most frequent reasons are the ones that a file of tokens can remove. */
const shownReasons = 5;

/** `27 skipped: no caller lacks only the scope service:write`, a line for each reason. */
function describeSkipped({ cases }: TestReport): string {
  const counts = new Map<string, number>();
  for (const { outcome, reason = "" } of cases) if (outcome === "skipped") counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const lines = [...counts].sort(([, one], [, other]) => other - one).map(([reason, number]) => `${number} skipped: ${reason}\n`);
  const others = lines.length - shownReasons;
  return (
    lines.slice(0, shownReasons).join("") +
    (others > 0 ? `and ${count(others, "other reason")}: --report or --format json\n` : "")
  );
}

/** `1461 cases, 1462 requests, 7 skipped`. */
function summarize({ cases, requests, ended }: TestReport): string {
  const outcomes = (["failed", "flaky", "skipped"] as const).flatMap((outcome) => {
    const number = cases.filter((one) => one.outcome === outcome).length;
    return number > 0 ? [`${number} ${outcome}`] : [];
  });
  const rest = outcomes.length > 0 ? `, ${outcomes.join(", ")}` : "";
  return `${count(cases.length, "case")}, ${count(requests, "request")}${rest}${ended === undefined ? "" : `; ended early: ${ended}`}`;
}

function testData({ cases, requests, ended }: TestReport): object {
  return {
    requests,
    ...(ended !== undefined && { ended }),
    cases: cases.map(({ case: { id }, outcome, reason }) => ({ id, outcome, ...(reason !== undefined && { reason }) })),
  };
}
