import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { Diagnostic, Location } from "../../generator/diagnostics/diagnostic.js";
import type { UntypedObjects } from "../../generator/document/implied-objects.js";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { loadContract, type LoadedContract } from "../../generator/document/load-contract.js";
import { parseYaml } from "../../generator/document/parse-yaml.js";
import { Locations, type TextFile } from "../../generator/document/locations.js";

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A new folder with these files, removed after the test. */
export function folderWith(files: Files): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "load-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** Loads a contract given as text, or as files by name of which the first is the main document. Schemas mean what JSON Schema says. */
export function load(
  files: string | Files,
  untypedObjects: UntypedObjects = "any",
): {
  contract: LoadedContract | undefined;
  problems: string[];
  diagnostics: Diagnostic[];
} {
  const all = typeof files === "string" ? { "openapi.yaml": files } : files;
  const { contract, diagnostics } = loadContract(Object.keys(all)[0]!, { workingFolder: folderWith(all), untypedObjects });
  return { contract, diagnostics, problems: diagnostics.map(inWords) };
}

/** The bundled document of a contract that has no problems. */
export function bundled(files: string | Files): JsonObject {
  const { contract, problems } = load(files);
  if (!contract || problems.length > 0) throw new Error(problems.join("\n"));
  return contract.document;
}

/** The diagnostics of a contract, as `<path>:<line>:<column> <code> <message>`. */
export function problems(files: string | Files): string[] {
  return load(files).problems;
}

/** The value at the keys given, for example `"components", "schemas"`. */
export function at(value: JsonValue, ...keys: readonly (string | number)[]): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const key of keys) found = (found as JsonObject | undefined)?.[key];
  return found;
}

export function source(text: string, name = "a.yaml"): TextFile {
  return { path: name, absolutePath: `/${name}`, text };
}

export function inWords({ code, message, location }: Diagnostic): string {
  return `${place(location)} ${code} ${message}`;
}

export function place(location: Location | undefined): string {
  return location ? `${location.path}:${location.line}:${location.column}` : "-";
}

/** The text that a location marks. */
export function marked({ lineText, column, endColumn }: Location): string {
  return lineText!.slice(column - 1, endColumn! - 1);
}

/** Reads YAML text: the value, and the problems as `<line>:<column> <code> <message>`. */
export function yaml(text: string): { value: JsonValue | undefined; problems: string[]; locations: Locations } {
  const diagnostics: Diagnostic[] = [];
  const locations = new Locations();
  const value = parseYaml(source(text), locations, diagnostics);
  return { value, locations, problems: diagnostics.map((diagnostic) => inWords(diagnostic).replace(/^a\.yaml:/, "")) };
}
