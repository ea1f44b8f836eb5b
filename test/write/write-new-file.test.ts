import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { writeNewFile } from "../../generator/write/write-new-file.js";
import { folderOf } from "../tools/exchanges/validate-texts.js";

test("writes a file and its folders", () => {
  const file = path.join(folderOf({}), "a/b/c.yaml");
  expect(writeNewFile(file, "x")).toBe("written");
  expect(readFileSync(file, "utf8")).toBe("x");
});

test("changes nothing that exists, whatever it is", () => {
  const folder = folderOf({ "a.yaml": "mine" });
  mkdirSync(path.join(folder, "folder.yaml"));
  symlinkSync("nowhere", path.join(folder, "link.yaml"));
  for (const name of ["a.yaml", "folder.yaml"]) expect(writeNewFile(path.join(folder, name), "x")).toBe("exists");
  // A link is not followed, also where it leads nowhere.
  expect(writeNewFile(path.join(folder, "link.yaml"), "x")).toEqual({ reason: "EEXIST" });
  expect(existsSync(path.join(folder, "nowhere"))).toBe(false);
  expect(readFileSync(path.join(folder, "a.yaml"), "utf8")).toBe("mine");
});

test("reports why it can't write: a file is at the path of a folder", () => {
  const folder = folderOf({});
  writeFileSync(path.join(folder, "file"), "");
  expect(writeNewFile(path.join(folder, "file/a.yaml"), "x")).toEqual({ reason: "EEXIST" });
});
