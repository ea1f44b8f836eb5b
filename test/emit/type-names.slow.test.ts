import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { compile } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import { typeNames } from "../../generator/model/type-names.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import { contractOf } from "./load-emitted.js";

interface Document {
  readonly paths: Record<string, object>;
  readonly components: { readonly schemas: Record<string, object> };
}

function withPaths(schemas: object, paths: object): object {
  return { openapi: "3.1.0", info: { title: "Beds", version: "1" }, paths, components: { schemas } };
}

async function outputOf(document: object) {
  const folder = temporaryFolder();
  writeFiles(folder, [{ path: "openapi.json", text: JSON.stringify(document), checked: "data" } as never]);
  const { files, diagnostics } = await compile("openapi.json", { workingFolder: folder, template: readTemplate });
  if (!files) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return files;
}

test("components may have the name of any type in the output", async () => {
  const document = parse(readFileSync(repositoryPath("test/emit/hovers/openapi.yaml"), "utf8")) as Document;
  const own = (await outputOf(document)).filter(({ path: file }) =>
    /^(?:types|actions|client\/\w+|server\/(?:handlers|index))\.ts$/.test(file),
  );
  const names = [
    ...new Set(own.flatMap(({ text }) => text.match(/(?<!\/\/.*|\* .*)(?<!["`.\w])[A-Z]\w+\b(?!["`:])/g) ?? [])),
  ].filter((name) => !Object.hasOwn(document.components.schemas, name));
  expect(names).toEqual(
    expect.arrayContaining(["Promise", "Client", "BedActions", "GetBedArgs", "ListBedsQuery", "StartJobResponse", "BedWater"]),
  );
  names.forEach((name, index) => {
    document.components.schemas[name] = {
      type: "object",
      required: [`in${name}`],
      properties: { [`in${name}`]: { type: "string" } },
    };
    const schema = { $ref: `#/components/schemas/${name}` };
    const json = { content: { "application/json": { schema } } };
    const responses = { 200: { description: "It.", ...json } };
    document.paths[`/of/${name}`] = { put: { operationId: `op${index}`, requestBody: { required: true, ...json }, responses } };
  });
  const files = await outputOf(document);
  const folder = temporaryFolder();
  const uses = names.map(
    (name, index) =>
      `export const use${index} = async (client: Client) => (await client.op${index}({ body: { in${name}: "" } })).in${name};`,
  );
  writeFiles(folder, [
    ...files,
    {
      path: "uses.ts",
      text: `import type { Client } from "./client/index.js";\n${uses.join("\n")}\n`,
      checked: "printed",
    } as never,
  ]);
  expect(
    await typeCheckNatively(path.resolve(folder), { types: ["node"], typeRoots: [repositoryPath("node_modules/@types")] }),
  ).toBe("");
});

test("a component keeps its name before another one becomes it, and before operations", () => {
  const schema = { type: "object" };
  const responses = { 204: { description: "Done." } };
  const paths = {
    "/bed": { get: { operationId: "getBed", parameters: [{ name: "q", in: "query", schema: { type: "string" } }], responses } },
  };
  const { schemas, imported, operations } = typeNames(
    contractOf(
      withPaths(
        { bed: schema, Bed: schema, GetBedQuery: schema, Record: schema, Client: schema, Error: schema, "2d": schema },
        paths,
      ),
    ),
  );
  expect(Object.fromEntries(schemas)).toEqual({
    "2d": "_2d",
    Bed: "Bed",
    bed: "Bed2",
    Client: "Client",
    Error: "Error",
    GetBedQuery: "GetBedQuery",
    Record: "Record2",
  });
  expect(Object.fromEntries(imported)).toEqual({ Client: "ClientSchema" });
  expect(operations.get("getBed")!.parameters).toEqual({ query: "GetBedQuery2" });
});
