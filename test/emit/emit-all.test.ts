import { expect, test } from "vitest";
import { emitAll } from "../../generator/emit/emit-all.js";
import { importExtensions } from "../../generator/typescript/imports.js";
import { bytesOf } from "../../generator/typescript/output-file.js";
import { readTemplate } from "../../generator/package.js";
import { contractOf, documentOf } from "./load-emitted.js";

const contract = contractOf(documentOf({ stop: { type: "object", properties: { force: { type: "boolean" } } } }));

test.each(importExtensions)("every file is kept as bytes, with imports of %s", async (importExtension) => {
  const files = await emitAll(contract, { template: readTemplate, importExtension });
  expect(files.length).toBeGreaterThan(20);
  // Without a cache everything is made again each time.
  expect(files.filter((file) => bytesOf(file) !== bytesOf(file)).map(({ path }) => path)).toEqual([]);
});

test("types.ts was parsed when it was printed, so it isn't parsed again", async () => {
  const files = await emitAll(contract, { template: readTemplate });
  expect(files.find(({ path }) => path === "types.ts")).toMatchObject({ checked: "printed" });
});
