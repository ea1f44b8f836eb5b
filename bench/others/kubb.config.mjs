import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

const { BENCH_DOCUMENT = "", BENCH_OUT = "" } = process.env;

export default defineConfig({
  root: ".",
  input: { path: BENCH_DOCUMENT },
  output: { path: BENCH_OUT, clean: true, format: false, lint: false },
  plugins: [pluginOas(), pluginTs(), pluginZod(), pluginClient()],
});
