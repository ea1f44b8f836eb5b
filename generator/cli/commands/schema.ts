import { suggest } from "../../diagnostics/suggest.js";
import type { CliContext } from "../cli-context.js";
import { exitCodes, type ExitCode, UsageError } from "../exit-codes.js";
import { prefixOption } from "../options.js";
import type { Terminal } from "../terminal.js";

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
    .argument("[name]", "the schema: actions, config, fixture, openapi, path-item, report or schemas")
    .addOption(prefixOption())
    .addHelpText("after", examples)
    .action(async (name, flags) => exitWith(await runSchema(name, flags, terminal)));
}

/** Prints one JSON Schema, or a list of all. */
async function runSchema(
  name: string | undefined,
  { extensionPrefix = "platform" }: { readonly extensionPrefix?: string },
  terminal: Terminal,
): Promise<ExitCode> {
  const { shippedSchemas } = await import("../schemas/schemas.js");
  const names = Object.keys(shippedSchemas);
  if (name === undefined) {
    for (const known of names) terminal.out(`${known.padEnd(9)} ${shippedSchemas[known]!.description}\n`);
    return exitCodes.ok;
  }
  if (!Object.hasOwn(shippedSchemas, name)) {
    const near = suggest(name, names);
    throw new UsageError(
      `unknown schema '${name}'\n(${near === undefined ? `Expected one of ${names.join(", ")}.` : `Did you mean ${near}?`})`,
    );
  }
  terminal.out(`${JSON.stringify(shippedSchemas[name]!.make(extensionPrefix), null, 2)}\n`);
  return exitCodes.ok;
}
