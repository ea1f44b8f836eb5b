import { Option } from "commander";
import type { CompileOptions } from "../../compile.js";
import { hasErrors } from "../../diagnostics/diagnostic.js";
import type { Action } from "../../model/contract.js";
import { version } from "../../package.js";
import type { Layout } from "../../tools/expand/expand.js";
import type { CliContext } from "../cli-context.js";
import type { ContractSettings } from "../config/settings.js";
import type { ContractFlags } from "../contracts.js";
import { count, countProblems } from "../count.js";
import { exitCodes, worseOf, type ExitCode } from "../exit-codes.js";
import {
  baselineOption,
  contractArgument,
  formatOption,
  integersOption,
  maxWarningsOption,
  overlayOption,
  prefixOption,
  rootOption,
} from "../options.js";
import { checkFolder, countChanges, writeFolder } from "../output-folder.js";
import type { Session } from "../session.js";
import { checkTags, tagOption } from "../tags.js";

const examples = `
Examples:
  openapi-actions expand
  openapi-actions expand api/openapi.yaml --out build/openapi --layout per-type
  openapi-actions expand --check`;

/** `openapi-actions expand [contract]`. */
export function declareExpand({ program, inSession }: CliContext): void {
  program
    .command("expand")
    .description("write the contract as plain OpenAPI, each action an operation of its own, for other tools")
    .addArgument(contractArgument())
    .option("--out <folder>", "where the documents go (default: expanded/ in the contract's output)")
    .addOption(
      new Option("--layout <layout>", "a document for each service type, one of all for reading, or both")
        .choices(["per-type", "all", "both"])
        .default("both"),
    )
    .addOption(tagOption())
    .option("--check", "write nothing; exit with 3 if a document would change", false)
    .addOption(maxWarningsOption())
    .addOption(baselineOption())
    .addOption(formatOption())
    .addOption(overlayOption())
    .addOption(rootOption())
    .addOption(prefixOption())
    .addOption(integersOption())
    .addHelpText("after", examples)
    .action((contract, flags) => inSession(flags, (session) => runExpand(contract, flags, session)));
}

interface ExpandFlags extends ContractFlags {
  /** Where the documents go; absent: below the contract's output folder. */
  readonly out?: string;
  readonly layout: Layout;
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
  { input, out }: ContractSettings,
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
  const { files, diagnostics } = expand(contract, loaded, flags.layout, flags.tag);
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
  session.say(`${contract.title} ${contract.version}: ${parts}; ${problems}\n${folder}: ${countChanges(result)}\n`);
  return exitCode;
}
