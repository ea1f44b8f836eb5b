import { Argument, InvalidArgumentError, Option } from "commander";
import { formats } from "./report-diagnostics.js";

/** `[contract]`, of every command that reads one. */
export function contractArgument(): Argument {
  return new Argument("[contract]", "OpenAPI document").default("spec/openapi.yaml");
}

/** `--format`, of every command that reports problems. */
export function formatOption(): Option {
  return new Option("--format <format>", "how to print problems").choices(formats).default("pretty");
}

/** `--extension-prefix`, of every command that reads a contract. */
export function prefixOption(): Option {
  return new Option("--extension-prefix <prefix>", "the word in x-<prefix>-<type>-actions")
    .default("platform")
    .argParser(parsePrefix);
}

function parsePrefix(text: string): string {
  if (!/^[a-z][a-z0-9]*$/.test(text)) throw new InvalidArgumentError("It is a lower-case word, such as platform.");
  return text;
}
