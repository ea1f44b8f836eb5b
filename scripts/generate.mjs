// Everything that spec/ becomes: code, plain OpenAPI, docs. Flags go to each command; the exit code is the worst.
// Plain OpenAPI and docs are not committed: there is nothing with which --check could compare them.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
// Here the generator itself changes between releases, of which its memory of earlier runs knows nothing.
const flags = process.argv.slice(2);
const generate = ["generate", "--no-cache"];
const commands = flags.includes("--check") ? [generate] : [generate, ["expand"], ["docs"]];
const codes = commands.map((command) => {
  const args = ["bin/openapi-actions.js", ...command, ...flags];
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
});
process.exitCode = Math.max(...codes);
