#!/usr/bin/env node
import module from "node:module";
import v8 from "node:v8";

// A run is over before most optimised code pays off, so let V8 optimise later: docs/decisions/speed.md has the figures.
v8.setFlagsFromString("--interrupt-budget=1320000");
// Node 22 and later keep compiled code between runs.
module.enableCompileCache?.();

const { main } = await import("../dist/main.js");
process.exitCode = await main(process.argv.slice(2));
