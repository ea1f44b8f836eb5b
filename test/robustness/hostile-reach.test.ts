import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { runWatched } from "./documents/watched-run.js";
import { everyConstruct } from "./every-construct.js";

test("the monitor detects connections, processes, threads and files", async () => {
  const folder = path.join(temporaryFolder(), "contract");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "mine.txt"), "");
  const script = `
    import { execFileSync } from "node:child_process";
    import { lookup } from "node:dns/promises";
    import { readFileSync, writeFileSync } from "node:fs";
    import { readFile } from "node:fs/promises";
    import http from "node:http";
    import { Worker } from "node:worker_threads";
    readFileSync("mine.txt");
    try { readFileSync(\`/proc/\${process.pid}/stat\`, "utf8"); } catch {}
    const attempts = [
      () => readFileSync("../other.txt"),
      () => readFile("/etc/hostname"),
      () => readFileSync("/proc/1/stat", "utf8"),
      () => readFileSync("/proc/self/environ", "utf8"),
      () => writeFileSync("../other.txt", ""),
      () => execFileSync("true"),
      () => new Worker("", { eval: true }),
      () => lookup("localhost"),
      () => fetch("http://127.0.0.1:65000"),
      () => new Promise((_, reject) => http.get("http://127.0.0.1:65000").on("error", reject)),
    ];
    for (const attempt of attempts) try { await attempt(); } catch {}
  `;
  const { trespasses } = await runWatched(folder, ["--input-type=module", "--eval", script], [folder]);
  expect(trespasses).toEqual([
    'readFileSync "…/other.txt"',
    'openSync "…/other.txt"',
    'readFile "/etc/hostname"',
    'readFileSync "/proc/1/stat"',
    'readFileSync "/proc/self/environ"',
    'writeFileSync "…/other.txt"',
    "forbidden execFileSync",
    "forbidden Worker",
    "forbidden lookup",
    "forbidden connect",
    "forbidden connect",
  ]);
});

test.each([
  [["lint"]],
  [["generate", "--scaffold", "handlers"]],
  [["docs", "--out", "site"]],
  [["expand", "--out", "expanded"]],
  [["diff", "openapi.json", "openapi.json"]],
])("%j only accesses the contract's folder", async ([command, ...flags]) => {
  const folder = path.join(temporaryFolder(), "contract");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(everyConstruct));
  const contract = command === "diff" ? [] : ["openapi.json"];
  const args = [repositoryPath("bin/openapi-actions.js"), command!, ...contract, ...flags];
  const { code, stderr, trespasses } = await runWatched(folder, args, [folder]);
  expect({ code, trespasses }, stderr).toEqual({ code: 0, trespasses: [] });
});
