import { readdirSync, readFileSync } from "node:fs";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { repositoryPath } from "../support/repository.js";

const folders = ["templates/runtime/client", "generated/client", "generated/runtime/client"];
const files = folders.flatMap((folder) => readdirSync(repositoryPath(folder)).map((file) => `${folder}/${file}`));

/** Globals of Node.js only and of browsers only, including types. */
const platformOnly = new Set(
  (
    "Buffer __dirname __filename global process require setImmediate " +
    "BodyInit BufferSource HeadersInit RequestInfo XMLHttpRequest document localStorage navigator window"
  ).split(" "),
);

test.each(files)("%s uses nothing that only Node.js or only browsers have", (file) => {
  const source = ts.createSourceFile(file, readFileSync(repositoryPath(file), "utf8"), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && platformOnly.has(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const { importedFiles } = ts.preProcessFile(source.text, true, true);
  expect([...found, ...importedFiles.map(({ fileName }) => fileName).filter((name) => !name.startsWith("."))]).toEqual(
    // Its types only, for programs that have it.
    file.endsWith("/query.ts") ? ["@tanstack/query-core"] : [],
  );
});
