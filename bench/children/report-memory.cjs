// Loaded into a measured process: tells its peak memory at the end.
const { writeSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

if (isMainThread) {
  process.once("exit", () => {
    writeSync(3, `memory ${process.resourceUsage().maxRSS}\n`);
  });
}
