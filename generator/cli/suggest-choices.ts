import { InvalidArgumentError, type Command } from "commander";
import { suggest } from "../diagnostics/suggest.js";

/** Lets every option and argument of a command that has choices suggest the one that was meant. */
export function suggestChoices(command: Command): void {
  for (const target of [...command.options, ...command.registeredArguments]) {
    const { argChoices, parseArg } = target;
    if (!argChoices || !parseArg) continue;
    target.argParser((value: string, previous: unknown) => {
      try {
        return parseArg(value, previous);
      } catch (error) {
        const near = suggest(value, argChoices);
        const isOfChoices = error instanceof InvalidArgumentError && error.message.startsWith("Allowed choices");
        throw isOfChoices && near !== undefined ? new InvalidArgumentError(`Did you mean ${near}?`) : error;
      }
    });
  }
  for (const inner of command.commands) suggestChoices(inner);
}
