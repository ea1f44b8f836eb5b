// `npm run bench -- [parts…] [--quick] [--json]`: the speed of the generator and its output, compared with other tools.
import { parseArgs } from "node:util";
import { bodies } from "./parts/bodies.mjs";
import { client } from "./parts/client.mjs";
import { growth } from "./parts/growth.mjs";
import { diff } from "./parts/diff.mjs";
import { generate } from "./parts/generate.mjs";
import { incremental } from "./parts/incremental.mjs";
import { libraries } from "./parts/libraries.mjs";
import { lint } from "./parts/lint.mjs";
import { mcp } from "./parts/mcp.mjs";
import { output } from "./parts/output.mjs";
import { proxy } from "./parts/proxy.mjs";
import { scale } from "./parts/scale.mjs";
import { server } from "./parts/server.mjs";
import { tsc } from "./parts/tsc.mjs";
import { unchanged } from "./parts/unchanged.mjs";
import { uploads } from "./parts/uploads.mjs";
import { validate } from "./parts/validate.mjs";
import { validators } from "./parts/validators.mjs";
import { watch } from "./parts/watch.mjs";
import { yardsticks } from "./parts/yardsticks.mjs";
import { printSection } from "./print-section.mjs";
import { createWorkspace } from "./workspace.mjs";

const parts = {
  generate,
  unchanged,
  incremental,
  watch,
  lint,
  mcp,
  diff,
  yardsticks,
  growth,
  scale,
  tsc,
  validators,
  libraries,
  server,
  proxy,
  uploads,
  client,
  output,
  bodies,
  validate,
};

const usage = `npm run bench -- [parts] [--quick] [--json]

Parts: ${Object.keys(parts).join(", ")} (default: all)
  --quick   fewer repetitions, without 5,000 actions
  --json    the figures as JSON on stdout
The part scale measures contracts of a tenth of their sizes unless it is named: the whole takes a quarter of an hour alone.
Run npm run build first: what is measured is dist/.`;

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (flags.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`No such part: ${unknown.join(", ")}\n`);
  console.error(usage);
  process.exit(flags.help ? 0 : 2);
}

const workspace = createWorkspace({ quick: flags.quick });
process.once("exit", () => workspace.remove());
process.once("SIGINT", () => process.exit(130));

const machine = workspace.describeMachine();
if (!flags.json) console.log(machine);
const sections = [];
for (const [name, part] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const section = await part(workspace, { isNamed: names.includes(name) });
  sections.push({ name, ...section });
  if (!flags.json) console.log(`\n${printSection(section)}`);
}
if (flags.json) console.log(JSON.stringify({ machine, quick: flags.quick, sections }, null, 2));
