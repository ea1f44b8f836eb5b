import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { printPretty } from "../../../generator/diagnostics/print/pretty.js";
import { type ExchangeContract, readContract } from "../../../generator/tools/exchanges/exchange-contract.js";
import { validateFiles, type ValidateFilesOptions, type Validation } from "../../../generator/tools/exchanges/validate-files.js";
import { shopContract } from "./shop-contract.js";

/** A new folder with some files in it. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "validate-")));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** The small contract of these tests, or another one. */
export function contractOf(text = shopContract): ExchangeContract {
  return readContract("openapi.yaml", { workingFolder: folderOf({ "openapi.yaml": text }) });
}

const shop = contractOf();

/** Validates files against the small contract. */
export function validateTexts(
  files: Readonly<Record<string, string>>,
  patterns: readonly string[] = ["."],
  options: Omit<ValidateFilesOptions, "workingFolder"> = {},
): Promise<Validation> {
  return validateFiles(shop, patterns, { workingFolder: folderOf(files), ...options });
}

/** The findings, a line each: `fixture.yaml:3:5 request-invalid "/request/body" …`. */
export function lines({ diagnostics }: Pick<Validation, "diagnostics">): string[] {
  return diagnostics.map(({ code, message, location, hint }) => {
    const place = location ? `${location.path}:${location.line}:${location.column} ` : "";
    return `${place}${code} ${message}${hint?.startsWith("Did you mean") ? ` ${hint}` : ""}`;
  });
}

/** The printed report, without colours. */
export function printed(diagnostics: readonly Diagnostic[]): string {
  const palette = { red: String, yellow: String, blue: String, bold: String, dim: String };
  return diagnostics.map((diagnostic) => printPretty(diagnostic, palette)).join("\n");
}
