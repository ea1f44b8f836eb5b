// Times the body validator of each action, warm, on a valid body and on one with an unknown field.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [index = "", examples = "", milliseconds = ""] = process.argv.slice(2);
const { actions } = await import(pathToFileURL(index).href);

/**
 * Nanoseconds of one call.
 * @param {(value: unknown) => boolean} validate
 * @param {unknown} value
 */
function time(validate, value) {
  let calls = 0;
  let batch = 16;
  let spent = 0n;
  for (const limit = BigInt(milliseconds) * 1_000_000n; spent < limit; batch = Math.min(batch * 2, 4096)) {
    const start = process.hrtime.bigint();
    for (let call = 0; call < batch; call++) validate(value);
    const end = process.hrtime.bigint();
    // The first batches run before the code is optimised.
    if (batch === 4096) [calls, spent] = [calls + batch, spent + (end - start)];
  }
  return Number(spent) / calls;
}

/** @type {{ accepted: number[], rejected: number[] }} */
const times = { accepted: [], rejected: [] };
for (const { type, name, body } of JSON.parse(readFileSync(examples, "utf8"))) {
  const validate = actions[type][name].body;
  const tooMuch = { ...body, no_such_field: 1 };
  if (!validate(body) || validate(tooMuch)) throw new Error(`${type}.${name} misjudges its example`);
  times.accepted.push(time(validate, body));
  times.rejected.push(time(validate, tooMuch));
}
process.stdout.write(JSON.stringify(times));
