import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it, test } from "vitest";
import { baselineEntries, printBaseline, readBaseline } from "../../../generator/cli/config/baseline.js";
import type { Level } from "../../../generator/config.js";
import { configuredContracts, type ContractSettings, type LocatedSuppression } from "../../../generator/cli/config/settings.js";
import { createFilter, reportUnused } from "../../../generator/cli/config/filter.js";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import type { TextFile } from "../../../generator/document/locations.js";
import { folderWith, inWords } from "./config-files.js";

let folder: string;
let files: TextFile[];

const main = `paths:
  /a:
    get: { x: 1 }
components:
  schemas:
    A: { type: string }
    "b/c":
      type: object
`;

beforeEach(() => {
  folder = folderWith({ "main.yaml": main, "other.yaml": "x: 1\n" });
  files = ["main.yaml", "other.yaml"].map((name) => ({
    path: name,
    absolutePath: path.join(folder, name),
    text: name === "main.yaml" ? main : "x: 1\n",
  }));
});

const found = (code: string, place: string, severity: Diagnostic["severity"] = "warning"): Diagnostic => {
  const [file = "", line, column] = place.split(":");
  return {
    code,
    severity,
    message: `${code} here`,
    related: [],
    location: { path: file, line: Number(line), column: Number(column) },
  };
};

function filter(
  settings: Partial<ContractSettings>,
  diagnostics: readonly Diagnostic[],
  used = new Set<LocatedSuppression>(),
): string[] {
  const [contract] = configuredContracts(undefined, folder);
  const left = createFilter({ ...contract!, ...settings }, { workingFolder: folder, used })(diagnostics, files);
  return left.map(({ severity, code, location }) => `${severity} ${code}${location ? ` ${location.path}:${location.line}` : ""}`);
}

const suppression = (code: string, more: Partial<LocatedSuppression> = {}): LocatedSuppression => ({
  code,
  reason: "meant",
  location: { path: "config.yaml", line: 1, column: 1 },
  ...more,
});

describe("severities", () => {
  const levels = (code: string, level: Level) => ({ severities: { [code]: level } });

  it("make a warning an error, or nothing", () => {
    expect(filter(levels("open-body", "error"), [found("open-body", "main.yaml:1:1")])).toEqual(["error open-body main.yaml:1"]);
    expect(
      filter(levels("open-body", "off"), [found("open-body", "main.yaml:1:1"), found("body-loose", "main.yaml:1:1")]),
    ).toEqual(["warning body-loose main.yaml:1"]);
  });

  it("make an error of policy a warning", () => {
    const diagnostic = found("destructive-empty-body", "main.yaml:1:1", "error");
    expect(filter(levels("destructive-empty-body", "warning"), [diagnostic])).toEqual([
      "warning destructive-empty-body main.yaml:1",
    ]);
  });

  it("don't affect errors that protect the output, including Redocly's", () => {
    expect(filter(levels("action-name", "off"), [found("action-name", "main.yaml:1:1", "error")])).toEqual([
      "error action-name main.yaml:1",
    ]);
    const struct = (severity: Diagnostic["severity"]) => found("redocly/struct", "main.yaml:1:1", severity);
    expect(filter(levels("redocly/struct", "off"), [struct("error")])).toEqual(["error redocly/struct main.yaml:1"]);
    expect(filter(levels("redocly/struct", "off"), [struct("warning")])).toEqual([]);
    expect(filter(levels("redocly/struct", "error"), [struct("warning")])).toEqual(["error redocly/struct main.yaml:1"]);
  });
});

describe("suppressions", () => {
  const at = (...places: string[]) => places.map((place) => found("open-body", place));

  it("by code alone apply to the main document", () => {
    const settings = { suppressions: [suppression("open-body")] };
    expect(filter(settings, at("main.yaml:1:1", "other.yaml:1:1"))).toEqual(["warning open-body other.yaml:1"]);
    expect(filter(settings, [found("body-loose", "main.yaml:1:1")])).toEqual(["warning body-loose main.yaml:1"]);
  });

  it("by file apply to that file", () => {
    const settings = { suppressions: [suppression("open-body", { file: path.join(folder, "other.yaml") })] };
    expect(filter(settings, at("main.yaml:1:1", "other.yaml:1:1"))).toEqual(["warning open-body main.yaml:1"]);
  });

  it.each([
    ["/components/schemas/A", ["main.yaml:6:5", "main.yaml:6:10"], ["main.yaml:5:3", "main.yaml:7:5"]],
    ["/components/schemas", ["main.yaml:5:3", "main.yaml:8:7"], ["main.yaml:4:1", "main.yaml:3:5"]],
    ["/components/schemas/b~1c/type", ["main.yaml:8:7", "main.yaml:8:13"], ["main.yaml:7:5"]],
    ["/paths/~1a/get/x", ["main.yaml:3:12"], ["main.yaml:3:5", "main.yaml:3:17"]],
    ["", ["main.yaml:1:1", "main.yaml:8:7"], []],
    ["/nowhere", [], ["main.yaml:1:1"]],
  ])("by pointer %j apply to its target", (pointer, inside, outside) => {
    const settings = { suppressions: [suppression("open-body", { pointer })] };
    expect(filter(settings, at(...inside))).toEqual([]);
    expect(filter(settings, at(...outside))).toHaveLength(outside.length);
  });

  it("still apply when lines are added above", () => {
    const [file] = files;
    files = [{ ...file!, text: `# one\n# two\n${main}` }];
    const settings = { suppressions: [suppression("open-body", { pointer: "/components/schemas/A" })] };
    expect(filter(settings, at("main.yaml:8:5"))).toEqual([]);
  });

  it("don't affect errors that protect the output", () => {
    const settings = { suppressions: [suppression("redocly/struct")] };
    expect(filter(settings, [found("redocly/struct", "main.yaml:1:1", "error")])).toHaveLength(1);
  });

  it("that are unused are reported at their location", () => {
    const useful = suppression("open-body");
    const useless = suppression("body-loose", { location: { path: "config.yaml", line: 7, column: 5 } });
    const used = new Set<LocatedSuppression>();
    filter({ suppressions: [useful, useless] }, at("main.yaml:1:1"), used);
    const problems: Diagnostic[] = [];
    reportUnused([useful, useless], used, problems);
    expect(problems.map(inWords)).toEqual([
      'config.yaml:7:5 suppression-unused: this suppression of "body-loose" suppresses nothing (Remove the suppression, or correct its file or pointer.)',
    ]);
  });
});

