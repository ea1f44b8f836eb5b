import { model, type CompileOptions } from "../../compile.js";
import type { ContractSettings } from "../config/contract-settings.js";
import { hasErrors } from "../../diagnostics/diagnostic.js";
import { expand, type Layout } from "../../tools/expand/expand.js";
import { version } from "../../version.js";
import { chooseContracts, type ContractFlags } from "../contracts.js";
import { count, countProblems } from "../count.js";
import { exitCodes, worseOf, type ExitCode } from "../exit-codes.js";
import type { Session } from "../session.js";
import { checkFolder, countChanges, writeFolder } from "./output-folder.js";

export interface ExpandFlags extends ContractFlags {
  /** Where the documents go; absent: below the contract's output folder. */
  readonly out?: string;
  readonly layout: Layout;
  readonly check: boolean;
}

/** `openapi-actions expand [contract]`. */
export async function runExpand(argument: string | undefined, flags: ExpandFlags, session: Session): Promise<ExitCode> {
  const chosen = await chooseContracts(argument, flags, session);
  if (!chosen) return exitCodes.usage;
  let exitCode: ExitCode = exitCodes.ok;
  for (const contract of chosen.contracts) {
    const outcome = await expandContract(contract, chosen.optionsOf(contract), flags, session);
    exitCode = worseOf(exitCode, outcome);
    if (exitCode === exitCodes.interrupted) break;
  }
  return exitCode;
}

async function expandContract(
  { input, out }: ContractSettings,
  options: CompileOptions,
  flags: ExpandFlags,
  session: Session,
): Promise<ExitCode> {
  const { loaded, contract, contractHash, diagnostics: found } = await model(input, options);
  session.report(found);
  const refuse = (): ExitCode => {
    session.say(`${input}: ${countProblems(found)}; nothing was written\n`);
    return exitCodes.findings;
  };
  if (!loaded || !contract || contractHash === undefined) return refuse();
  const { files, diagnostics } = expand(contract, loaded, flags.layout);
  const more = options.judge?.(diagnostics, loaded.files) ?? diagnostics;
  session.report(more);
  if (hasErrors(more)) return refuse();
  const folder = flags.out ?? `${out}/expanded`;
  const request = { folder, files, generator: `openapi-actions ${version}`, contractHash };
  if (flags.check) return checkFolder(request, "expand", session);
  const { exitCode, result } = await writeFolder(request, session);
  if (!result) return exitCode;
  const actions = contract.serviceTypes.reduce((sum, type) => sum + type.actions.length, 0);
  const parts = [count(files.length / 2, "document"), count(actions, "action")].join(", ");
  const problems = countProblems([...found, ...more]);
  session.say(`${contract.title} ${contract.version}: ${parts}; ${problems}\n${folder}: ${countChanges(result)}\n`);
  return exitCode;
}
