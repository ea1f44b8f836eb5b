import { Option } from "commander";
import type { CompileOptions } from "../../compile.js";
import { hasErrors } from "../../diagnostics/diagnostic.js";
import type { Action } from "../../model/contract.js";
import { version } from "../../package.js";
import { layouts, nestings, operationIdStyles, targetVersions, type ExpandConfig } from "../../tools/expand/expansion.js";
import type { CliContext } from "../cli-context.js";
import type { ContractSettings } from "../config/settings.js";
import type { ContractFlags } from "../contracts.js";
import { contractTitle } from "../contract-title.js";
import { count, countProblems } from "../count.js";
import { exitCodes, worseOf, type ExitCode } from "../exit-codes.js";
import { addValueOptions, baselineOption, contractArgument, maxWarningsOption } from "../options.js";
import { checkFolder, countChanges, writeFolder } from "../output-folder.js";
import type { Session } from "../session.js";
import { checkTags, tagOption } from "../tags.js";

const examples = `
Examples:
  openapi-actions expand
  openapi-actions expand api/openapi.yaml --out build/openapi --layout per-type
  openapi-actions expand --openapi 3.0 --operation-id snake
  openapi-actions expand --check`;

/** `openapi-actions expand [contract]`. */
export function declareExpand({ program, inSession }: CliContext): void {
  addValueOptions(
    program
      .command("expand")
      .description("write plain OpenAPI for other tools, with an operation for each action")
      .addArgument(contractArgument())
      .option("--out <folder>", "output folder (default: expanded/ in the contract's output)")
      .addOption(
        new Option(
          "--layout <layout>",
          "one document for each service type, one for all, or both (default: the config's, or both)",
        ).choices(layouts),
      )
      .addOption(
        new Option(
          "--openapi <version>",
          "the version of OpenAPI (default: the config's, or 3.1, or the contract's 3.2)",
        ).choices(targetVersions),
      )
      .addOption(
        new Option(
          "--operation-id <style>",
          "postgres.add_ip, postgres_add_ip or postgresAddIp (default: the config's, or dotted)",
        ).choices(operationIdStyles),
      )
      .addOption(
        new Option(
          "--nested <mode>",
          "alternatives and nested objects as components, or inline as written (default: the config's, or components)",
        ).choices(nestings),
      )
      .addOption(tagOption())
      .option("--check", "write nothing; exit with 3 if a document would change", false)
      .addOption(maxWarningsOption())
      .addOption(baselineOption()),
  )
    .addHelpText("after", examples)
    .action((contract, flags) => inSession(flags, (session) => runExpand(contract, flags, session)));
}

interface ExpandFlags extends ContractFlags, ExpandConfig {
  /** The output folder; absent: below the contract's output folder. */
  readonly out?: string;
  readonly tag?: readonly string[];
  readonly check: boolean;
}

async function runExpand(argument: string | undefined, flags: ExpandFlags, session: Session): Promise<ExitCode> {
  const { chooseContracts } = await import("../contracts.js");
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
  { input, out, expand: settings }: ContractSettings,
  options: CompileOptions,
  flags: ExpandFlags,
  session: Session,
): Promise<ExitCode> {
  const { model } = await import("../../compile.js");
  const { loaded, contract, contractHash, diagnostics: found } = await model(input, options);
  session.report(found);
  const reject = (): ExitCode => {
    session.say(`${input}: ${countProblems(found)}; nothing was written\n`);
    return exitCodes.findings;
  };
  if (!loaded || !contract || contractHash === undefined) return reject();
  checkTags(contract, flags.tag);
  const { expand } = await import("../../tools/expand/expand.js");
  const { files, diagnostics } = expand(contract, loaded, { ...settings, ...given(flags), tags: flags.tag });
  const more = options.filter?.(diagnostics, loaded.files) ?? diagnostics;
  session.report(more);
  if (hasErrors(more)) return reject();
  const folder = flags.out ?? `${out}/expanded`;
  const request = { folder, files, generator: `openapi-actions ${version}`, contractHash };
  if (flags.check) return checkFolder(request, "expand", session);
  const { exitCode, result } = await writeFolder(request, session);
  if (!result) return exitCode;
  const isChosen = ({ tags }: Action) => flags.tag === undefined || tags.some((tag) => flags.tag!.includes(tag));
  const actions = contract.serviceTypes.reduce((sum, type) => sum + type.actions.filter(isChosen).length, 0);
  const parts = [count(files.length / 2, "document"), count(actions, "action")].join(", ");
  const problems = countProblems([...found, ...more]);
  session.say(`${contractTitle(contract)}: ${parts}; ${problems}\n${folder}: ${countChanges(result)}\n`);
  return exitCode;
}

/** Returns the settings that flags specify. */
function given({ layout, openapi, operationId, nested }: ExpandFlags): ExpandConfig {
  const flags = { layout, openapi, operationId, nested };
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
}
