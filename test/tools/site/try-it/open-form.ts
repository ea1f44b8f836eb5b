import http from "node:http";
import type { AddressInfo } from "node:net";
import type { AxeResults, RunOptions } from "axe-core";
import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { toNodeHandler } from "../../../../templates/runtime/server/node.js";
import type { RequestHandler } from "../../../../templates/runtime/server/http.js";
import { withCors } from "../../../../generator/cli/commands/mock/cors.js";
import { repositoryPath } from "../../../support/repository.js";
import { openTab, type SiteOnDisk } from "../open-site.js";

/** A server on a free port, which pages of any origin may call. */
export async function serve(handler: RequestHandler): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = http.createServer(toNodeHandler(withCors(handler)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

/** The form of a page. */
export class TryForm {
  readonly page: Page;
  readonly form: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.locator("form.try");
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.getByRole("button", { name: "Open the form" }).click();
    await this.form.waitFor();
  }

  field(name: string): Locator {
    return this.form.getByLabel(new RegExp(`^${name}(?: |$)`)).first();
  }

  get json(): Locator {
    return this.form.locator("textarea.json");
  }

  async body(): Promise<unknown> {
    return JSON.parse(await this.json.inputValue());
  }

  async send(): Promise<void> {
    await this.form.getByRole("button", { name: "Send", exact: true }).click();
  }

  async confirm(name: string): Promise<void> {
    const dialog = this.page.getByRole("dialog");
    await dialog.getByRole("textbox").fill(name);
    await dialog.getByRole("button", { name: "Send" }).click();
  }

  /** Waits until a response has ended, and returns what is said of it. */
  async response(): Promise<{ readonly status: string; readonly verdict: string; readonly body: string }> {
    const response = this.form.getByRole("region", { name: "Response", exact: true });
    await response.locator(".verdict").waitFor();
    return {
      status: await response.locator(".response-status").innerText(),
      verdict: await response.locator(".verdict").innerText(),
      body: (await response.locator("pre").textContent())!,
    };
  }

  /** What is said of the call before it is sent. */
  async verdict(): Promise<string> {
    return this.form.locator("> .verdict").innerText();
  }

  /** What is said in place of a response. */
  async told(): Promise<string> {
    return this.form.locator(".response-status").innerText();
  }

  async sample(name: string): Promise<string> {
    return (await this.form
      .locator(".samples details")
      .filter({ hasText: new RegExp(`^${name}`) })
      .locator("pre")
      .textContent())!;
  }
}

/** Opens a tab for a site that may call some servers; requests elsewhere are trouble. */
export async function openFormTab(
  browser: Browser,
  site: SiteOnDisk,
  servers: readonly string[],
  options?: BrowserContextOptions,
) {
  const { page, trouble } = await openTab(browser, site, options);
  const isExpected = (text: string) => servers.some((url) => text.startsWith(`request: ${url}`));
  return { page, form: new TryForm(page), trouble: () => trouble.filter((text) => !isExpected(text)) };
}

const axe = readFileSync(repositoryPath("node_modules/axe-core/axe.min.js"), "utf8");

/** The violations that axe finds, as `rule: element`. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => {
    const run = (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run;
    return run({ resultTypes: ["violations"], preload: false });
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}