describe("baseline", () => {
  const old = [found("open-body", "main.yaml:1:1"), found("open-body", "main.yaml:2:1"), found("body-loose", "other.yaml:1:1")];
  const write = (diagnostics: readonly Diagnostic[]) => {
    const entries = baselineEntries(diagnostics, path.join(folder, "sub"), folder);
    writeFileSync(path.join(folder, "old.json"), printBaseline({ default: entries }));
  };
  // Entries are relative to the baseline's own folder.
  const settings = { baseline: "old.json" };

  it("hides old problems wherever they moved to, and nothing else", () => {
    writeFileSync(path.join(folder, "old.json"), printBaseline({ default: baselineEntries(old, folder, folder) }));
    const moved = [
      found("open-body", "main.yaml:9:9"),
      found("open-body", "main.yaml:10:1"),
      found("body-loose", "other.yaml:2:2"),
    ];
    expect(filter(settings, moved)).toEqual([]);
    expect(filter(settings, [...moved, found("open-body", "main.yaml:11:1")])).toEqual(["warning open-body main.yaml:11"]);
    expect(filter(settings, [found("open-body", "third.yaml:1:1")])).toEqual(["warning open-body third.yaml:1"]);
  });

  it("finds files relative to its own folder", () => {
    write(old);
    expect(readBaseline(path.join(folder, "old.json"))["default"]!.map((entry) => entry.path)).toEqual([
      "../main.yaml",
      "../main.yaml",
      "../other.yaml",
    ]);
    expect(filter(settings, old)).toHaveLength(3);
  });

  it("applies to one contract", () => {
    writeFileSync(path.join(folder, "old.json"), printBaseline({ api: baselineEntries(old, folder, folder) }));
    expect(filter({ ...settings, name: "api" }, old)).toEqual([]);
    expect(filter({ ...settings, name: "billing" }, old)).toHaveLength(3);
  });

  it("never contains errors that protect the output", () => {
    const fixed = found("action-name", "main.yaml:1:1", "error");
    writeFileSync(path.join(folder, "old.json"), printBaseline({ default: baselineEntries([fixed], folder, folder) }));
    expect(filter(settings, [fixed])).toHaveLength(1);
  });

  test.each([
    ["", "it is not JSON"],
    ["{}", "it is not a baseline of version 1"],
    ['{ "version": 1 }', "its entries are malformed"],
    ['{ "version": 1, "contracts": { "default": [{ "code": "a" }] } }', "its entries are malformed"],
  ])("that is malformed is an error: %j", (text, reason) => {
    writeFileSync(path.join(folder, "old.json"), text);
    const [contract] = configuredContracts(undefined, folder);
    const left = createFilter({ ...contract!, ...settings }, { workingFolder: folder, used: new Set() })([], files);
    expect(left.map(inWords)).toEqual([
      `baseline-invalid: cannot use the baseline "old.json": ${reason} (Create it with openapi-actions lint --write-baseline.)`,
    ]);
  });

  it("that is missing is an error", () => {
    expect(filter(settings, [])).toEqual(["error baseline-invalid"]);
  });

  it("is printed sorted, a line for each problem", () => {
    const entries = [
      { code: "b", path: "b.yaml", key: "2" },
      { code: "a", path: "b.yaml", key: "3" },
      { code: "z", path: "a.yaml", key: "1" },
    ];
    expect(printBaseline({ two: [], one: entries })).toBe(`{
  "version": 1,
  "contracts": {
    "one": [
      {"code":"z","path":"a.yaml","key":"1"},
      {"code":"a","path":"b.yaml","key":"3"},
      {"code":"b","path":"b.yaml","key":"2"}
    ],
    "two": []
  }
}
`);
  });
});

describe("maxWarnings", () => {
  const two = [found("open-body", "main.yaml:1:1"), found("body-loose", "main.yaml:2:1")];

  it("allows that many, and makes one more an error", () => {
    expect(filter({ maxWarnings: 2 }, two)).toHaveLength(2);
    expect(filter({ maxWarnings: 1 }, two)).toEqual([
      "error too-many-warnings",
      "warning open-body main.yaml:1",
      "warning body-loose main.yaml:2",
    ]);
  });

  it("counts the remaining ones", () => {
    expect(
      filter({ maxWarnings: 0, severities: { "open-body": "off" }, suppressions: [suppression("body-loose")] }, two),
    ).toEqual([]);
  });
});
