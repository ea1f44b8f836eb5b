// `npm run bench`: what calls of each type of service cost. Every call has short turns, one after the other and again from the
// start, so that other work on the machine hits all of them alike.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { benchAuth } from "./auth.mjs";
import { benchObjects } from "./objects.mjs";
import { main, startPlane } from "./plane.mjs";
import { benchPostgres } from "./postgres.mjs";
import { benchSearch } from "./search.mjs";
import { bundle } from "../scripts/bundle.mjs";

const types = { auth: benchAuth, objects: benchObjects, postgres: benchPostgres, search: benchSearch };

const { values } = parseArgs({
  options: {
    type: { type: "string", multiple: true, default: Object.keys(types) },
    /** Only calls whose names contain it. */
    call: { type: "string", default: "" },
    turns: { type: "string", default: "5" },
    seconds: { type: "string", default: "1" },
    /** The main.js of another build, in a folder beside dist, which takes turns with this one. */
    beside: { type: "string" },
    /** A folder for `.cpuprofile` files. */
    profiles: { type: "string" },
  },
});

await bundle();
const planes = [];
try {
  const calls = [];
  for (const program of values.beside === undefined ? [main] : [values.beside, main]) {
    const plane = await startPlane(program, values.profiles);
    planes.push(plane);
    const suffix = program === main ? "" : ` (${program})`;
    for (const type of values.type) {
      const print = (line) => process.stdout.write(`${type}: ${line}${suffix}\n`);
      for (const call of await types[type](plane, print)) {
        if (call.name.includes(values.call)) calls.push({ ...call, name: `${call.name}${suffix}`, type, plane, turns: [] });
      }
    }
  }
  // The two builds of a call stand together.
  if (planes.length > 1) calls.sort((first, second) => (first.type + first.name < second.type + second.name ? -1 : 1));
  for (const call of calls) await takeTurn(call, 1000);
  for (let turn = 0; turn < Number(values.turns); turn++)
    for (const call of calls) call.turns.push(await takeTurn(call, Number(values.seconds) * 1000));
  const columns = ["type", "call", "in flight", "requests/s", "CPU ms", "CPU ms of servers", "p50 ms", "p95 ms"];
  process.stdout.write(
    `\n${availableParallelism()} cores, ${values.turns} turns of ${values.seconds} s: median (least to most)\n\n`,
  );
  process.stdout.write(`| ${columns.join(" | ")} |\n|${columns.map(() => "---|").join("")}\n`);
  for (const call of calls) process.stdout.write(`${rowOf(call)}\n`);
} finally {
  for (const plane of planes) await plane.stop();
}

/** Keeps the call's number of requests in flight for a while. */
async function takeTurn({ run, inFlight, plane }, duration) {
  const before = await plane.cpu();
  const started = performance.now();
  const times = [];
  const lane = async () => {
    while (performance.now() - started < duration) {
      const begun = performance.now();
      await run();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const elapsed = (performance.now() - started) / 1000;
  const after = await plane.cpu();
  return {
    rate: times.length / elapsed,
    own: (after.own - before.own) / times.length,
    servers: (after.servers - before.servers) / times.length,
    times,
  };
}

function rowOf({ type, name, inFlight, turns }) {
  const spread = (key, digits) => {
    const sorted = turns.map((turn) => turn[key]).sort((first, second) => first - second);
    return `${quantile(sorted, 0.5).toFixed(digits)} (${sorted[0].toFixed(digits)} to ${sorted.at(-1).toFixed(digits)})`;
  };
  const times = turns.flatMap((turn) => turn.times).sort((first, second) => first - second);
  const latencies = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1));
  return `| ${[type, name, inFlight, spread("rate", 0), spread("own", 2), spread("servers", 2), ...latencies].join(" | ")} |`;
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
