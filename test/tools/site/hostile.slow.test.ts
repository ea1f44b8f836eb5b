import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OutputFile } from "../../../generator/typescript/output-file.js";
import { chromiumPath, launchChromium } from "../../support/chromium.js";
import { hostileSite } from "./hostile-contract.js";
import { openTab, writeSite } from "./open-site.js";

let site: OutputFile[];
let planted: number;
let withForms: OutputFile[];

beforeAll(() => {
  ({ site, planted, withForms } = hostileSite());
});

test("hostile text is at many positions", () => {
  expect(planted).toBeGreaterThan(110);
});

test("names of files are safe", () => {
  const unsafe = site.map(({ path }) => path).filter((path) => !/^(?:[\w-]+\/)*[\w.-]+\.(?:html|md|js|css|svg|txt)$/.test(path));
  expect(unsafe).toEqual([]);
});

test("Markdown has no tag and no image", () => {
  for (const { path, text } of site.filter((file) => /\.(?:md|txt)$/.test(file.path))) {
    const prose = text.replace(/^(`{3,}).*\n[^]*?\n\1$/gm, "").replace(/(`+)[^]*?\1/g, "");
    expect([path, prose.replaceAll("<br>", "").match(/(?<!\\)(?:<|!\[|\]\(javascript:)/)]).toEqual([path, null]);
  }
});

describe.skipIf(chromiumPath === undefined)("in Chromium, if CHROMIUM_PATH or the system has one", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  /** With the policy of the pages, and without: the escaping alone must do. */
  test.each([false, true])("nothing runs and nothing loads (policy ignored: %s)", async (bypassCSP) => {
    const onDisk = writeSite(site);
    const { page, trouble } = await openTab(browser, onDisk, { bypassCSP });
    await page.addInitScript(() => {
      (globalThis as unknown as { hit: () => void }).hit = () => alert("hit");
    });
    for (const name of onDisk.pages) {
      await page.goto(onDisk.address(name));
      await page.keyboard.press("/");
      await page.keyboard.type("mark");
      await page.getByRole("option").first().waitFor();
      const found = await page.evaluate(() => {
        const elements = [...document.querySelectorAll("*")];
        const links = [...document.querySelectorAll("a")].map((link) => link.protocol);
        return {
          handlers: elements.filter((element) => element.getAttributeNames().some((attribute) => attribute.startsWith("on")))
            .length,
          foreign: elements.filter((element) =>
            element.matches("img, iframe, object, embed, style, base, link:not([rel]), svg:not([role=img])"),
          ).length,
          scripts: [...document.scripts].map((script) => script.src.split("/").pop()),
          protocols: [...new Set(links)].filter((protocol) => !["file:", "https:", "http:", "mailto:"].includes(protocol)),
        };
      });
      expect([name, found]).toEqual([name, { handlers: 0, foreign: 0, scripts: ["docs.js", "search-index.js"], protocols: [] }]);
    }
    expect(trouble).toEqual([]);
  });

  test.each([false, true])("open forms run nothing and load nothing (policy ignored: %s)", async (bypassCSP) => {
    const onDisk = writeSite(withForms);
    const { page, trouble } = await openTab(browser, onDisk, { bypassCSP });
    await page.addInitScript(() => {
      (globalThis as unknown as { hit: () => void }).hit = () => alert("hit");
    });
    let opened = 0;
    for (const name of onDisk.pages) {
      await page.goto(onDisk.address(name));
      const open = page.getByRole("button", { name: "Open the form" });
      if ((await open.count()) === 0) continue;
      await open.click();
      await page.locator("form.try").waitFor();
      await page.evaluate(() => {
        for (const button of document.querySelectorAll("form.try button"))
          if (button.textContent!.startsWith("Add ")) (button as HTMLButtonElement).click();
      });
      await page.getByRole("button", { name: "Send", exact: true }).click();
      const found = await page.evaluate(() => {
        const elements = [...document.querySelectorAll("form.try *")];
        return {
          handlers: elements.filter((one) => one.getAttributeNames().some((attribute) => attribute.startsWith("on"))).length,
          foreign: elements.filter((one) => one.matches("a, img, iframe, object, embed, style, base, link, svg, script")).length,
        };
      });
      expect([name, found]).toEqual([name, { handlers: 0, foreign: 0 }]);
      opened++;
    }
    expect(opened).toBeGreaterThan(3);
    // The servers of the contract are nowhere: a call that was valid has no response.
    expect(trouble.filter((text) => !/^(?:request|failed): https?:\/\/[\w.-]*(?:example|invalid)|ERR_|CORS/.test(text))).toEqual(
      [],
    );
  });
});
