import type { Command } from "commander";
import { printBash } from "../completion/bash.js";
import { completedCommands } from "../completion/commands.js";
import { printFish } from "../completion/fish.js";
import { printZsh } from "../completion/zsh.js";

const printers = { bash: printBash, zsh: printZsh, fish: printFish };

/** `openapi-actions completion <shell>`: a script made from the declarations of all commands. */
export function printCompletion(shell: keyof typeof printers, program: Command): string {
  return printers[shell](completedCommands(program));
}
