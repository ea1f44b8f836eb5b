// Handles one action call in the way that the first argument names, and reports its CPU time on request.
import { servers } from "./servers/index.mjs";

const [name = "", folder = ""] = process.argv.slice(2);
const make = servers[name];
if (!make) throw new Error(`No such server: ${name}`);
const server = await make(folder);
server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: /** @type {import("node:net").AddressInfo} */ (server.address()).port }),
);
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());
