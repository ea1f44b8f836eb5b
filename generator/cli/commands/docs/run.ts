import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type CompileOptions, model } from "../../../compile.js";
import type { DocsConfig } from "../../../config.js";
import { compare, type Diagnostic, hasErrors } from "../../../diagnostics/diagnostic.js";
import { report } from "../../../tools/site/diagnostics.js";
import type { Report } from "../../../diagnostics/report.js";
import { buildDocs } from "../../../tools/site/build-docs.js";
import type { DocsOptions, ExtraPage } from "../../../tools/site/options.js";
import { contrastOf, isColour } from "../../../tools/site/print-theme.js";
import { version } from "../../../package.js";
import type { ContractSettings } from "../../config/settings.js";
import { chooseContracts, type ContractFlags } from "../../contracts.js";
import { contractTitle } from "../../contract-title.js";
import { count, countProblems } from "../../count.js";
import { type ExitCode, exitCodes, worseOf } from "../../exit-codes.js";
import type { Session } from "../../session.js";
import { checkTags } from "../../tags.js";
import { checkFolder, countChanges, writeFolder } from "../../output-folder.js";

/** WCAG AA for text of ordinary size. */
const leastContrast = 4.5;

export interface DocsFlags extends ContractFlags, DocsConfig {
  /** The output folder; absent: below the contract's output folder. */
  readonly out?: string;
  readonly check: boolean;
  /** Another renderer; its page is added. */
  readonly html?: "redoc";
  /** Only actions with one of these tags. */
  readonly tag?: readonly string[];
}

/** `openapi-actions docs [contract]`. */
export async function runDocs(argument: string | undefined, flags: DocsFlags, session: Session): Promise<ExitCode> {
  const chosen = await chooseContracts(argument, flags, session);
  if (!chosen) return exitCodes.usage;
  let exitCode: ExitCode = exitCodes.ok;
  for (const contract of chosen.contracts) {
    const outcome = await documentContract(contract, chosen.optionsOf(contract), flags, session);
    exitCode = worseOf(exitCode, outcome);
    if (exitCode === exitCodes.interrupted) break;
  }
  return exitCode;
}

async function documentContract(
  { input, out, docs }: ContractSettings,
  options: CompileOptions,
  flags: DocsFlags,
  session: Session,
): Promise<ExitCode> {
  const problems: Diagnostic[] = [];
  const docsOptions = readDocsOptions({ ...docs, ...flags }, problems);
  const { loaded, contract, contractHash, diagnostics } = await model(input, options);
  const found = [...problems, ...diagnostics];
  session.report(found);
  if (!loaded || !contract || contractHash === undefined || hasErrors(found)) {
    session.say(`${input}: ${countProblems(found)}; nothing was written\n`);
    return exitCodes.findings;
  }
  checkTags(contract, flags.tag);
  session.onStage("docs");
  const files = buildDocs(contract, loaded, { ...docsOptions, tags: flags.tag }, options);
  if (flags.html === "redoc") {
    // Other renderers show actions only as ordinary operations.
    const { expand } = await import("../../../tools/expand/expand.js");
    const { redocPage } = await import("./redoc-page.js");
    files.push(await redocPage(expand(contract, loaded, { layout: "all", tags: flags.tag }).files[0]!.text));
  }
  const folder = flags.out ?? `${out}/docs`;
  const request = { folder, files, generator: `openapi-actions ${version}`, contractHash };
  if (flags.check) return checkFolder(request, "docs", session);
  const { exitCode, result } = await writeFolder(request, session);
  if (!result) return exitCode;
  const pages = count(files.filter(({ path }) => path.endsWith(".html")).length, "page");
  session.say(`${contractTitle(contract)}: ${pages}; ${countProblems(found)}\n${folder}: ${countChanges(result)}\n`);
  return exitCode;
}

/**
 * Reads the settings of a site from flags and config, with paths relative to the working folder. Invalid settings are
 * reported and ignored.
 */
function readDocsOptions(settings: DocsConfig, problems: Report): DocsOptions {
  const { name, logo, accent, accentDark, sourceUrl, pages, hideHandlers } = settings;
  const light = checkColour(accent, "light", problems);
  const dark = checkColour(accentDark, "dark", problems);
  return {
    name,
    logo: logo === undefined ? undefined : readLogo(logo, problems),
    accent: light === undefined && dark === undefined ? undefined : { light, dark },
    sourceUrl: checkSourceUrl(sourceUrl, problems),
    pages: pages === undefined ? undefined : readPages(pages, problems),
    hideHandlers,
  };
}

function checkColour(colour: string | undefined, scheme: "light" | "dark", problems: Report): string | undefined {
  if (colour === undefined) return undefined;
  if (!isColour(colour)) {
    report(problems, "docs-accent", { colour });
    return undefined;
  }
  const contrast = contrastOf(colour, scheme);
  if (contrast < leastContrast) report(problems, "docs-contrast", { colour, scheme, contrast: contrast.toFixed(1) });
  return colour;
}

function checkSourceUrl(url: string | undefined, problems: Report): string | undefined {
  if (url === undefined) return undefined;
  if (/^https?:\/\/[^/\s]+\S*$/i.test(url) && url.includes("{path}")) return url;
  report(problems, "docs-source-url", { url });
  return undefined;
}

function readLogo(file: string, problems: Report): string | undefined {
  try {
    const text = readText(file);
    if (/<svg[\s/>]/.test(text)) return text;
    report(problems, "docs-logo", { path: file, reason: "it is not an SVG file" });
  } catch (error) {
    report(problems, "docs-logo", { path: file, reason: reasonOf(error) });
  }
  return undefined;
}

/** Reads the Markdown files of a folder, by name. */
function readPages(folder: string, problems: Report): ExtraPage[] {
  try {
    const files = readdirSync(folder).filter((file) => /\.md$/i.test(file));
    return files.sort(compare).map((file) => ({
      name: file.slice(0, -".md".length),
      text: readText(path.join(folder, file)),
    }));
  } catch (error) {
    report(problems, "docs-pages", { path: folder, reason: reasonOf(error) });
    return [];
  }
}

/** Reads a file with LF as line ends, so that a checkout on Windows builds the same site. */
function readText(file: string): string {
  return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return code === "ENOENT"
    ? "there is no such file or folder"
    : code === "ENOTDIR"
      ? "it is not a folder"
      : `it can't be read (${code})`;
}
