// Writes docs/images/site.png: a page of the documentation site of spec/. Needs Chromium; run it by hand when the site has changed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../", import.meta.url));
const page = process.argv[2] ?? "actions/postgres/add_ip.html";

const folder = mkdtempSync(path.join(tmpdir(), "site-picture-"));
const command = [path.join(root, "bin/openapi-actions.js"), "docs", "--out", folder, "--quiet"];
spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" });
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const tab = await browser.newPage({ viewport: { width: 960, height: 540 }, colorScheme: "light" });
await tab.goto(pathToFileURL(path.join(folder, page)).href);
await tab.screenshot({ path: path.join(root, "docs/images/site.png") });
await browser.close();
rmSync(folder, { recursive: true });
