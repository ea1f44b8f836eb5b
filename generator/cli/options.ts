import { Argument, InvalidArgumentError, Option, type Command } from "commander";
import { prefixPattern } from "../config.js";
import { isRootFolder } from "./config/settings.js";
import { suggest } from "../diagnostics/suggest.js";
import { targets, type Target } from "../emit/targets.js";
import { formats, parseTarget } from "./formats.js";

/** `[contract]`, of every command that reads one. */
export function contractArgument(): Argument {
  return new Argument(
    "[contract]",
    "OpenAPI document, or a name in the config (default: all of the config's, or spec/openapi.yaml)",
  );
}

/** `--format`, of every command that reports problems. */
export function formatOption(): Option {
  return new Option("--format <format>", "report format; <format>=<file> writes to a file; can be repeated")
    .choices(formats)
    .env("OPENAPI_ACTIONS_FORMAT")
    .argParser(parseTarget);
}

/** `--out`, of every command that writes or reads the output. */
export function outOption(): Option {
  return new Option("--out <folder>", "the output folder (default: the config's, or generated)").env("OPENAPI_ACTIONS_OUT");
}

/** `--only` and `--targets`: comma-separated parts of the output. */
export function targetsOption(flag: "--only" | "--targets", description: string): Option {
  return new Option(`${flag} <targets>`, `${description}: ${targets.join(", ")}, separated by commas`)
    .choices(targets)
    .argParser(parseTargets);
}

/** `--scaffold`, of every command that uses handler files. */
export function scaffoldOption(description: string): Option {
  return new Option("--scaffold <folder>", description).env("OPENAPI_ACTIONS_SCAFFOLD");
}

/** `--root`, of every command that reads a contract. */
export function rootOption(): Option {
  return new Option(
    "--root <folder>",
    "the folder of the files that the contract may refer to (default: the config's, or the repository's)",
  ).env("OPENAPI_ACTIONS_ROOT");
}

/** `--overlay`, of every command that reads a contract. */
export function overlayOption(): Option {
  const add = (file: string, before: readonly string[] = []): readonly string[] => [...before, file];
  return new Option(
    "--overlay <file>",
    "an OpenAPI Overlay to apply to the contract first; can be repeated (default: those of the config)",
  ).argParser(add);
}

/** `--extension-prefix`, of every command that reads a contract. */
export function prefixOption(): Option {
  return new Option("--extension-prefix <prefix>", "the word in x-<prefix>-<type>-actions (default: the config's, or platform)")
    .env("OPENAPI_ACTIONS_EXTENSION_PREFIX")
    .argParser(parsePrefix);
}

/** `--integers`, of every command that validates values. */
export function integersOption(): Option {
  return new Option("--integers <mode>", "how format int64 treats integers beyond 2^53 (default: the config's, or exact)")
    .choices(["exact", "rounded"])
    .env("OPENAPI_ACTIONS_INTEGERS");
}

/** `--lenient`, of every command that rejects contracts with errors. */
function lenientOption(): Option {
  return new Option("--lenient", "report errors whose severity can be changed as warnings, for documents of somebody else");
}

/** Adds the options of every command that reads a contract and reports its problems. */
export function addContractOptions(command: Command): Command {
  return command
    .addOption(formatOption())
    .addOption(lenientOption())
    .addOption(overlayOption())
    .addOption(rootOption())
    .addOption(prefixOption());
}

/** Adds these options, and the one of every command that validates values, too. */
export function addValueOptions(command: Command): Command {
  return addContractOptions(command).addOption(integersOption());
}

/** `--max-warnings`, of every command that a contract's warnings can fail. */
export function maxWarningsOption(): Option {
  return new Option("--max-warnings <count>", "fail if there are more warnings")
    .env("OPENAPI_ACTIONS_MAX_WARNINGS")
    .argParser(parseCount);
}

/** `--baseline`, of every command that can ignore known problems. */
export function baselineOption(): Option {
  return new Option("--baseline <file>", "ignore the known problems in this file").env("OPENAPI_ACTIONS_BASELINE");
}

function parsePrefix(text: string): string {
  if (!prefixPattern.test(text)) throw new InvalidArgumentError("Expected a lower-case word, such as platform.");
  return text;
}

function parseTargets(text: string): Target[] {
  return text.split(",").map((part) => {
    const name = part.trim();
    const target = targets.find((known) => known === name);
    if (target !== undefined) return target;
    const near = suggest(name, targets);
    throw new InvalidArgumentError(near === undefined ? `Expected one of ${targets.join(", ")}.` : `Did you mean ${near}?`);
  });
}

function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError("Expected a whole number, 0 or above.");
  return Number(text);
}

/**
 * Rejects empty and blank options and arguments: such a path would mean the working folder, and comes from a variable
 * of a script that isn't set. An empty environment variable counts as not set. Also rejects the root
 * folder as output, which is what a path with such a variable can become.
 */
export function rejectEmpty(command: Command): void {
  for (const target of [...command.options, ...command.registeredArguments]) {
    if (target instanceof Option && target.envVar !== undefined && process.env[target.envVar] === "") delete target.envVar;
    if (target instanceof Option && (target.isBoolean() || target.negate)) continue;
    const { parseArg, variadic } = target;
    target.argParser((value: string, previous: unknown) => {
      if (value === "") throw new InvalidArgumentError("It is empty.");
      if (value.trim() === "") throw new InvalidArgumentError("It is blank.");
      if (target instanceof Option && isOutput(target) && isRootFolder(value))
        throw new InvalidArgumentError("It is the root folder of the file system.");
      if (parseArg) return parseArg(value, previous);
      return variadic && !(target instanceof Option) ? [...((previous as string[] | undefined) ?? []), value] : value;
    });
  }
  for (const inner of command.commands) rejectEmpty(inner);
}

function isOutput({ long }: Option): boolean {
  return long === "--out" || long === "--scaffold";
}

/** Adds a suggestion to the error about an unknown choice of an option or argument. */
export function suggestChoices(command: Command): void {
  for (const target of [...command.options, ...command.registeredArguments]) {
    const { argChoices, parseArg } = target;
    if (!argChoices || !parseArg) continue;
    target.argParser((value: string, previous: unknown) => {
      try {
        return parseArg(value, previous);
      } catch (error) {
        const near = suggest(value, argChoices);
        const isUnknownChoice = error instanceof InvalidArgumentError && error.message.startsWith("Allowed choices");
        throw isUnknownChoice && near !== undefined ? new InvalidArgumentError(`Did you mean ${near}?`) : error;
      }
    });
  }
  for (const inner of command.commands) suggestChoices(inner);
}

/** Collects the values of an option that can be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Returns a parser for whole numbers up to a maximum. */
export function parseNumber(max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (!(number <= max)) throw new InvalidArgumentError(`Expected a whole number from 0 to ${max}.`);
    return number;
  };
}
