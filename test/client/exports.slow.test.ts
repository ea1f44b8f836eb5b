import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { callConstants } from "../../generator/emit/client/call-constants.js";
import { emitAll } from "../../generator/emit/emit-all.js";
import type { ContractWithDocuments } from "../../generator/model/contract.js";
import { readTemplate } from "../../generator/package.js";
import { contractOf } from "../emit/load-emitted.js";
import { repositoryPath } from "../support/repository.js";
import { parse } from "yaml";

const responses = { "200": { description: "Done." } };

/** An API with an operation of each id. */
function apiOf(ids: readonly string[], more: object = {}) {
  const paths = Object.fromEntries(ids.map((operationId, index) => [`/${index}`, { get: { operationId, responses } }]));
  return contractOf({ openapi: "3.1.0", info: { title: "Names", version: "1" }, paths, ...more });
}

async function indexOf(contract: ContractWithDocuments): Promise<string> {
  const files = await emitAll(contract, { template: readTemplate, targets: ["client"] });
  return files.find(({ path }) => path === "client/index.ts")!.text;
}

/** The values that a module declares or exports by name; those of `export *` give way to them. */
function valuesOf(text: string): string[] {
  return ts.createSourceFile("index.ts", text, ts.ScriptTarget.ES2022).statements.flatMap((statement): string[] => {
    if (ts.isFunctionDeclaration(statement)) return [statement.name!.text];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => (name as ts.Identifier).text);
    const named = ts.isExportDeclaration(statement) && !statement.isTypeOnly ? statement.exportClause : undefined;
    return named && ts.isNamedExports(named) ? named.elements.filter((one) => !one.isTypeOnly).map(({ name }) => name.text) : [];
  });
}

test("no call is a constant with the name of another export of a client, which would hide it", async () => {
  const read = (file: string) => contractOf(parse(readFileSync(repositoryPath(file), "utf8")) as object);
  const servers = [{ url: "https://{region}.shop.test", variables: { region: { default: "eu" } } }];
  const clients = [read("generated/openapi.json"), read("test/selectors/contracts/lists.yaml"), apiOf(["a"], { servers })];
  const names = [...new Set((await Promise.all(clients.map(indexOf))).flatMap(valuesOf))];
  expect(names).toEqual(expect.arrayContaining(["createClient", "retryOf", "raw", "items", "serverUrl", "runAll", "hasCode"]));
  const constants = callConstants(apiOf(names)).operations;
  expect([...constants.values()].filter((name) => names.includes(name))).toEqual([]);
});
