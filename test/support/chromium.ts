import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser to test with: `CHROMIUM_PATH`, else an installed one. Absent: tests in a browser are skipped and say so. */
export const chromiumPath = [process.env["CHROMIUM_PATH"], ...installed].find((path) => path !== undefined && existsSync(path));

const quiet = ["gpu", "quic", "background-networking", "component-update", "sync"].map((feature) => `--disable-${feature}`);

/** Starts the browser without a window, and without talking to anybody by itself. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath!, args: ["--no-sandbox", "--no-first-run", ...quiet] });
}
