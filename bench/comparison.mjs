// `node bench/comparison.mjs [folder]`: the table of docs/is-it-for-you.md. Installs the other tools into a folder, by default a temporary one, so it
// needs the npm registry, and Java for Specmatic. Each tool gets the contract of `init` as written, and as `expand` writes it.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { root } from "./workspace.mjs";

const packages = {
  "@hey-api/openapi-ts": "0.95.0",
  orval: "7.13.2",
  "@redocly/cli": "2.77.0",
  "openapi-typescript": "7.13.0",
  specmatic: "2.55.1",
  typescript: "5.9.3",
};

const folder = process.argv[2] ?? mkdtempSync(path.join(tmpdir(), "comparison-"));
mkdirSync(folder, { recursive: true });
const inFolder = (/** @type {string[]} */ ...names) => path.join(folder, ...names);
writeFileSync(inFolder("package.json"), JSON.stringify({ private: true, type: "module", dependencies: packages }));
run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts");

const own = path.join(root, "bin/openapi-actions.js");
const contract = parse(readFileSync(path.join(root, "templates/init/spec/openapi.yaml"), "utf8"));
const endpoint = contract.paths["/v1/services/{service_id}/actions/{action}"].post;
delete endpoint.responses["4XX"]; // Specmatic stops at it.
const documents = { written: write("written", contract), expanded: write("expanded", expand("written")) };
delete endpoint["x-platform-cache-actions"].restart;
const without = { written: write("written-without", contract), expanded: write("expanded-without", expand("written-without")) };

/** The module of each generator's output that has the type of the body of `resize`, and the name of the type. */
const generators = {
  "openapi-actions": {
    command: (input, out) => ["node", own, "generate", input, "--out", out, "--quiet"],
    types: { written: ["actions", `CacheActions["resize"]["body"]`] },
  },
  "@hey-api/openapi-ts": {
    command: (input, out) => ["node_modules/.bin/openapi-ts", "-i", `./${input}`, "-o", out],
    types: { written: ["types.gen", `InvokeActionData["body"]`], expanded: ["types.gen", `CacheResizeData["body"]`] },
  },
  orval: {
    command: (input, out) => ["node_modules/.bin/orval", "--input", input, "--output", `${out}/api.ts`, "--client", "fetch"],
    types: { written: ["api", "InvokeActionBody"], expanded: ["api", "CacheResizeBody"] },
  },
  "@redocly/cli": {
    command: (input, out) => ["node_modules/.bin/redocly", "generate-client", input, "-o", `${out}/api.ts`],
    types: { written: ["api", "InvokeActionBody"], expanded: ["api", "Cache_resizeBody"] },
  },
  "openapi-typescript": {
    command: (input, out) => ["node_modules/.bin/openapi-typescript", input, "-o", `${out}/api.ts`],
    types: {
      written: ["api", `operations["invokeAction"]["requestBody"]["content"]["application/json"]`],
      expanded: ["api", `operations["cache.resize"]["requestBody"]["content"]["application/json"]`],
    },
  },
};

/** Commands that compare two versions: their output names the removed action, or reports that nothing breaks. */
const comparers = {
  "openapi-actions": (before, after) => ["node", own, "diff", before, after],
  "@redocly/cli": (before, after) => ["node_modules/.bin/redocly", "diff", before, after],
  specmatic: (before, after) => ["node_modules/.bin/specmatic", "compare", before, after],
};

const rows = ["openapi-actions", ...Object.keys(packages).slice(0, -1)].map((tool) => ({
  tool,
  version: packages[tool] ?? "",
  "body, as written": isTyped(tool, "written"),
  "body, expanded": isTyped(tool, "expanded"),
  "removal, as written": isReported(tool, "written"),
  "removal, expanded": isReported(tool, "expanded"),
}));
console.table(rows);

/** Whether a body with a misspelled field is a type error. */
function isTyped(tool, document) {
  const { command, types } = generators[tool] ?? {};
  if (!types?.[document]) return "-";
  const out = `output-${tool.replaceAll(/\W/g, "-")}-${document}`;
  mkdirSync(inFolder(out), { recursive: true });
  run(...command(documents[document], out));
  const [module, type] = types[document];
  const name = /^\w+/.exec(type)[0];
  const valid = check(out, `import type { ${name} } from "./${module}";\nexport const body: ${type} = { memory_mb: 256 };\n`);
  if (valid !== "") return "every body rejected";
  const invalid = check(out, `import type { ${name} } from "./${module}";\nexport const body: ${type} = { memory_gb: 1 };\n`);
  return invalid === "" ? "accepted" : "rejected";
}

function check(out, text) {
  writeFileSync(inFolder(out, "probe.ts"), text);
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--moduleResolution",
    "bundler",
    "--module",
    "esnext",
    "--target",
    "es2022",
  ];
  const { stdout } = run("node_modules/.bin/tsc", ...options, `${out}/probe.ts`);
  return stdout
    .split("\n")
    .filter((line) => line.includes("probe.ts"))
    .join("\n");
}

/** Whether the removal of the action is reported as a breaking change. */
function isReported(tool, document) {
  const compare = comparers[tool];
  if (!compare) return "-";
  const { stdout, stderr } = run(...compare(documents[document], without[document]));
  return /restart/.test(stdout.replaceAll(/^(?:.*Executing|\s*- ).*$/gm, "") + stderr) ? "reported" : "not reported";
}

function expand(name) {
  run("node", own, "expand", `${name}.json`, "--out", `${name}-documents`, "--quiet");
  return JSON.parse(readFileSync(inFolder(`${name}-documents`, "openapi.cache.json"), "utf8"));
}

function write(name, document) {
  writeFileSync(inFolder(`${name}.json`), JSON.stringify(document, null, 2));
  return `${name}.json`;
}

function run(command, ...args) {
  const env = { ...process.env, NO_COLOR: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return spawnSync(command, args, { cwd: folder, env, encoding: "utf8" });
}
