// Runs the pipeline once, cold, and prints what each stage took.
import path from "node:path";
import { pathToFileURL } from "node:url";

const [dist = "", writer = "", contract = "", folder = "", ...modules] = process.argv.slice(2);

/** @type {{ name: string, wall: number, cpu: number, memory: number }[]} */
const marks = [];
let name = "node itself";
let wall = 0;
let cpu = 0;

/**
 * Ends what was going on and begins the next.
 * @param {string} next
 */
function begin(next) {
  const now = performance.now() / 1000;
  const { user, system } = process.cpuUsage();
  const used = (user + system) / 1e6;
  marks.push({ name, wall: now - wall, cpu: used - cpu, memory: process.resourceUsage().maxRSS / 1024 });
  [name, wall, cpu] = [next, now, used];
}

const load = (/** @type {string} */ file) => import(pathToFileURL(path.resolve(dist, file)).href);

begin("import command line");
await load("main.cjs");
const { compile, readTemplate, version } = await load("index.js");
const { writeOutput } = await load(writer);
for (const file of modules) {
  begin(`import ${file.replace(/-.{8}\.cjs$/, "")}`);
  await load(file);
}
const { files, contractHash, diagnostics } = await compile(contract, {
  workingFolder: process.cwd(),
  extensionPrefix: "platform",
  template: readTemplate,
  onStage: begin,
});
if (!files) throw new Error(JSON.stringify(diagnostics.slice(0, 3), null, 1));
begin("write");
await writeOutput({ folder, files, contractHash, generator: `openapi-actions ${version}` });
begin("");
process.stdout.write(JSON.stringify(marks));
