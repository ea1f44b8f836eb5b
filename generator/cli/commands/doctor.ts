import type { Compilation } from "../../compile.js";
import { hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { version } from "../../package.js";
import type { CliContext } from "../cli-context.js";
import type { ContractSettings } from "../config/settings.js";
import type { ContractFlags } from "../contracts.js";
import { contractTitle } from "../contract-title.js";
import { count, countProblems } from "../count.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import { addContractOptions, contractArgument, outOption, scaffoldOption, targetsOption } from "../options.js";
import type { Session } from "../session.js";

/** `openapi-actions doctor [contract]`. */
export function declareDoctor({ program, inSession }: CliContext): void {
  addContractOptions(
    program
      .command("doctor")
      .description("check the project: Node, the contract, its output, your handlers")
      .addArgument(contractArgument())
      .addOption(outOption())
      .addOption(targetsOption("--only", "parts to check (default: the config's, or everything)").env("OPENAPI_ACTIONS_ONLY"))
      .addOption(scaffoldOption("the folder of your handler files")),
  )
    .addHelpText("after", "\nExamples:\n  openapi-actions doctor\n  openapi-actions doctor --scaffold src/handlers")
    .action((contract, flags) => inSession(flags, (session) => runDoctor(contract, flags, session)));
}

/** Checks everything and changes nothing. Exit code 1 if there is a problem. */
async function runDoctor(argument: string | undefined, flags: ContractFlags, session: Session): Promise<ExitCode> {
  const { compile } = await import("../../compile.js");
  const { chooseContracts } = await import("../contracts.js");
  const chosen = await chooseContracts(argument, flags, session);
  if (!chosen) return exitCodes.usage;
  const findings = [examineNode(process.versions.node)];
  for (const contract of chosen.contracts) {
    const { input, out, scaffold } = contract;
    const compilation = await compile(input, chosen.optionsOf(contract));
    findings.push(examineContract(input, compilation));
    if (compilation.files) findings.push(await examineOutput(compilation, out));
    if (compilation.contract && scaffold !== undefined) findings.push(await examineHandlers(compilation, contract, scaffold));
  }
  session.report(findings.flatMap(({ diagnostics = [] }) => diagnostics));
  for (const { state, text } of findings) session.print(`${state.padEnd(7)}  ${text}\n`);
  return findings.some(({ state }) => state === "problem") ? exitCodes.findings : exitCodes.ok;
}

/** The result of a check: a line, and the problems behind it. */
interface Finding {
  /** `todo`: there is no problem, but something is left to do. */
  readonly state: "ok" | "todo" | "problem";
  readonly text: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/** The oldest Node that the package supports, as in package.json. */
const oldestNode = [20, 19] as const;

function examineNode(running: string): Finding {
  const [major = 0, minor = 0] = running.split(".").map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  const text = `Node.js ${running}, openapi-actions ${version}`;
  return isOld
    ? { state: "problem", text: `${text}: Node.js ${oldestNode.join(".")} or later is required` }
    : { state: "ok", text };
}

function examineContract(contractPath: string, { contract, diagnostics }: Compilation): Finding {
  const text = `${contractPath}: ${contract ? `${contractTitle(contract)}, ` : ""}${countProblems(diagnostics)}`;
  return { state: hasErrors(diagnostics) ? "problem" : "ok", text, diagnostics };
}

async function examineOutput({ files, contractHash }: Compilation, out: string): Promise<Finding> {
  const { checkOutput } = await import("../../write/check.js");
  const request = { folder: out, files: files!, generator: `openapi-actions ${version}`, contractHash: contractHash! };
  const { drift, diagnostics } = await checkOutput(request);
  if (drift.length === 0 && !hasErrors(diagnostics)) return { state: "ok", text: `${out}: up to date`, diagnostics };
  return { state: "problem", text: `${out}: ${count(drift.length, "file")} to write; run openapi-actions generate`, diagnostics };
}

async function examineHandlers(
  { contract, files = [] }: Compilation,
  { out, importExtension }: ContractSettings,
  folder: string,
): Promise<Finding> {
  const { checkImports, checkScaffold, listNotImplemented, readHandlerFiles, readScaffoldFile } =
    await import("../../typescript/scaffold/index.js");
  const check = checkScaffold({ contract: contract!, folder, outFolder: out, importExtension, readFile: readScaffoldFile });
  const handlerFiles = readHandlerFiles(folder);
  const known = new Set([
    ...contract!.operations.map(({ id }) => `operations.${id}`),
    ...contract!.serviceTypes.flatMap(({ name, actions }) => actions.map((action) => `${name}.${action.name}`)),
  ]);
  // Stubs of removed actions are reported as such.
  const unwritten = listNotImplemented(handlerFiles).filter(({ type, action }) => known.has(`${type}.${action}`));
  const { report } = await import("../../typescript/scaffold/diagnostics.js");
  const diagnostics = [...check.diagnostics];
  const isMissing = hasErrors(diagnostics);
  checkImports(handlerFiles, out, files, diagnostics);
  for (const { type, action, location } of unwritten) report(diagnostics, "handler-not-implemented", { type, action }, location);
  if (isMissing) return { state: "problem", text: `${folder}: handlers are missing`, diagnostics };
  if (hasErrors(diagnostics))
    return { state: "problem", text: `${folder}: handler files don't match the generated code`, diagnostics };
  const orphans = diagnostics.filter(({ code }) => code === "scaffold-orphan").length;
  const left = [
    ...(unwritten.length > 0 ? [`${count(unwritten.length, "handler")} left to implement`] : []),
    ...(orphans > 0 ? [`${count(orphans, "handler")} for removed actions or operations`] : []),
  ];
  if (left.length === 0) return { state: "ok", text: `${folder}: all handlers are implemented`, diagnostics };
  return { state: "todo", text: `${folder}: ${left.join(", ")}`, diagnostics };
}
