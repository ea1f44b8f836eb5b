import { model, type CompileOptions } from "../../compile.js";
import type { DocsConfig } from "../../config.js";
import type { ContractSettings } from "../config/contract-settings.js";
import { hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { buildDocs } from "../../tools/site/build-docs.js";
import { version } from "../../version.js";
import { chooseContracts, type ContractFlags } from "../contracts.js";
import { count, countProblems } from "../count.js";
import { exitCodes, worseOf, type ExitCode } from "../exit-codes.js";
import type { Session } from "../session.js";
import { readDocsOptions } from "./docs-options.js";
import { checkFolder, countChanges, writeFolder } from "./output-folder.js";

export interface DocsFlags extends ContractFlags, DocsConfig {
  /** Where the site goes; absent: below the contract's output folder. */
  readonly out?: string;
  readonly check: boolean;
  /** A renderer of others, whose page is added. */
  readonly html?: "redoc";
}

/** `openapi-actions docs [contract]`. */
export async function runDocs(argument: string | undefined, flags: DocsFlags, session: Session): Promise<ExitCode> {
  const chosen = await chooseContracts(argument, flags, session);
  if (!chosen) return exitCodes.usage;
  let exitCode: ExitCode = exitCodes.ok;
  for (const contract of chosen.contracts) {
    const outcome = await documentContract(contract, chosen.optionsOf(contract), flags, session);
    exitCode = worseOf(exitCode, outcome);
    if (exitCode === exitCodes.interrupted) break;
  }
  return exitCode;
}

async function documentContract(
  { input, out, docs }: ContractSettings,
  options: CompileOptions,
  flags: DocsFlags,
  session: Session,
): Promise<ExitCode> {
  const problems: Diagnostic[] = [];
  const docsOptions = readDocsOptions({ ...docs, ...flags }, problems);
  const { loaded, contract, contractHash, diagnostics } = await model(input, options);
  const found = [...problems, ...diagnostics];
  session.report(found);
  if (!loaded || !contract || contractHash === undefined || hasErrors(found)) {
    session.say(`${input}: ${countProblems(found)}; nothing was written\n`);
    return exitCodes.findings;
  }
  session.onStage("docs");
  const files = buildDocs(contract, loaded, docsOptions, options);
  if (flags.html === "redoc") {
    // Renderers of others show actions only where these are ordinary operations.
    const { expand } = await import("../../tools/expand/expand.js");
    const { redocPage } = await import("./redoc-page.js");
    files.push(await redocPage(expand(contract, loaded, "all").files[0]!.text));
  }
  const folder = flags.out ?? `${out}/docs`;
  const request = { folder, files, generator: `openapi-actions ${version}`, contractHash };
  if (flags.check) return checkFolder(request, "docs", session);
  const { exitCode, result } = await writeFolder(request, session);
  if (!result) return exitCode;
  const pages = count(files.filter(({ path }) => path.endsWith(".html")).length, "page");
  session.say(`${contract.title} ${contract.version}: ${pages}; ${countProblems(found)}\n${folder}: ${countChanges(result)}\n`);
  return exitCode;
}
