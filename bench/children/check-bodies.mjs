// How a bundle validates bodies, and how many nanoseconds each takes: `check-bodies.mjs <bundle> <cases.json> <milliseconds>`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [bundle = "", file = "", milliseconds = ""] = process.argv.slice(2);
/** @type {Record<string, (value: unknown) => boolean>} */
const guards = (await import(pathToFileURL(bundle).href)).default;
/** @type {Record<string, { body: unknown, isValid: boolean }[]>} */
const cases = JSON.parse(readFileSync(file, "utf8"));

/** @type {Record<string, { valid: number, invalid: number }>} */
const times = {};
let validated = 0;
/** @type {string[]} */
const wrong = [];
for (const [name, bodies] of Object.entries(cases)) {
  const guard = guards[name];
  if (!guard) continue;
  for (const { body, isValid } of bodies) {
    validated++;
    if (guard(body) !== isValid) wrong.push(`${name} ${JSON.stringify(body).slice(0, 200)}`);
  }
  const of = (/** @type {boolean} */ isValid) => bodies.filter((body) => body.isValid === isValid).map(({ body }) => body);
  times[name] = { valid: time(guard, of(true)), invalid: time(guard, of(false)) };
}
process.stdout.write(JSON.stringify({ times, validated, wrong }));

/**
 * Nanoseconds of one call, over all of the values in turns.
 * @param {(value: unknown) => boolean} guard
 * @param {readonly unknown[]} values
 */
function time(guard, values) {
  let best = Number.POSITIVE_INFINITY;
  const end = performance.now() + Number(milliseconds);
  for (let turn = 0; turn < 3 || performance.now() < end; turn++) {
    const start = process.hrtime.bigint();
    for (let round = 0; round < 500; round++) for (const value of values) guard(value);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 500 / values.length);
  }
  return best;
}
