#!/usr/bin/env node
"use strict";

// CommonJS, because Node takes longer to start with a module.
const { start } = require("../dist/start.cjs");

// A run that ends before it has a result is a failure.
process.exitCode = 70;
void start(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
