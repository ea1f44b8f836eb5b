import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DocsConfig } from "../../config.js";
import { compare } from "../../diagnostics/diagnostic.js";
import type { Report } from "../../diagnostics/report.js";
import { report } from "../../tools/site/diagnostics.js";
import type { DocsOptions, ExtraPage } from "../../tools/site/options.js";
import { contrastOf, isColour } from "../../tools/site/print-theme.js";

/** WCAG AA for text of ordinary size. */
const leastContrast = 4.5;

/**
 * Reads what flags and a config say about a site, paths being relative to the working folder, and checks it; what is wrong is
 * reported and left out.
 */
export function readDocsOptions(settings: DocsConfig, problems: Report): DocsOptions {
  const { name, logo, accent, accentDark, sourceUrl, pages } = settings;
  const light = checkColour(accent, "light", problems);
  const dark = checkColour(accentDark, "dark", problems);
  return {
    name,
    logo: logo === undefined ? undefined : readLogo(logo, problems),
    accent: light === undefined && dark === undefined ? undefined : { light, dark },
    sourceUrl: checkSourceUrl(sourceUrl, problems),
    pages: pages === undefined ? undefined : readPages(pages, problems),
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
    const text = readFileSync(file, "utf8");
    if (/<svg[\s/>]/.test(text)) return text;
    report(problems, "docs-logo", { path: file, reason: "it is no SVG file" });
  } catch (error) {
    report(problems, "docs-logo", { path: file, reason: reasonOf(error) });
  }
  return undefined;
}

/** The Markdown files of a folder, by name. */
function readPages(folder: string, problems: Report): ExtraPage[] {
  try {
    const files = readdirSync(folder).filter((file) => /\.md$/i.test(file));
    return files.sort(compare).map((file) => ({
      name: file.slice(0, -".md".length),
      text: readFileSync(path.join(folder, file), "utf8"),
    }));
  } catch (error) {
    report(problems, "docs-pages", { path: folder, reason: reasonOf(error) });
    return [];
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return code === "ENOENT"
    ? "there is no such file or folder"
    : code === "ENOTDIR"
      ? "it is no folder"
      : `it can't be read (${code})`;
}
