import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { UsageError } from "../../exit-codes.js";

/**
 * Renders an expanded contract with Redoc, in one file. Redoc is not part of this package: it runs where the user has
 * installed it, without its telemetry and without a config.
 */
export async function redocPage(document: string): Promise<{ readonly path: string; readonly text: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), "openapi-actions-redoc-"));
  try {
    const [input, output] = [path.join(folder, "openapi.json"), path.join(folder, "redoc.html")];
    writeFileSync(input, document);
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    await promisify(execFile)(process.execPath, [findRedocly(), "build-docs", input, "--inlineBundle", "--output", output], {
      cwd: folder,
      env,
      maxBuffer: 1 << 24,
    });
    return { path: "redoc.html", text: selfContained(readFileSync(output, "utf8")) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findRedocly(): string {
  try {
    return createRequire(path.resolve("package.json")).resolve("@redocly/cli/bin/cli.js");
  } catch {
    throw new UsageError("--html redoc requires @redocly/cli. Install it: npm install --save-dev @redocly/cli@2");
  }
}

/** Scripts and styles are inline; the page may load nothing. Its search runs in a worker. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
  "worker-src blob:; base-uri 'none'; form-action 'none'";

/** Returns the page without external resources, such as a logo or images in descriptions. */
export function selfContained(html: string): string {
  if (!html.includes("<head>")) throw new UsageError("this version of @redocly/cli is not supported; use version 2");
  return html
    .replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/[\w.-]+\.svg/g, "data:,");
}
