// Types, linter, formatter and the project's own contract under `redocly lint`: everything but the tests.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const bin = (path) => `node_modules/${path}`;
const steps = [
  ["types", [bin("typescript-native/bin/tsc"), "-p", "."]],
  ["types of the control plane", [bin("typescript-native/bin/tsc"), "-p", "examples/control-plane", "--noEmit"]],
  ["linter", [bin("oxlint/bin/oxlint"), "--deny-warnings"]],
  ["formatter", [bin("oxfmt/bin/oxfmt"), "--check"]],
  ["redocly", [bin("@redocly/cli/bin/cli.js"), "lint"]],
];
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const failed = steps.filter(([name, args]) => {
  console.log(`> ${name}`);
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status !== 0;
});
if (failed.length > 0) console.error(`failed: ${failed.map(([name]) => name).join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;
