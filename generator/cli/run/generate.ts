import type { Compilation } from "../../compile.js";
import { hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { readTemplate } from "../../templates.js";
import { version } from "../../version.js";
import type { OutputRequest } from "../../write/index.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import { count, countProblems, reportDiagnostics, type Format } from "../report-diagnostics.js";
import { findUnchangedRun, rememberRun, type RunKey } from "../run-memory.js";
import type { Terminal } from "../terminal.js";

export interface GenerateFlags {
  readonly format: Format;
  readonly extensionPrefix: string;
  readonly out: string;
  readonly check: boolean;
  readonly cache: boolean;
  /** Folder of the user's handler files. */
  readonly scaffold?: string;
}

/** `openapi-actions generate [contract]`. */
export async function runGenerate(contractPath: string, flags: GenerateFlags, terminal: Terminal): Promise<ExitCode> {
  const key: RunKey = { contractPath, out: flags.out, extensionPrefix: flags.extensionPrefix };
  // Handler files belong to the user, so that no memory knows whether they are complete.
  const earlier = flags.cache && flags.scaffold === undefined ? findUnchangedRun(key) : undefined;
  if (earlier) {
    const warnings = earlier.warnings > 0 ? `; ${count(earlier.warnings, "warning")}, see openapi-actions lint` : "";
    terminal.err(`${flags.out}: unchanged, ${count(earlier.files, "file")}${warnings}\n`);
    return exitCodes.ok;
  }
  const { compile } = await import("../../compile.js");
  const options = { workingFolder: process.cwd(), extensionPrefix: flags.extensionPrefix, template: readTemplate };
  const compilation = await compile(contractPath, options);
  const { diagnostics, files, contractHash } = compilation;
  reportDiagnostics(diagnostics, flags.format, terminal);
  if (!files || contractHash === undefined) {
    terminal.err(`${contractPath}: ${countProblems(diagnostics)}; nothing was written\n`);
    return exitCodes.findings;
  }
  const request = { folder: flags.out, files, generator: `openapi-actions ${version}`, contractHash };
  const exitCode = flags.check ? await check(request, flags, terminal) : await write(request, compilation, key, flags, terminal);
  if (flags.scaffold === undefined || (exitCode !== exitCodes.ok && !flags.check)) return exitCode;
  const { runScaffold } = await import("./scaffold.js");
  const scaffoldCode = await runScaffold(compilation.contract!, flags.scaffold, flags, terminal);
  return exitCode === exitCodes.ok ? scaffoldCode : exitCode;
}

async function check(request: OutputRequest, flags: GenerateFlags, terminal: Terminal): Promise<ExitCode> {
  const { checkOutput } = await import("../../write/index.js");
  const { drift, diagnostics } = await checkOutput(request);
  reportDiagnostics(diagnostics, flags.format, terminal);
  for (const { path, kind, diff } of drift) {
    terminal.out(`${kind}: ${flags.out}/${path}\n`);
    if (diff) terminal.out(`${diff}\n`);
  }
  if (hasErrors(diagnostics)) return exitCodes.findings;
  if (drift.length === 0) {
    terminal.err(`${flags.out}: up to date, ${count(request.files.length + 1, "file")}\n`);
    return exitCodes.ok;
  }
  terminal.err(`${flags.out}: ${count(drift.length, "file")} differ; run openapi-actions generate\n`);
  return exitCodes.drift;
}

async function write(
  request: OutputRequest,
  compilation: Compilation,
  key: RunKey,
  flags: GenerateFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { writeOutput } = await import("../../write/index.js");
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const result = await writeOutput(request, { signal: interruption.signal });
  process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  reportDiagnostics(result.diagnostics, flags.format, terminal);
  if (interruption.signal.aborted) return exitCodes.interrupted;
  if (hasErrors(result.diagnostics)) {
    terminal.err(`${flags.out}: nothing was written\n`);
    return exitCodes.findings;
  }
  const warnings = compilation.diagnostics.length + result.diagnostics.length;
  rememberRun(key, compilation.loaded!.files, request.files, warnings);
  terminal.err(summary(compilation, result, flags.out));
  return exitCodes.ok;
}

function summary(
  { contract, diagnostics }: { contract?: Compilation["contract"]; diagnostics: readonly Diagnostic[] },
  result: { readonly [kind in "created" | "updated" | "unchanged" | "removed"]: readonly string[] },
  out: string,
): string {
  const actions = contract!.serviceTypes.reduce((sum, type) => sum + type.actions.length, 0);
  const parts = [count(contract!.operations.length, "operation")];
  if (actions > 0) parts.push(`${count(actions, "action")} of ${count(contract!.serviceTypes.length, "service type")}`);
  const changes = (["created", "updated", "unchanged", "removed"] as const)
    .filter((kind) => result[kind].length > 0)
    .map((kind) => `${result[kind].length} ${kind}`);
  return `${contract!.title} ${contract!.version}: ${parts.join(", ")}; ${countProblems(diagnostics)}\n${out}: ${changes.join(", ")}\n`;
}
