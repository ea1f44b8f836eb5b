import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import { locationText } from "../../../diagnostics/escape.js";
import { coverageData, describeTotals, printCoverage } from "../../../tools/exchanges/coverage.js";
import { createProxy, type Proxy } from "../../../tools/exchanges/proxy/create-proxy.js";
import type { Recorder } from "../../../tools/exchanges/proxy/inspector.js";
import { createRecorder } from "../../../tools/exchanges/proxy/record/create-recorder.js";
import { parseUpstream } from "../../../tools/exchanges/proxy/upstream.js";
import type { ContractFlags } from "../../contracts.js";
import { count, countProblems } from "../../count.js";
import { chooseExchangeContract } from "../../exchange-contract.js";
import { type ExitCode, exitCodes, UsageError } from "../../exit-codes.js";
import { awaitInterruption } from "../../interruption.js";
import type { Session } from "../../session.js";
import { readServiceTypes } from "../validate/run.js";

/** The flags of `proxy`. */
export interface ProxyFlags extends ContractFlags {
  readonly port: number;
  readonly host: string;
  readonly record?: string;
  readonly enforce: boolean;
  readonly rewrite: boolean;
  readonly serviceType?: readonly string[];
  readonly coverage: boolean;
  readonly maxBody: number;
  readonly maxConnections: number;
  readonly timeout: number;
  readonly failOn: "error" | "warning" | "never";
}

/** `openapi-actions proxy <url> [contract]`. */
export async function runProxy(
  address: string,
  argument: string | undefined,
  flags: ProxyFlags,
  session: Session,
): Promise<ExitCode> {
  const url = parseUpstream(address);
  if (typeof url === "string") throw new UsageError(`cannot forward to this URL: ${url}`);
  const chosen = await chooseExchangeContract(argument, flags, session, "as the second argument");
  if ("exitCode" in chosen) return chosen.exitCode;
  const { contract } = chosen;
  const problems: Diagnostic[] = [];
  const recorder = flags.record === undefined ? undefined : createRecorder(contract, flags.record, url, problems);
  if (problems.length > 0) {
    session.report(problems);
    return exitCodes.findings;
  }
  const proxy = createProxy(contract, url, {
    serviceTypes: readServiceTypes(flags.serviceType ?? [], contract),
    bodyLimit: flags.maxBody,
    isEnforcing: flags.enforce,
    rewrites: flags.rewrite,
    maxConnections: flags.maxConnections,
    headTimeout: flags.timeout === 0 ? 2_147_483_647 : flags.timeout * 1000,
    onFirst: (diagnostic) => session.say(`${describeFirst(diagnostic)}\n`),
    recorders: recorder ? [recorder] : [],
  });
  const interruption = awaitInterruption();
  const origin = await listen(proxy, flags);
  session.say(`${origin} forwards to ${url.origin}${url.pathname.replace(/\/+$/, "")}; press Ctrl-C to stop\n`);
  await interruption.happened;
  await proxy.close();
  return summarize(proxy, recorder, flags, session);
}

async function listen(proxy: Proxy, { host, port }: ProxyFlags): Promise<string> {
  try {
    return await proxy.listen(port, host);
  } catch (error) {
    throw new UsageError(`cannot listen on ${host}:${port}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}

function summarize({ inspector }: Proxy, recorder: Recorder | undefined, flags: ProxyFlags, session: Session): ExitCode {
  if (inspector.failure !== undefined) throw inspector.failure;
  const { kinds, counts, coverage } = inspector;
  const diagnostics = kinds.diagnostics();
  const rows = coverage.rows();
  const recorded = recorder?.finish(diagnostics);
  session.report(diagnostics);
  session.attach("coverage", coverageData(rows));
  if (flags.coverage) session.print(printCoverage(rows));
  if (recorded !== undefined) session.say(`${recorded}\n`);
  const others = [
    ...(counts.rejected > 0 ? [`${counts.rejected} rejected by the proxy`] : []),
    ...(counts.unchecked > 0 ? [`${counts.unchecked} with an unvalidated body`] : []),
    ...(counts.passedThrough > 0 ? [`${count(counts.passedThrough, "upgraded connection")}`] : []),
    ...(counts.brokenOff > 0 ? [`${counts.brokenOff} broken off`] : []),
    ...(kinds.others > 0 ? [`${count(kinds.others, "finding")} of further kinds`] : []),
  ].map((text) => `, ${text}`);
  session.say(
    `${count(counts.exchanges, "exchange")}${others.join("")}: ${countProblems(diagnostics)}; ${describeTotals(rows)}\n`,
  );
  const isFailing = ({ severity }: Diagnostic) =>
    flags.failOn === "warning" || (flags.failOn === "error" && severity === "error");
  return diagnostics.some(isFailing) ? exitCodes.findings : exitCodes.ok;
}

/** One line, as the same may be reported in full at the end. */
function describeFirst({ location, severity, code, message }: Diagnostic): string {
  return `${location ? `${locationText(location)} ` : ""}${severity} ${code}: ${message}`;
}
