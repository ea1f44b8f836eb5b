import path from "node:path";
import type { Diagnostic } from "../../../diagnostics/diagnostic.js";
import type { JsonValue } from "../../../document/json-value.js";
import { isObject } from "../../../document/json-value.js";
import { Locations } from "../../../document/locations.js";
import { createSourceReader, displayPath } from "../../../document/read-source.js";
import { accessErrors } from "./access-problems.js";
import { locatePointer } from "../finding.js";
import type { TestAccess } from "./callers.js";
import { report } from "./diagnostics.js";

/**
 * Reads the file of `--tokens`: YAML or JSON. A text `$NAME` is the value of this environment variable. Reports what is wrong with it, and
 * returns `undefined` then.
 */
export function readAccess(
  file: string,
  workingFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
  problems: Diagnostic[],
): TestAccess | undefined {
  const absolute = path.resolve(workingFolder, file);
  const shown = displayPath(absolute, workingFolder);
  const locations = new Locations();
  const parsed = createSourceReader(path.dirname(absolute), workingFolder, locations, problems).read(absolute, shown);
  if (!parsed || parsed.value === undefined) return undefined;
  const root = isObject(parsed.value) ? parsed.value : {};
  const errors = accessErrors(parsed.value);
  const fail = (pointer: string, rule: string, problem: string) => {
    const place = locatePointer(locations, root, pointer, rule) ?? { path: shown, line: 1, column: 1 };
    // A line of this file may hold a token.
    const { lineText: _, ...withoutText } = place;
    report(problems, "test-access", { problem }, withoutText);
  };
  for (const { pointer, message, keyword } of errors) fail(pointer, keyword, `${pointer} ${message}`.trim());
  if (errors.length > 0) return undefined;
  const before = problems.length;
  const resolve = (value: JsonValue, pointer: string): JsonValue => {
    if (typeof value === "string" && /^\$[A-Za-z_]\w*$/.test(value)) {
      const found = environment[value.slice(1)];
      if (found === undefined || found === "") fail(pointer, "", `the environment variable ${value.slice(1)} is not set`);
      return found ?? "";
    }
    if (Array.isArray(value)) return value.map((item, index) => resolve(item, `${pointer}/${index}`));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, `${pointer}/${name}`)]));
  };
  const access = resolve(root, "") as unknown as TestAccess; // as its schema says
  return problems.length > before ? undefined : access;
}
