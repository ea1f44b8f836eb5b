import { type CompileOptions, model } from "../../../compile.js";
import { type Diagnostic, hasErrors } from "../../../diagnostics/diagnostic.js";
import { buildSite } from "../../../tools/site/build-docs.js";
import { version } from "../../../package.js";
import type { ContractSettings } from "../../config/settings.js";
import { chooseContracts } from "../../contracts.js";
import { contractTitle } from "../../contract-title.js";
import { count, countProblems } from "../../count.js";
import { type ExitCode, exitCodes, worseOf } from "../../exit-codes.js";
import type { Session } from "../../session.js";
import { checkTags } from "../../tags.js";
import { checkFolder, countChanges, writeFolder } from "../../output-folder.js";
import { readVersions } from "./versions.js";
import { readDocsOptions, withFlags, type DocsFlags } from "./docs-options.js";

/** `openapi-actions docs [contract]`. */
export async function runDocs(argument: string | undefined, flags: DocsFlags, session: Session): Promise<ExitCode> {
  if (flags.mock) {
    const { runPlayground } = await import("./playground.js");
    return runPlayground(argument, flags, session);
  }
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
  settings: ContractSettings,
  options: CompileOptions,
  flags: DocsFlags,
  session: Session,
): Promise<ExitCode> {
  const { input, out } = settings;
  const docs = withFlags(settings.docs, flags);
  const problems: Diagnostic[] = [];
  const docsOptions = readDocsOptions(docs, problems);
  const { loaded, contract, contractHash, diagnostics } = await model(input, options);
  const found = [...problems, ...diagnostics];
  session.report(found);
  const stop = (all: readonly Diagnostic[]): ExitCode => {
    session.say(`${input}: ${countProblems(all)}; nothing was written\n`);
    return exitCodes.findings;
  };
  if (!loaded || !contract || contractHash === undefined || hasErrors(found)) return stop(found);
  checkTags(contract, flags.tag);
  session.onStage("docs");
  const newest = { contract, source: loaded, name: contract.version, released: docs.released };
  const { versions, diagnostics: ofVersions } = await readVersions(newest, loaded, docs.previous ?? [], settings, options);
  const site = buildSite(versions, { ...docsOptions, tags: flags.tag }, options);
  session.report([...ofVersions, ...site.diagnostics]);
  found.push(...ofVersions, ...site.diagnostics);
  if (hasErrors(found)) return stop(found);
  const { files } = site;
  if (flags.html === "redoc") {
    // Other renderers show actions only as ordinary operations.
    const { expand } = await import("../../../tools/expand/expand.js");
    const { redocPage } = await import("./redoc-page.js");
    files.push(await redocPage(expand(contract, loaded, { layout: "all", tags: flags.tag }).files[0]!.text));
  }
  const folder = flags.out ?? `${out}/docs`;
  const request = { folder, files, generator: `openapi-actions ${version}`, contractHash };
  if (flags.check) return checkFolder(request, "docs", session);
  const { exitCode, result } = await writeFolder(request, session);
  if (!result) return exitCode;
  const pages = count(files.filter(({ path }) => path.endsWith(".html")).length, "page");
  session.say(`${contractTitle(contract)}: ${pages}; ${countProblems(found)}\n${folder}: ${countChanges(result)}\n`);
  return exitCode;
}
