#!/usr/bin/env node
import module from "node:module";
import v8 from "node:v8";

// A run is over before most optimised code pays off, so let V8 optimise later: docs/decisions/0083-v8-flags.md has the figures.
// Node 22 and later don't know the flag and would say so.
if (process.versions.node.startsWith("20.")) v8.setFlagsFromString("--interrupt-budget=1320000");
// Left to itself V8 lets the heap grow to four times what is in use before it looks for what isn't any more.
v8.setFlagsFromString("--heap-growing-percent=40");
// Node 22 and later keep compiled code between runs.
module.enableCompileCache?.();

const { main } = await import("../dist/main.js");
process.exitCode = await main(process.argv.slice(2));
