import type { CliContext } from "../cli-context.js";
import { prefixOption } from "../options.js";

const examples = `
Editors with YAML support read the first line of a file: # yaml-language-server: $schema=openapi.schema.json

Examples:
  openapi-actions schema                               list the schemas
  openapi-actions schema openapi > openapi.schema.json`;

/** `openapi-actions schema [name]`. */
export function declareSchema({ program, terminal, exitWith }: CliContext): void {
  program
    .command("schema")
    .description("print a JSON Schema, for editors")
    .argument("[name]", "which one: actions, config, fixture, openapi or report")
    .addOption(prefixOption())
    .addHelpText("after", examples)
    .action(async (name, flags) => {
      const { runSchema } = await import("../run/schema.js");
      exitWith(runSchema(name, flags, terminal));
    });
}
