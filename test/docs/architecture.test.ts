import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";

const page = readFileSync(repositoryPath("docs/architecture.md"), "utf8");
const sources = ["generator", "templates", "spec", "test"].flatMap((folder) =>
  readdirSync(repositoryPath(folder), { recursive: true, encoding: "utf8" }).map(
    (file) => `${folder}/${file.split(path.sep).join("/")}`,
  ),
);
const code = sources
  .filter((file) => /^(?:generator|templates)\/.*\.ts$/.test(file))
  .map((file) => readFileSync(repositoryPath(file), "utf8"))
  .join("\n");

/** What the page quotes as code outside its examples: files, commands, names. */
const quoted = [...new Set([...page.replace(/^```.*?^```$/gms, "").matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!))];

test("the files and folders that the architecture names exist", () => {
  const paths = quoted.filter((text) => /^[\w.<>*/-]+$/.test(text) && (text.includes("/") || /\.(?:ts|yaml|css|md)$/.test(text)));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((name) => !isFile(name))).toEqual([]);
});

test("the names that the architecture mentions are declared", () => {
  const names = quoted.filter((text) => /^[a-z]+[A-Z]\w*$|^[A-Z][a-z]\w*$|^\w+\.\w+$/.test(text) && !text.endsWith(".ts"));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !name.split(".").every(isDeclared))).toEqual([]);
});

/** Whether a file or folder has this path, or ends with it. `<code>` and `*` stand for any name. */
function isFile(name: string): boolean {
  if (existsSync(repositoryPath(name))) return true;
  const pattern = name
    .replace(/\/$/, "")
    .replaceAll(".", "\\.")
    .replaceAll(/<\w+>|\*/g, "[^/]+");
  const end = new RegExp(`(?:^|/)${pattern}(?:/|$)`);
  return sources.some((file) => end.test(file));
}

/** Whether the generator or the runtime declares the name: as a function, type or member, or as a keyword that it reads. */
function isDeclared(name: string): boolean {
  return new RegExp(`(?:function|const|class|interface|type) ${name}\\b|\\b${name}\\??[:(]|"${name}"`).test(code);
}
