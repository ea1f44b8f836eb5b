import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DocsConfig } from "../../../config.js";
import { compare } from "../../../diagnostics/diagnostic.js";
import { isCallable } from "../../../document/server-address.js";
import type { Report } from "../../../diagnostics/report.js";
import { report } from "../../../tools/site/diagnostics.js";
import type { DocsOptions, ExtraPage } from "../../../tools/site/options.js";
import { contrastOf, isColour } from "../../../tools/site/print-theme.js";
import type { ContractFlags } from "../../contracts.js";

/** WCAG AA for text of ordinary size. */
const leastContrast = 4.5;

/** The flags of the command. */
export interface DocsFlags extends ContractFlags, DocsConfig {
  /** The output folder; absent: below the contract's output folder. */
  readonly out?: string;
  readonly check: boolean;
  /** Another renderer; its page is added. */
  readonly html?: "redoc";
  /** Only actions with one of these tags. */
  readonly tag?: readonly string[];
  /** Whether pages have forms; absent: as the config says. */
  readonly try?: boolean;
  readonly tryServer?: readonly string[];
  readonly previous?: readonly string[];
  /** Whether the site is served with a mock, at this port. */
  readonly mock: boolean;
  readonly port: number;
}

/** The settings of a config with those of flags in their place. */
export function withFlags(docs: DocsConfig | undefined, flags: DocsFlags): DocsConfig {
  const { try: tryIt, tryServer: tryServers } = flags;
  return { ...docs, ...flags, ...(tryIt !== undefined && { tryIt }), ...(tryServers && { tryServers }) };
}

/**
 * Reads the settings of a site from flags and config, with paths relative to the working folder. Invalid settings are
 * reported and ignored.
 */
export function readDocsOptions(settings: DocsConfig, problems: Report): DocsOptions {
  const { name, logo, accent, accentDark, sourceUrl, pages, hideHandlers, tryIt, tryServers = [], redirects } = settings;
  const light = checkColour(accent, "light", problems);
  const dark = checkColour(accentDark, "dark", problems);
  return {
    name,
    logo: logo === undefined ? undefined : readLogo(logo, problems),
    accent: light === undefined && dark === undefined ? undefined : { light, dark },
    sourceUrl: checkSourceUrl(sourceUrl, problems),
    pages: pages === undefined ? undefined : readPages(pages, problems),
    hideHandlers,
    tryIt,
    tryServers: tryServers.filter((url) => isServer(url, problems)),
    siteUrl: checkSiteUrl(settings.siteUrl, problems),
    redirects,
  };
}

function isServer(url: string, problems: Report): boolean {
  if (!isBaseUrl(url)) report(problems, "docs-try-server", { url });
  return isBaseUrl(url);
}

function checkSiteUrl(url: string | undefined, problems: Report): string | undefined {
  if (url === undefined || isBaseUrl(url)) return url;
  report(problems, "docs-site-url", { url });
  return undefined;
}

function isBaseUrl(url: string): boolean {
  return /^https?:\/\/[^?#\s]+$/i.test(url) && isCallable(url);
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
