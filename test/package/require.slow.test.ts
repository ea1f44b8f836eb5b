import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";
import { packageJson } from "./pack.js";

// Node 20.19 and later load ES modules by require, unless one waits at its top level.
test("CommonJS modules can require every entry, with the exports that ES modules get", () => {
  const entries = Object.entries(packageJson.exports).flatMap(([name, target]) =>
    typeof target === "string" ? [] : [name.replace(".", "openapi-actions")],
  );
  expect(entries).toContain("openapi-actions/live");
  const script = `
    const names = (exported) => Object.keys(exported).filter((name) => name !== "__esModule").sort().join(" ");
    const required = ${JSON.stringify(entries)}.map((entry) => [entry, names(require(entry))]);
    Promise.all(required.map(async ([entry, found]) => [entry, found, names(await import(entry))])).then((all) => console.log(JSON.stringify(all)));`;
  const output = execFileSync(process.execPath, ["--input-type=commonjs", "--eval", script], {
    cwd: repositoryPath("."),
    encoding: "utf8",
  });
  const found = JSON.parse(output) as [string, string, string][];
  expect(found.map(([entry, required]) => [entry, required])).toEqual(found.map(([entry, , imported]) => [entry, imported]));
  expect(found.filter(([, required]) => required === "")).toEqual([]);
});
