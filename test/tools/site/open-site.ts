import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { OutputFile } from "../../../generator/typescript/output-file.js";
import { temporaryFolder } from "../../support/command-line.js";

/** A site as files, which a browser opens without a server. */
export interface SiteOnDisk {
  readonly root: string;
  /** Paths of the HTML pages. */
  readonly pages: readonly string[];
  address(page: string): string;
}

export function writeSite(site: readonly OutputFile[]): SiteOnDisk {
  const folder = temporaryFolder();
  for (const { path: file, text } of site) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const root = `${pathToFileURL(folder).href}/`;
  const pages = site.map((file) => file.path).filter((file) => file.endsWith(".html"));
  return { root, pages, address: (page) => root + page };
}

/** A tab of the browser, and everything in it that should not have happened. */
export interface Tab {
  readonly page: Page;
  readonly trouble: string[];
}

/** Opens a tab that takes note of errors, of refusals by the pages' policy, and of requests for anything outside of the site. */
export async function openTab(browser: Browser, { root }: SiteOnDisk, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("console", (message) => void trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => void trouble.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => void (trouble.push("dialog"), dialog.dismiss()));
  page.on("requestfailed", (request) => {
    // The next navigation may come before the icon of a page is read.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") trouble.push(`failed: ${request.url()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(root)) trouble.push(`request: ${request.url()}`);
  });
  return { page, trouble };
}
