import { Argument } from "commander";
import type { CliContext } from "../../cli-context.js";
import { exitCodes } from "../../exit-codes.js";
import { allCodes } from "../explain.js";

const examples = `
Examples:
  source <(openapi-actions completion bash)            in ~/.bashrc
  source <(openapi-actions completion zsh)             in ~/.zshrc, after compinit
  openapi-actions completion fish > ~/.config/fish/completions/openapi-actions.fish`;

const printers = {
  bash: async () => (await import("./bash.js")).printBash,
  zsh: async () => (await import("./zsh.js")).printZsh,
  fish: async () => (await import("./fish.js")).printFish,
};

/** `openapi-actions completion <shell>`. */
export function declareCompletion({ program, terminal, exitWith }: CliContext): void {
  program
    .command("completion")
    .description("print a completion script for a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", examples)
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { completedCommands } = await import("./completed-commands.js");
      const { shippedSchemas } = await import("../../schemas/schemas.js");
      const words = { explain: await allCodes(), schema: Object.keys(shippedSchemas) };
      terminal.out((await printers[shell]())(completedCommands(program, words)));
      exitWith(exitCodes.ok);
    });
}
