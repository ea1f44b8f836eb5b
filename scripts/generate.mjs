// Everything that spec/ becomes: code, plain OpenAPI, docs. Flags go to each command; the exit code is the worst.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const codes = ["generate", "expand", "docs"].map((command) => {
  const args = ["bin/openapi-actions.js", command, ...process.argv.slice(2)];
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
});
process.exitCode = Math.max(...codes);
