import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { actionBodies } from "../libraries/bodies.mjs";
import { libraries as compared } from "../libraries/libraries.mjs";
import { measure, measureInTurns } from "../measure.mjs";
import { figureOf, median } from "../statistics.mjs";
import { root } from "../workspace.mjs";

const checkBodies = fileURLToPath(new URL("../children/check-bodies.mjs", import.meta.url));

/**
 * Generated validators beside those of libraries, on the same bodies.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function libraries(workspace) {
  const actions = await actionBodies(workspace);
  const present = compared.filter(({ needs }) => existsSync(path.join(root, "node_modules", needs)));
  const cases = workspace.document("library-cases.json", () =>
    Object.fromEntries(actions.map(({ type, name, cases }) => [`${type}.${name}`, cases])),
  );
  const programs = await Promise.all(
    present.map(async ({ name, program }, index) => {
      const input = workspace.inFolder(`library-${index}.mjs`);
      writeFileSync(input, await program(actions, workspace.ownOutput()));
      return {
        name,
        file: await bundle(input, workspace.inFolder(`library-${index}.bundle.mjs`), false),
        gzip: await sizeOf(input),
      };
    }),
  );
  const load = (/** @type {string} */ file) => ({
    file: "node",
    args: ["--input-type=module", "-e", `await import(${JSON.stringify(file)})`],
  });
  const { costs } = measureInTurns(
    { bare: load("data:text/javascript,0"), ...Object.fromEntries(programs.map(({ name, file }) => [name, load(file)])) },
    workspace.times(9),
  );
  const validated = programs.map(({ file }) => {
    const { output } = measure({ file: "node", args: [checkBodies, file, cases, workspace.quick ? "2" : "20"] });
    return /** @type {{ times: Record<string, { valid: number, invalid: number }>, validated: number, wrong: string[] }} */ (
      JSON.parse(output)
    );
  });
  const [ours] = validated;
  const rows = programs.map(({ name, gzip }, index) => {
    const { times = {}, wrong = [], validated: count = 0 } = validated[index] ?? {};
    const perSecond = (/** @type {"valid" | "invalid"} */ kind) => 1e3 / median(Object.values(times).map((time) => time[kind]));
    // For the same bodies, as no library supports all of them.
    const ratio = (/** @type {"valid" | "invalid"} */ kind) =>
      median(Object.entries(times).map(([name, time]) => time[kind] / (ours?.times[name]?.[kind] ?? Number.NaN)));
    return {
      name,
      bodies: Object.keys(times).length,
      wrong: `${wrong.length} of ${count}`,
      valid: perSecond("valid"),
      invalid: perSecond("invalid"),
      validRatio: ratio("valid"),
      invalidRatio: ratio("invalid"),
      ready: ((costs[name]?.cpu ?? Number.NaN) - (costs["bare"]?.cpu ?? Number.NaN)) * 1000,
      gzip: gzip / 1024,
    };
  });
  const typebox = validated[rows.findIndex(({ name }) => name.startsWith("TypeBox"))];
  const toTypebox = Object.entries(typebox?.times ?? {}).map(
    ([name, { valid }]) => (ours?.times[name]?.valid ?? Number.NaN) / valid,
  );
  const missing = compared.filter((library) => !present.includes(library)).map(({ needs }) => needs);
  return {
    title: "libraries: bodies and results of all actions, checked by others",
    how: [
      `The ${actions.reduce((sum, { cases }) => sum + cases.length, 0)} bodies that \`fixtures init\` makes; plain Ajv decides whether each is valid.`,
      "The contract limits some texts in bytes of UTF-8, by an extension that others don't support: these are their wrong verdicts.",
      "Ours returns its first error with a path and a message, TypeBox's and valibot's functions a boolean, zod's all issues.",
      "Millions of checks a second, median of the actions; times are theirs to ours, of the same bodies. Ready: CPU of the import, above a bare node.",
      "Size: one bundle with all bodies and results that the library can express, min+gzip.",
    ],
    columns: [
      { key: "bodies", title: "bodies", digits: 0 },
      { key: "wrong", title: "wrong", digits: 0 },
      { key: "valid", title: "valid M/s", digits: 2 },
      { key: "validRatio", title: "time", digits: 2 },
      { key: "invalid", title: "invalid M/s", digits: 2 },
      { key: "invalidRatio", title: "time", digits: 2 },
      { key: "ready", title: "ready ms", digits: 0 },
      { key: "gzip", title: "KiB", digits: 1 },
    ],
    rows,
    notes: missing.length > 0 ? [`Not installed, skipped: ${missing.join(", ")}.`] : [],
    aims: [
      { what: "wrong verdicts of ours", reached: ours?.wrong.length ?? Number.NaN, limit: 0, unit: "" },
      ...(typebox ? [{ what: "time for a valid body, ours to TypeBox's", ...figureOf(toTypebox), limit: 1, unit: "x" }] : []),
    ],
  };
}

/**
 * @param {string} input
 * @param {string} output
 * @param {boolean} minify
 */
async function bundle(input, output, minify) {
  const build = await rolldown({
    input,
    platform: "node",
    resolve: { modules: [path.join(root, "node_modules")] },
    logLevel: "silent",
  });
  await build.write({ file: output, format: "esm", minify, codeSplitting: false });
  await build.close();
  return output;
}

/** @param {string} input */
async function sizeOf(input) {
  return gzipSync(readFileSync(await bundle(input, `${input}.min.mjs`, true)), { level: 9 }).length;
}
