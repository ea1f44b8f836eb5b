import { Option } from "commander";
import { ciSystems } from "../../tools/init/example-files.js";
import type { CliContext } from "../cli-context.js";

const examples = `
Makes a config, a small contract with actions and a test of it, scripts in package.json, settings of the editor and a CI
file. What is there already is left as it is, and said so.

Examples:
  openapi-actions init
  openapi-actions init --ci gitlab`;

/** `openapi-actions init`. */
export function declareInit({ program, inSession }: CliContext): void {
  program
    .command("init")
    .description("set a project up in this folder")
    .addOption(new Option("--ci <system>", "the CI system to write a file for").choices(ciSystems).default("github"))
    .addHelpText("after", examples)
    .action((flags) =>
      inSession({}, async (session) => {
        const { runInit } = await import("../run/init.js");
        return runInit(flags, session);
      }),
    );
}
