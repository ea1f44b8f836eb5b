import { readFileSync } from "node:fs";
import type { AxeResults, RunOptions } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, launchChromium } from "../../support/chromium.js";
import { repositoryPath } from "../../support/repository.js";
import { contract as contractText } from "../../lint/lint-text.js";
import { ownSite, siteOfText, versionedSite } from "./build-site.js";
import { openTab, writeSite, type SiteOnDisk } from "./open-site.js";

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

/** One page of each kind: the other pages of a kind are made of the same parts. */
const kinds = [
  "index.html",
  "lifecycle.html",
  "actions/postgres/errors.html",
  "operations/index.html",
  "operations/getService.html",
  "actions/postgres/index.html",
  "actions/postgres/add_ip.html",
  "actions/postgres/list_replicas.html",
  "schemas/PostgresService.html",
];

const axe = readFileSync(repositoryPath("node_modules/axe-core/axe.min.js"), "utf8");

/** The violations that axe finds, as `rule: element`. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => {
    const run = (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run;
    return run({ resultTypes: ["violations"], preload: false });
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}

describe.skipIf(chromiumPath === undefined)("in Chromium, if CHROMIUM_PATH or the system has one", () => {
  let browser: Browser;
  let site: SiteOnDisk;

  beforeAll(async () => {
    site = writeSite(await ownSite());
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  test("every page opens without errors or other requests, and is no wider than a phone", async () => {
    const { page, trouble } = await openTab(browser, site, { viewport: phone, colorScheme: "light" });
    const wide: string[] = [];
    for (const name of site.pages) {
      await page.goto(site.address(name));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > phone.width) wide.push(`${name}: ${width}`);
    }
    // The page doesn't move when the script adds the search: the header has the place for it.
    const [reserved, needed] = await page.evaluate(() => {
      const header = document.querySelector("header")!;
      const minHeight = Number.parseFloat(getComputedStyle(header).minHeight);
      header.style.minHeight = "0";
      return [minHeight, header.getBoundingClientRect().height];
    });
    expect(Math.abs(reserved! - needed!)).toBeLessThan(2);
    expect(site.pages.length).toBeGreaterThan(100);
    expect([trouble, wide]).toEqual([[], []]);
  });

  test("a title of one long word makes no page wider than a phone", async () => {
    const title = `title: ${"Telemetry".repeat(50)}`;
    const long = writeSite(await siteOfText(contractText().replace(/title: [^,}\n]*/, title)));
    const { page } = await openTab(browser, long, { viewport: phone });
    for (const name of ["index.html", "actions/postgres/restart.html"]) {
      await page.goto(long.address(name));
      expect(await page.locator("footer").innerText()).toContain("TelemetryTelemetry");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    }
  });

  // Each colour scheme once, and each size.
  test.each([
    ["light", { viewport: desktop, colorScheme: "light" }],
    ["dark on a phone", { viewport: phone, colorScheme: "dark" }],
  ] as const)("axe finds no fault in a page of each kind: %s", async (_, options) => {
    const { page, trouble } = await openTab(browser, site, options);
    const faults: string[] = [];
    for (const name of kinds) {
      await page.goto(site.address(name));
      faults.push(...(await faultsOf(page)).map((fault) => `${name} ${fault}`));
    }
    expect([trouble, faults]).toEqual([[], []]);
  });

  test("pages of versions are accessible, no wider than a phone, and their list opens by keyboard", async () => {
    const versions = writeSite(await versionedSite());
    const { page, trouble } = await openTab(browser, versions, { viewport: phone, colorScheme: "dark" });
    const faults: string[] = [];
    const newest = (of: Page) => of.getByRole("navigation", { name: "Versions" }).getByRole("link", { name: "2.0.0" });
    for (const name of ["changes.html", "versions/1.0.0/index.html", "versions/1.0.0/actions/postgres/add_ip.html"]) {
      await page.goto(versions.address(name));
      await page.locator(".versions summary").focus();
      await page.keyboard.press("Enter");
      await newest(page).waitFor();
      faults.push(...(await faultsOf(page)).map((fault) => `${name} ${fault}`));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    }
    expect(faults).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await newest(page).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(versions.address("actions/postgres/add_ip.html"));
    expect(await page.locator(".outdated").count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  test("search finds actions, fields and errors by keyboard alone", async () => {
    const { page, trouble } = await openTab(browser, site, { viewport: desktop });
    await page.goto(site.address("actions/search/query.html"));
    const found = () => page.getByRole("option").allInnerTexts();
    await page.keyboard.press("/");
    await page.keyboard.type("add_ip");
    await page.getByRole("option").first().waitFor();
    expect((await found())[0]).toMatch(/^add_ip\npostgres: /);
    await page.keyboard.press("Enter");
    await page.waitForURL(site.address("actions/postgres/add_ip.html"));

    await page.keyboard.press("/");
    await page.keyboard.type("cidr remove_ip");
    await page.getByRole("option").first().waitFor();
    expect((await found())[0]).toBe("cidr\nfield of the body of postgres remove_ip");
    await page.keyboard.press("ArrowDown");
    expect(await page.getByRole("option", { selected: true }).innerText()).toBe(
      "removed.cidr\nfield of the result of postgres remove_ip",
    );
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(site.address("actions/postgres/remove_ip.html#body.cidr"));

    await page.keyboard.press("/");
    await page.keyboard.type("entry_exists");
    await page.getByRole("option").first().waitFor();
    expect((await found())[0]).toBe("entry_exists\nerror of postgres add_ip");
    expect(await page.getByRole("status").innerText()).toBe("1 found");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("listbox").count()).toBe(0);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("nothing is called that");
    await page.getByText("0 found").waitFor({ state: "attached" });
    expect(trouble).toEqual([]);
  });

  test("tabs show one example at a time, and remember which", async () => {
    const { page } = await openTab(browser, site, { viewport: desktop });
    await page.goto(site.address("actions/postgres/add_ip.html"));
    const visible = () => page.getByRole("tabpanel").allInnerTexts();
    expect((await visible()).length).toBe(1);
    expect((await visible())[0]).toContain("curl -X POST");
    await page.getByRole("tab", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    expect((await visible())[0]).toContain("createClient");
    await page.goto(site.address("actions/postgres/remove_ip.html"));
    expect((await visible())[0]).toContain("createClient");
    await page.emulateMedia({ media: "print" });
    expect((await visible()).length).toBe(3);
  });

  test("code is copied unchanged", async () => {
    const { page } = await openTab(browser, site, { viewport: desktop });
    await page.goto(site.address("actions/postgres/add_ip.html"));
    await page.getByRole("button", { name: "Copy" }).last().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.press("Control+V");
    expect(await page.getByRole("combobox").inputValue()).toContain(
      "invalid_action_body: /ip is required; /cdir is not allowed.",
    );
  });

  test("the list of pages shows the current one, however long it is", async () => {
    const { page } = await openTab(browser, site, { viewport: desktop, colorScheme: "light" });
    await page.goto(site.address("actions/postgres/promote_replica.html"));
    const current = await page.locator("#contents [aria-current]").boundingBox();
    expect(current!.y + current!.height).toBeLessThan(desktop.height);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test("the switch between light and dark is remembered", async () => {
    const { page } = await openTab(browser, site, { viewport: desktop, colorScheme: "light" });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto(site.address("index.html"));
    expect(await ground()).toBe("rgb(255, 255, 255)");
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    expect(await ground()).toBe("rgb(20, 22, 26)");
    await page.goto(site.address("operations/index.html"));
    expect(await ground()).toBe("rgb(20, 22, 26)");
  });

  test("the first Tab leads past the header, and every place of a page can be reached", async () => {
    const { page } = await openTab(browser, site, { viewport: desktop });
    await page.goto(site.address("actions/postgres/add_ip.html"));
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").innerText()).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.locator(":focus").getAttribute("id")).toBe("main");
    await page.goto(site.address("actions/postgres/add_ip.html#body.cidr"));
    expect(await page.locator("tr:target th").innerText()).toBe("cidr required");
  });

  test("without JavaScript, everything except the search works, and the page says so", async () => {
    const { page, trouble } = await openTab(browser, site, { viewport: desktop, javaScriptEnabled: false });
    await page.goto(site.address("actions/postgres/add_ip.html"));
    const text = await page.locator("body").innerText();
    for (const part of [
      "Search needs JavaScript",
      "curl -X POST",
      "createClient",
      "PostgresHandlers",
      "/ip is required; /cdir is not allowed.",
    ]) {
      expect(text).toContain(part);
    }
    expect(await page.getByRole("search").count()).toBe(0);
    expect(trouble).toEqual([]);
  });
});
