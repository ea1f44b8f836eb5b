import { expect, test } from "vitest";
import type { Change } from "../../../generator/tools/diff/change.js";
import { type Level, levelOf, nextVersion } from "../../../generator/tools/diff/diff-versions.js";
import type { ChangeSeverity } from "../../../generator/tools/diff/rule.js";

test.each<[ChangeSeverity[], boolean, Level]>([
  [["info", "error", "warning"], false, "major"],
  [["warning"], false, "minor"],
  [["info"], false, "minor"],
  [[], false, "patch"],
  [[], true, "none"],
])("changes of %j, same text %s: %s", (severities, isSameText, level) => {
  const changes = severities.map((severity) => ({ severity }) as Change);
  expect(levelOf(changes, isSameText)).toBe(level);
});

test.each<[string, Level, string | undefined]>([
  ["1.2.3", "major", "2.0.0"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3", "none", "1.2.3"],
  ["v1.2.3", "major", "v2.0.0"],
  ["1.2.3+build.5", "patch", "1.2.4"],
  // Before 1.0.0 nothing is promised yet.
  ["0.4.2", "major", "0.5.0"],
  ["0.4.2", "minor", "0.4.3"],
  ["0.4.2", "patch", "0.4.3"],
  // A version with a hyphen is not released yet.
  ["2.0.0-rc.1", "major", "2.0.0"],
  ["2.0.0-rc.1", "minor", "2.0.0"],
  ["2.0.0-rc.1", "patch", "2.0.0"],
  ["2.1.0-rc.1", "major", "3.0.0"],
  ["2.1.0-rc.1", "minor", "2.1.0"],
  ["2.1.1-rc.1", "minor", "2.2.0"],
  ["2.1.1-rc.1", "patch", "2.1.1"],
  ["2024-05-01", "major", undefined],
  ["1.2", "minor", undefined],
  ["", "patch", undefined],
])("after %s a %s one: %s", (version, level, expected) => {
  expect(nextVersion(version, level)).toBe(expected);
});
