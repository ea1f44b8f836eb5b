// Sends each body to the generated server, in this process, and prints what the responses took.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { exhausting } from "../contracts/exhausting.mjs";
import { exhaustingBodies } from "../contracts/exhausting-bodies.mjs";
import { median } from "../statistics.mjs";

const [, , folder = "", repetitions = "1"] = process.argv;
const { createServer } = await import(pathToFileURL(path.join(folder, "server/index.js")).href);

const operation = exhausting.paths["/machines/{id}/do/{action}"].post;
const actions = Object.keys(operation["x-platform-machine-actions"]);
const operations = Object.values(exhausting.paths).map(({ post }) => post.operationId);
const server = createServer({
  authenticate: () => ({ scopes: [] }),
  canAccess: () => true,
  findResource: () => ({ type: "machine" }),
  handlers: {
    actions: { machine: Object.fromEntries(actions.map((name) => [name, () => ({ status: "done", result: {} })])) },
    operations: Object.fromEntries(operations.map((id) => [id, () => ({ status: 204 })])),
  },
  log: console.error,
});

const rows = [];
for (const { name, url, type, status, make } of exhaustingBodies) {
  const body = new TextEncoder().encode(make());
  const times = [];
  let bytes = 0;
  for (let round = 0; round < Number(repetitions); round++) {
    const before = process.cpuUsage();
    const response = await server.handle({ method: "POST", url, headers: { "content-type": type }, body });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    bytes = response.body?.length ?? 0;
    if (response.status !== status) throw new Error(`${name}: ${response.status} ${response.body}`);
  }
  rows.push({ name, size: body.length / 1024, cpu: median(times), status, response: bytes });
}
console.log(JSON.stringify(rows));
