import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { expect, expectTypeOf, test } from "vitest";
import type { Contract } from "../generator/model/contract.js";
import { repositoryPath } from "./support/repository.js";

/** The rooms up to the model, which read documents, and `adopt`, which finds in documents what the model can be made of. */
const readers = ["diagnostics", "document", "json-schema", "binding", "lint", "model", "tools/adopt"].map(
  (room) => `generator/${room}/`,
);

/**
 * Everybody after the model who gets hold of a document, and why: they copy parts of it into an output, compare it, or pass
 * it on to those who do. Nobody else interprets it (decision 101).
 */
const allowed: Readonly<Record<string, string>> = {
  "generator/cli/commands/docs/versions.ts": "passes it to the comparison",
  "generator/cli/live-contract.ts": "recalls what lint found in it, and passes it on",
  "generator/compile.ts": "hashes it, and passes contracts from the model to the emitters",
  "generator/emit/emit-all.ts": "passes it to the emitters that copy it",
  "generator/emit/emitter.ts": "lets emitters of users copy it",
  "generator/emit/run-emitters.ts": "passes it to emitters of users",
  "generator/emit/openapi.ts": "copies it",
  "generator/emit/types/emit-types.ts": "copies it, as openapi-typescript reads documents",
  "generator/live/live-contract.ts": "passes it to the model",
  "generator/tools/diff/contract/contract-version.ts": "finds what is compared, where it stands",
  "generator/tools/diff/contract/endpoints.ts": "asks schemas about facts that a binding names",
  "generator/tools/diff/contract/errors.ts": "asks schemas about facts that a binding names",
  "generator/tools/diff/contract/facts.ts": "asks schemas about facts that a binding names",
  "generator/tools/diff/contract/following.ts": "asks schemas about facts that a binding names",
  "generator/tools/diff/contract/security.ts": "finds what is compared, where it stands",
  "generator/tools/diff/contract/servers.ts": "finds what is compared, where it stands",
  "generator/tools/exchanges/exchange-contract.ts": "passes it to the model",
  "generator/tools/expand/downgrade-document.ts": "converts a copy of it to an older version",
  "generator/tools/expand/expand.ts": "passes it to those who copy it",
  "generator/tools/expand/lower-contract.ts": "copies it",
  "generator/tools/expand/lower-querystring.ts": "copies it",
  "generator/tools/expand/lower-responses.ts": "copies it",
  "generator/tools/expand/lower-successes.ts": "copies it",
  "generator/tools/expand/lowered-contract.ts": "describes what is copied",
  "generator/tools/expand/merge-marked-errors.ts": "copies it",
  "generator/tools/init/find-contract.ts": "finds what the files of a contract contain, for the editor",
  "generator/tools/site/build-docs.ts": "passes it on",
  "generator/tools/site/versions/site-version.ts": "passes it on",
};

/** Modules that provide or read a document. */
const handles = new Set([
  "ContractWithDocuments",
  "LoadedContract",
  "RuleContext",
  "closeDocument",
  "createRuleContext",
  "operationObject",
  "resolveComponent",
  "upgradeDocument",
]);

test("no code after the model interprets a document", () => {
  const found = new Map(filesAfterModel().map((file) => [file, handlesIn(file)]));
  const using = [...found].filter(([, names]) => names.length > 0);
  expect(Object.fromEntries(using.filter(([file]) => !(file in allowed)))).toEqual({});
  expect(Object.keys(allowed).filter((file) => !(found.get(file)?.length ?? 0))).toEqual([]);
});

test("a contract doesn't expose its documents", () => {
  expectTypeOf<Contract>().not.toHaveProperty("document");
  expectTypeOf<Contract>().not.toHaveProperty("source");
});

function filesAfterModel(): string[] {
  return readdirSync(repositoryPath("generator"), { recursive: true, encoding: "utf8" })
    .map((file) => `generator/${file.split(path.sep).join("/")}`)
    .filter((file) => file.endsWith(".ts") && !readers.some((room) => file.startsWith(room)));
}

/** The names among `handles` that a file imports, and where it asks a value for its `document`. */
function handlesIn(file: string): string[] {
  const text = readFileSync(repositoryPath(file), "utf8");
  // Most files need not be parsed.
  if (!["document", ...handles].some((name) => text.includes(name))) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node)) {
      const name = (node.propertyName ?? node.name).text;
      if (handles.has(name)) names.add(name);
    } else if (ts.isPropertyAccessExpression(node) && node.name.text === "document") names.add(node.getText(source));
    else if (ts.isBindingElement(node) && ts.isIdentifier(node.propertyName ?? node.name)) {
      if (((node.propertyName ?? node.name) as ts.Identifier).text === "document") names.add(node.getText(source));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...names];
}
