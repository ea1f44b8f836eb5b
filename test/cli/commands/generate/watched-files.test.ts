import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it, test } from "vitest";
import { hashFile } from "../../../../generator/cli/run-cache.js";
import { configOwner, contentsOf, createReading, settle } from "../../../../generator/cli/commands/generate/watched-files.js";
import { temporaryFolder } from "../../../support/command-line.js";

let file: string;
let hash: string | null;

beforeEach(() => {
  file = path.join(temporaryFolder(), "a.yaml");
  writeFileSync(file, "now");
  hash = hashFile(file);
});

const owners = (...names: string[]) => new Set(names);
const files = (...entries: [file: string, hash: string | null][]) => new Map(entries);

test("a file counts as it was when it was read first", () => {
  const { files: read, note } = createReading();
  note(file, "api");
  writeFileSync(file, "later");
  note(file, "api");
  expect(read.get("api")).toEqual(files([file, hash]));
});

describe("after a cycle", () => {
  const before = () => new Map([["api", files([file, "old"], ["/gone", "old"])]]);

  it("a contract that succeeded has the files that it read", () => {
    const read = new Map([["api", files([file, "new"])]]);
    expect(settle(before(), read, { succeeded: owners("api", configOwner), leftOut: owners() })).toEqual(read);
  });

  it("one that failed keeps the earlier files, in their current state", () => {
    const read = new Map([["api", files(["/main", "new"])]]);
    const settled = settle(before(), read, { succeeded: owners(configOwner), leftOut: owners() });
    expect(settled.get("api")).toEqual(files([file, hash], ["/gone", null], ["/main", "new"]));
  });

  it("one that was skipped keeps its files as they were", () => {
    const settled = settle(before(), new Map(), { succeeded: owners("api", configOwner), leftOut: owners("api") });
    expect(settled).toEqual(before());
  });

  it("one that is no longer in the config is forgotten, unless the config is wrong", () => {
    expect(settle(before(), new Map(), { succeeded: owners(configOwner), leftOut: owners() }).size).toBe(0);
    expect(settle(before(), new Map(), { succeeded: owners(), leftOut: owners() }).get("api")).toEqual(
      files([file, hash], ["/gone", null]),
    );
  });
});

test("a file that changed between two contracts has changed", () => {
  const contents = contentsOf(
    new Map([
      ["api", files(["/a", "1"], ["/b", null])],
      ["billing", files(["/a", "2"], ["/b", null])],
    ]),
  );
  expect(contents).toEqual(files(["/a", ""], ["/b", null]));
});
