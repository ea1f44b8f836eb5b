import { error, quote, warning } from "./entry.js";

/** Problems of what surrounds a run: its config, its baseline, rules and emitters of the project, files for reports. */
export const configCodes = {
  "config-unreadable": error(
    ({ path, reason }: { path: string; reason: string }) => `cannot read the config ${quote(path)}: ${reason}`,
    "Give --config the path of a .ts, .js, .mjs, .json or .yaml file.",
  ),
  "config-failed": error(
    ({ path, reason }: { path: string; reason: string }) => `the config ${quote(path)} failed: ${reason}`,
    "Correct the code. The config is the default export of the file.",
  ),
  "config-key": error(({ key }: { key: string }) => `${quote(key)} is no setting`),
  "config-value": error(({ key, problem }: { key: string; problem: string }) => `${quote(key)} ${problem}`),
  "config-extends": error(
    ({ specifier, reason }: { specifier: string; reason: string }) => `cannot extend ${quote(specifier)}: ${reason}`,
    "Give a path that starts with ./ or ../, or the name of an installed package.",
  ),
  "config-folder": error(
    ({ folder, first, second }: { folder: string; first: string; second: string }) =>
      `the contracts ${quote(first)} and ${quote(second)} have the same output folder ${quote(folder)}`,
    "Give each contract an `out` of its own: each run removes what it didn't generate.",
  ),
  "severity-fixed": error(
    ({ code }: { code: string }) => `${quote(code)} is an error that can't be turned off: without it the output would be wrong`,
    "Correct the contract where it is reported.",
  ),
  "suppression-unused": warning(
    ({ code }: { code: string }) => `this suppression of ${quote(code)} suppresses nothing`,
    "Remove it, or correct its file or pointer.",
  ),
  "baseline-invalid": error(
    ({ path, reason }: { path: string; reason: string }) => `cannot use the baseline ${quote(path)}: ${reason}`,
    "Write it with openapi-actions lint --write-baseline.",
  ),
  "too-many-warnings": error(
    ({ count, limit }: { count: number; limit: number }) => `too many warnings: ${count}, and ${limit} are allowed`,
    "Correct some, raise maxWarnings, or keep old ones in a baseline.",
  ),
  "rule-failed": error(
    ({ code, reason }: { code: string; reason: string }) => `the rule ${quote(code)} of the config failed: ${reason}`,
    "Correct the rule.",
  ),
  "emitter-failed": error(
    ({ emitter, reason }: { emitter: string; reason: string }) => `the emitter ${quote(emitter)} of the config failed: ${reason}`,
    "Correct the emitter. It returns files: { path, text }. Paths are relative, of letters, digits, . _ and -.",
  ),
  "report-unwritable": error(
    ({ path, reason }: { path: string; reason: string }) => `cannot write the report ${quote(path)}: ${reason}`,
    "Give --format another file, or make this one writable.",
  ),
};
