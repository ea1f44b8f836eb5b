#!/usr/bin/env node
import { createRequire } from "node:module";

const { start } = createRequire(import.meta.url)("../dist/start.cjs");
process.exitCode = await start(process.argv.slice(2));
