import type { Command, Option } from "commander";

/** A command, as a completion script needs it. */
export interface CompletedCommand {
  /** The words of its name: none for the program itself, `fixtures init` for a nested command. */
  readonly path: string;
  readonly description: string;
  /** The commands below it. */
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  /** The choices of its first argument; none: a file. */
  readonly choices: readonly string[];
}

interface CompletedOption {
  /** `--quiet`, or `-v` and `--version`. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** The choices of its value; none: a file, or anything. */
  readonly choices: readonly string[];
}

/**
 * Returns the program and all of its declared commands. `words` adds choices for the first argument of a command that its
 * declaration lacks.
 */
export function completedCommands(
  program: Command,
  words: Readonly<Record<string, readonly string[]>> = {},
): readonly CompletedCommand[] {
  const global = program.options.map(completedOption);
  const collect = (command: Command, path: string): CompletedCommand[] => {
    const own = command.options.map(completedOption);
    const help = { flags: ["-h", "--help"], description: "display help for command", takesValue: false, choices: [] };
    const described: CompletedCommand = {
      path,
      description: command.description(),
      commands: command.commands.map((inner) => ({ name: inner.name(), description: inner.description() })),
      options: command === program ? [...global, help] : [...own, ...global, help],
      choices: command.registeredArguments[0]?.argChoices ?? words[path] ?? [],
    };
    const inner = command.commands.flatMap((below) => collect(below, path === "" ? below.name() : `${path} ${below.name()}`));
    return [described, ...inner];
  };
  return collect(program, "");
}

function completedOption(option: Option): CompletedOption {
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    description: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  };
}
