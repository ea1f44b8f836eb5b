// `node bench/diff/compare.mjs [--json]`: the verdicts of diff and other checkers on seeded edits of real documents, which are
// in OPENAPI_ACTIONS_CORPUS. Run npm run build first.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify, parseArgs } from "node:util";
import { apiCompare } from "api-smart-diff";
import { parse } from "yaml";
import { root } from "../workspace.mjs";
import { edits } from "./edits.mjs";

const documents = [
  "museum/openapi.yaml",
  "readme-oas-examples/3.1/json/train-travel.json",
  "adyen/TransferService-v4.json",
  "twilio/twilio_content_v1.json",
  "meilisearch/open-api.json",
  "scalar-galaxy/latest.json",
  "paypal/invoicing_v2.json",
  "box-v2025/openapi-v2025.0.json",
  "cloud-hypervisor/cloud-hypervisor.yaml",
];

const { values: flags } = parseArgs({
  options: { json: { type: "boolean", default: false } },
});
const corpus = process.env["OPENAPI_ACTIONS_CORPUS"];
if (!corpus) {
  console.error("Specify the folder of the documents: OPENAPI_ACTIONS_CORPUS=<folder>.");
  process.exit(2);
}

const folder = mkdtempSync(path.join(tmpdir(), "openapi-actions-compare-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs a program and returns its output, whatever its exit code. @param {string[]} args @returns {Promise<{ code: number, stdout: string }>} */
async function run(args) {
  const env = { ...process.env, NO_COLOR: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 28 });
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout } = /** @type {{ code: number, stdout: string }} */ (error);
    return { code, stdout };
  }
}

/** Each returns whether a change breaks clients, or nothing if it can't read the documents. @type {Record<string, () => Promise<boolean | undefined>>} */
const checkers = {
  async "openapi-actions diff"() {
    const { code } = await run([
      path.join(root, "bin/openapi-actions.js"),
      "diff",
      "before.json",
      "after.json",
      "--format",
      "json",
    ]);
    return code === 0 ? false : code === 4 ? true : undefined;
  },
  async "redocly diff"() {
    const cli = path.join(root, "node_modules/@redocly/cli/bin/cli.js");
    const { stdout } = await run([cli, "diff", "before.json", "after.json", "--format", "json", "--fail-on", "none"]);
    try {
      return JSON.parse(stdout).bump === "major";
    } catch {
      return undefined;
    }
  },
  async "api-smart-diff"() {
    const [before, after] = ["before.json", "after.json"].map((file) =>
      JSON.parse(readFileSync(path.join(folder, file), "utf8")),
    );
    return apiCompare(before, after).diffs.some(({ type }) => type === "breaking");
  },
};

/** @param {() => Promise<boolean | undefined>} check */
const attempt = (check) => check().catch(() => undefined);

/** @type {Record<string, Record<string, { right: number, of: number }>>} */
const results = {};
for (const file of documents) {
  const text = readFileSync(path.join(corpus, "openapi", file), "utf8");
  const base = JSON.stringify(parse(text));
  writeFileSync(path.join(folder, "before.json"), base);
  writeFileSync(path.join(folder, "after.json"), base);
  /** @type {string[]} */
  const able = [];
  for (const [name, check] of Object.entries(checkers)) if ((await attempt(check)) === false) able.push(name);
  console.error(`${file}: ${able.join(", ")}`);
  for (const [index, edit] of edits.entries()) {
    const document = JSON.parse(base);
    // Every document is edited at its own locations, which are the same in every run.
    let seed = base.length + index * 7919;
    const isApplied = edit.apply(document, (items) => items[(seed = (seed * 48271) % 2147483647) % Math.max(1, items.length)]);
    if (!isApplied) continue;
    writeFileSync(path.join(folder, "after.json"), JSON.stringify(document));
    for (const name of able) {
      const verdict = await attempt(/** @type {() => Promise<boolean | undefined>} */ (checkers[name]));
      const row = ((results[edit.name] ??= {})[name] ??= { right: 0, of: 0 });
      row.of++;
      if (verdict === edit.breaks) row.right++;
      else if (name === "openapi-actions diff") console.error(`  ${edit.name}: ${verdict}`);
    }
  }
}

if (flags.json) console.log(JSON.stringify(results, null, 2));
else {
  const names = Object.keys(checkers);
  console.log(`| edit | breaks clients | ${names.join(" | ")} |\n|---|---|${names.map(() => "---|").join("")}`);
  for (const { name, breaks } of edits) {
    const cells = names.map((checker) => {
      const row = results[name]?.[checker];
      return row ? `${row.right} of ${row.of}` : "–";
    });
    console.log(`| ${name} | ${breaks ? "yes" : "no"} | ${cells.join(" | ")} |`);
  }
  const totals = names.map((checker) => {
    const rows = Object.values(results).flatMap((row) => row[checker] ?? []);
    return `${rows.reduce((sum, { right }) => sum + right, 0)} of ${rows.reduce((sum, { of }) => sum + of, 0)}`;
  });
  console.log(`| all | | ${totals.join(" | ")} |`);
}
