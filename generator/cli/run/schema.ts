import { shippedSchemas } from "../schemas/schemas.js";
import { suggest } from "../../diagnostics/suggest.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** `openapi-actions schema [name]`: one JSON Schema, or a list of all. */
export function runSchema(
  name: string | undefined,
  { extensionPrefix = "platform" }: { readonly extensionPrefix?: string },
  terminal: Terminal,
): ExitCode {
  const names = Object.keys(shippedSchemas);
  if (name === undefined) {
    for (const known of names) terminal.out(`${known.padEnd(9)} ${shippedSchemas[known]!.description}\n`);
    return exitCodes.ok;
  }
  if (!Object.hasOwn(shippedSchemas, name)) {
    const near = suggest(name, names);
    throw new UsageError(
      `no schema is called '${name}'\n(${near === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${near}?`})`,
    );
  }
  terminal.out(`${JSON.stringify(shippedSchemas[name]!.make(extensionPrefix), null, 2)}\n`);
  return exitCodes.ok;
}
