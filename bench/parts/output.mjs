import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { unexpectedModules } from "../client/bundle-lint.mjs";
import { bundlers } from "../client/bundlers.mjs";
import { measure } from "../measure.mjs";
import { root } from "../workspace.mjs";

const plainGet = {
  openapi: "3.1.0",
  info: { title: "Plain", version: "1" },
  paths: {
    "/units/{unit_id}": {
      get: {
        operationId: "getUnit",
        parameters: [{ name: "unit_id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "The unit.", content: { "application/json": { schema: { type: "object" } } } } },
      },
    },
  },
};

const features = ["all-errors", "standard", "retry", "validate", "pages", "follow", "raw", "observe", "limits", "responses"];

const actionModules = ["runtime/client/action-calls.ts"];
const quayModules = ["runtime/client/action-calls.ts", "runtime/client/encoding.ts", "runtime/json.ts"];

/** What programs call, and the modules that these calls need. */
const programs = {
  "one GET": { calls: ["getUnit"], code: "client.getUnit({})", modules: [] },
  "fleet of quays": { calls: ["getMachine"], code: "client.getMachine({})", modules: quayModules },
  "86 actions": { calls: ["postgresAddIp"], code: "client.postgres({}).add_ip({})", modules: actionModules },
};

/**
 * What is written, and what apps bundle of it.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function output(workspace) {
  const plain = workspace.inFolder("plain.json");
  writeFileSync(plain, JSON.stringify(plainGet));
  cpSync(path.join(root, "test/production/fleet"), workspace.inFolder("fleet"), { recursive: true });
  const contracts = {
    "one GET": plain,
    "fleet of quays": workspace.inFolder("fleet/openapi.yaml"),
    "86 actions": "spec/openapi.yaml",
  };
  const rows = [];
  const unexpected = [];
  for (const [name, contract] of Object.entries(contracts)) {
    const { calls, code, modules } = programs[/** @type {keyof typeof programs} */ (name)];
    const folders = /** @type {Record<string, string>} */ ({});
    for (const [kind, lines] of Object.entries(variants)) folders[kind] = write(workspace, `${name} ${kind}`, contract, lines);
    const whole = folders["everything"] ?? "";
    const row = /** @type {Record<string, number>} */ ({});
    for (const [bundler, bundle] of Object.entries(bundlers)) {
      const entry = path.join(whole, "..", "entry.ts");
      const from = JSON.stringify(path.join(whole, "client/index.ts"));
      const start = `import { createClientOf, ${calls.join(", ")} } from ${from};\nconst client = createClientOf([${calls.join(", ")}], { baseUrl: "/api" });\n`;
      writeFileSync(entry, `${start}${code}.then(console.log);\n`);
      const made = await bundle(entry);
      row[bundler] = gzipSync(made.code).length;
      if (bundler === "rolldown")
        unexpected.push(...unexpectedModules(whole, made.modules, modules).map((file) => `${name}: ${file}`));
    }
    for (const [kind, folder] of Object.entries(folders)) {
      rows.push({ name: `${name}, ${kind}`, ...describe(folder), ...(kind === "everything" ? row : {}) });
    }
    const all = describe(whole);
    for (const feature of features) {
      const others = features.filter((one) => one !== feature);
      const without = describe(write(workspace, `${name} without ${feature}`, contract, [`features: [${others.join(", ")}]`]));
      rows.push({
        name: `${name}, feature ${feature}`,
        files: all.files - without.files,
        lines: all.lines - without.lines,
        bytes: all.bytes - without.bytes,
      });
    }
  }
  if (unexpected.length > 0) throw new Error(`Bundles contain modules that their calls don't need:\n${unexpected.join("\n")}`);
  return {
    title: "output: what is written, and what apps bundle of one call",
    how: [
      "Lines of everything that is written; the longest line that is no data. The rows of features are what each adds.",
      "Bundles: min+gzip of createClientOf with one call. Modules that came along are compared with those that the call needs.",
    ],
    columns: [
      { key: "files", title: "files", digits: 0 },
      { key: "lines", title: "lines", digits: 0 },
      { key: "bytes", title: "bytes", digits: 0 },
      { key: "longest", title: "longest line", digits: 0 },
      { key: "rolldown", title: "rolldown", digits: 0 },
      { key: "esbuild", title: "esbuild", digits: 0 },
      { key: "webpack", title: "webpack", digits: 0 },
    ],
    rows,
    aims: [
      {
        what: "one call of a contract with everything",
        reached: Number(rows.find(({ name }) => name === "fleet of quays, everything")?.rolldown),
        limit: 2840,
        unit: " B",
      },
      {
        what: "one call of 86 actions",
        reached: Number(rows.find(({ name }) => name === "86 actions, everything")?.rolldown),
        limit: 2600,
        unit: " B",
      },
    ],
  };
}

/** The lines of configs. */
const variants = {
  everything: [],
  "without features": ["features: []"],
  "client only": ["targets: [client]"],
};

/**
 * Generates a contract with a config; returns the folder of the output.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @param {string} name
 * @param {string} contract
 * @param {readonly string[]} lines
 */
function write(workspace, name, contract, lines) {
  const folder = workspace.inFolder(name.replaceAll(/[ ,]+/g, "-"));
  mkdirSync(folder, { recursive: true });
  const absolute = path.isAbsolute(contract) ? contract : workspace.inFolder(contract);
  const config = [`input: ${JSON.stringify(path.relative(folder, absolute))}`, "out: generated", ...lines];
  writeFileSync(path.join(folder, "openapi-actions.config.yaml"), `${config.join("\n")}\n`);
  const args = [path.join(root, "bin/openapi-actions.js"), "generate", "--no-cache", "--format", "concise"];
  measure({ file: "node", args, folder });
  return path.join(folder, "generated");
}

/** @param {string} folder */
function describe(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((file) => ({ name: file.name, text: readFileSync(path.join(file.parentPath, file.name), "utf8") }));
  const code = texts.filter(({ name }) => name.endsWith(".ts")).flatMap(({ text }) => text.split("\n"));
  // A constant that is an object or a list in one line, and a line within one.
  const isData = (/** @type {string} */ line) =>
    /^(?:export )?const .*(?:[{[]|")|^ *(?:\w+|"[^"]*"): .*,$|^ *[{["].*,$/.test(line);
  return {
    files: files.length,
    lines: texts.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0),
    bytes: texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    longest: Math.max(...code.filter((line) => !isData(line)).map(({ length }) => length)),
  };
}
