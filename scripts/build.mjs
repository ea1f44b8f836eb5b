// Bundles the command line and every module that package.json exports into dist/, as CommonJS, which Node starts
// faster; programs import a module that names its exports. TypeScript is loaded once: openapi-typescript gets the
// copy that ts-morph carries.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import packageJson from "../package.json" with { type: "json" };
import { bundledLicences } from "./bundled-licences.mjs";
import { pruneTypes } from "./prune-types.mjs";

const root = new URL("../", import.meta.url);
const path = (relative) => fileURLToPath(new URL(relative, root));

// Built beside dist/ and put in its place at the end, so that what runs meanwhile finds it whole.
const draft = path(`dist.${process.pid}.tmp`);
const typescript = path("generator/typescript/typescript.ts");
const bundle = await rolldown({
  input: {
    start: path("generator/cli/start.ts"),
    main: path("generator/cli/main.ts"),
    index: path("generator/index.ts"),
    live: path("generator/live/index.ts"),
    mock: path("generator/tools/mock/index.ts"),
    test: path("generator/tools/exchanges/conformance/index.ts"),
    "redocly-plugin": path("generator/lint/redocly/plugin.ts"),
    vitest: path("generator/matchers/vitest.ts"),
    jest: path("generator/matchers/jest.ts"),
    unplugin: path("generator/unplugin/index.ts"),
  },
  platform: "node",
  // An optional package, which only the command mcp loads.
  external: [/^node:/, /^@modelcontextprotocol\//],
  // Modules, because only these can be left out in parts: graphql, which Redocly imports, has both.
  resolve: { mainFields: ["module", "main"], alias: { "ts-morph": typescript, typescript } },
  treeshake: { moduleSideEffects: false },
  plugins: [bundledLicences(), lazyChildProcess()],
  logLevel: "warn",
});
/** A chunk of modules and of all that they import and no earlier chunk has: a run reads one file for each stage. */
const chunk = (name, ...files) => {
  const modules = new Set(files.map((file) => path(file)));
  return { name, test: (id) => modules.has(id) };
};
const chunks = [
  chunk("start-up", "generator/cli/cache-folder.ts", "generator/cli/v8-flags.ts"),
  // Programs that run a contract don't need the command line and the printing of files.
  chunk(
    "diagnostics",
    "generator/diagnostics/print/concise.ts",
    "generator/diagnostics/report.ts",
    "generator/diagnostics/suggest.ts",
    "generator/memo.ts",
  ),
  chunk("command-line", "generator/cli/main.ts", "generator/typescript/imports.ts", "generator/typescript/output-file.ts"),
  chunk("contract", "generator/document/load-contract.ts"),
  chunk("lint", "generator/lint/lint.ts", "generator/lint/redocly/lint-with-redocly.ts"),
  chunk("model", "generator/model/build-contract.ts"),
  chunk("live", "generator/live/live-contract.ts"),
  // Redocly's rules need it too.
  { name: "ajv", test: /[\\/]node_modules[\\/]ajv[\\/]/ },
  chunk("emit", "generator/emit/emit-all.ts"),
  chunk("config", "generator/cli/contracts.ts", "generator/compile.ts"),
  chunk("write", "generator/write/write-output.ts"),
  chunk("generate", "generator/cli/commands/generate/generate-contracts.ts"),
];
const { output } = await bundle.write({
  dir: draft,
  codeSplitting: { groups: chunks.map((group, index) => ({ ...group, priority: chunks.length - index })) },
  format: "cjs",
  exports: "named",
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name]-[hash].cjs",
});
await bundle.close();
for (const { name, fileName, exports } of output.filter(({ isEntry, name }) => isEntry && !isOfCommandLine(name)))
  await writeFile(`${draft}/${name}.js`, printModule(fileName, exports));

// The forms of sites, for browsers: the same client and interpreter of schemas.
const forms = await rolldown({
  input: path("generator/tools/site/try-it/browser/main.ts"),
  platform: "browser",
  treeshake: { moduleSideEffects: false },
  logLevel: "warn",
});
await forms.write({ file: `${draft}/try-it.js`, format: "iife", minify: true });
await forms.close();

// What a build keeps between runs is not for others: generator/package.ts reads the hash.
const hash = createHash("sha256");
for (const name of (await readdir(draft)).sort()) hash.update(`${name}\n`).update(await readFile(`${draft}/${name}`));
await writeFile(`${draft}/build.txt`, hash.digest("hex"));

const tsc = path("node_modules/typescript-native/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", path("tsconfig.build.json"), "--outDir", `${draft}/types`], {
  stdio: "inherit",
});
if (status !== 0) process.exitCode = 1;
else pruneTypes(`${draft}/types`, typeEntries());

await rm(path("dist"), { recursive: true, force: true, maxRetries: 3 });
await rename(draft, path("dist"));

function isOfCommandLine(name) {
  return name === "start" || name === "main";
}

/** A module with the exports of a CommonJS one. */
function printModule(fileName, exports) {
  const names = exports.filter((name) => name !== "default");
  const lines = [`import commonJs from "./${fileName}";`, `export const { ${names.join(", ")} } = commonJs;`];
  if (exports.includes("default")) lines.push("export default commonJs.default;");
  return `${lines.join("\n")}\n`;
}

/** The declaration files that package.json exports, relative to dist/types. */
function typeEntries() {
  const entries = Object.values(packageJson.exports).flatMap((entry) => (typeof entry === "object" ? [entry.types] : []));
  return entries.map((file) => file.replace("./dist/types/", ""));
}

/** Commander loads it for programs that start others, which costs each run some milliseconds. */
function lazyChildProcess() {
  const loading = /= require\((['"])node:child_process\1\);/;
  return {
    name: "lazy-child-process",
    transform(code, id) {
      if (!/commander[\\/]lib[\\/]command\.js$/.test(id)) return undefined;
      return code.replace(loading, "= { spawn: (...args) => require('node:child_process').spawn(...args) };");
    },
  };
}
