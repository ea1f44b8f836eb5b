#!/usr/bin/env node
import { createRequire } from "node:module";
import v8 from "node:v8";

// A run is over before most optimised code pays off, so let V8 optimise later, and left to itself V8 lets the heap grow to four
// times what is in use: docs/decisions/0083-v8-flags.md has the figures. Who watches runs again and again.
if (!process.argv.includes("--watch")) {
  // Node 22 and later don't know the flag and would say so.
  if (process.versions.node.startsWith("20.")) v8.setFlagsFromString("--interrupt-budget=1320000");
  v8.setFlagsFromString("--heap-growing-percent=40");
}

const { start } = createRequire(import.meta.url)("../dist/start.cjs");
process.exitCode = await start(process.argv.slice(2));
