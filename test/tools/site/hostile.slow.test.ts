import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OutputFile } from "../../../generator/typescript/output-file.js";
import { chromiumPath, launchChromium } from "../../support/chromium.js";
import { hostileSite } from "./hostile-contract.js";
import { openTab, writeSite, type SiteOnDisk } from "./open-site.js";

let site: OutputFile[];
let planted: number;
let withForms: OutputFile[];
let versions: OutputFile[];

beforeAll(() => {
  ({ site, planted, withForms, versions } = hostileSite());
});

test("hostile text is at many positions", () => {
  expect(planted).toBeGreaterThan(110);
});

test("names of files are safe", () => {
  const safe = /^(?:[\w-][\w.-]*\/)*[\w.-]+\.(?:html|md|js|css|svg|txt|xml)$/;
  expect([...site, ...versions].map(({ path }) => path).filter((path) => !safe.test(path))).toEqual([]);
});

test("Markdown has no tag and no image", () => {
  for (const { path, text } of [...site, ...versions].filter((file) => /\.(?:md|txt)$/.test(file.path))) {
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
    expect(await openPages(onDisk, onDisk.pages, bypassCSP)).toEqual([]);
  });

  test.each([false, true])("nor in pages about changes of hostile text (policy ignored: %s)", async (bypassCSP) => {
    const onDisk = writeSite(versions);
    const moved = versions.filter(({ text }) => text.includes("http-equiv=refresh")).map(({ path }) => path);
    const pages = onDisk.pages.filter((page) => /(?:^|\/)(?:changes[\w-]*|index)\.html$/.test(page));
    expect([moved.length, pages.length]).toEqual([1, expect.toSatisfy((count: number) => count > 5)]);
    expect(await openPages(onDisk, pages, bypassCSP)).toEqual([]);
    const { page, trouble } = await openTab(browser, onDisk, { bypassCSP });
    await page.goto(onDisk.address(moved[0]!));
    await page.waitForURL((url) => url.href !== onDisk.address(moved[0]!));
    expect(trouble).toEqual([]);
  });

  test("the feed is XML, and what readers show of it runs nothing", async () => {
    const onDisk = writeSite(versions);
    const { page, trouble } = await openTab(browser, onDisk);
    await page.goto(onDisk.address("index.html"));
    const feed = versions.find(({ path }) => path === "feed.xml")!.text;
    expect(feed.split("&amp;lt;script&amp;gt;").length).toBeGreaterThan(3);
    const found = await page.evaluate((text) => {
      const xml = new DOMParser().parseFromString(text, "application/xml");
      const shown = [...xml.querySelectorAll("content")].map((one) =>
        new DOMParser().parseFromString(one.textContent!, "text/html"),
      );
      const elements = shown.flatMap((html) => [...html.body.querySelectorAll("*")].map(({ localName }) => localName));
      return {
        errors: xml.querySelectorAll("parsererror").length,
        root: [xml.documentElement.localName, xml.documentElement.namespaceURI],
        names: [...new Set([...xml.querySelectorAll("*")].map(({ localName }) => localName))].sort(),
        elements: [...new Set(elements)].sort(),
        items: elements.length,
      };
    }, feed);
    expect(found).toEqual({
      errors: 0,
      root: ["feed", "http://www.w3.org/2005/Atom"],
      names: ["author", "content", "entry", "feed", "id", "link", "name", "title", "updated"],
      elements: ["code", "li", "strong", "ul"],
      items: expect.toSatisfy((count: number) => count > 20) as number,
    });
    expect(trouble).toEqual([]);
  });

  /** Opens pages, searches on each, and returns what should not have happened. */
  async function openPages(onDisk: SiteOnDisk, names: readonly string[], bypassCSP: boolean): Promise<readonly string[]> {
    const { page, trouble } = await openTab(browser, onDisk, { bypassCSP });
    await page.addInitScript(() => {
      (globalThis as unknown as { hit: () => void }).hit = () => alert("hit");
    });
    for (const name of names) {
      await page.goto(onDisk.address(name));
      await page.keyboard.press("/");
      await page.keyboard.type("a");
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
    return trouble;
  }

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
