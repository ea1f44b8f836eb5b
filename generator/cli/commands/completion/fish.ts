import type { CompletedCommand } from "./completed-commands.js";

/** A completion script for fish. */
export function printFish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((command) => [
    ...command.commands.map(({ name, description }) => complete(where(command), `-a ${quote(name)}`, description)),
    ...(command.choices.length > 0 ? [complete(where(command), `-a ${quote(command.choices.join(" "))}`, "")] : []),
    ...command.options.map(({ flags, description, takesValue, choices }) => {
      const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(" ");
      const value = choices.length > 0 ? ` -x -a ${quote(choices.join(" "))}` : takesValue ? " -r" : "";
      return complete(where(command), `${names}${value}`, description);
    }),
  ]);
  return `# Completion of openapi-actions for fish: openapi-actions completion fish | source\n${lines.join("\n")}\n`;
}

/** The position of a command's own words: after its name, and before that of a command below it. */
function where({ path, commands }: CompletedCommand): string {
  if (path === "") return "__fish_use_subcommand";
  const seen = path.split(" ").map((name) => `__fish_seen_subcommand_from ${name}`);
  const below = commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(" ")}`] : [];
  return [...seen, ...below].join("; and ");
}

function complete(condition: string, what: string, description: string): string {
  const shown = description === "" ? "" : ` -d ${quote(description)}`;
  return `complete -c openapi-actions -n ${quote(condition)} ${what}${shown}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
