import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { emitTypes } from "../../generator/emit/types/emit-types.js";
import { temporaryFolder } from "../support/command-line.js";
import { typeCheck, typeCheckNatively } from "../support/type-check.js";
import { contractOf } from "./load-emitted.js";

/** Type errors of code that uses the types of a document, of both compilers. */
async function typeErrors(document: object, uses: string): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "types.ts"), (await emitTypes(contractOf(document))).text);
  writeFileSync(path.join(folder, "uses.ts"), uses);
  const files = ["types.ts", "uses.ts"].map((name) => path.join(folder, name));
  return [...typeCheck(files), await typeCheckNatively(folder)].join("\n");
}

const info = { title: "T", version: "1" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const done = { "204": { description: "Done." } };

test("operations of shared path items and callbacks have one type each", async () => {
  const item = (operationId: string) => ({ post: { operationId, requestBody: json({ type: "integer" }), responses: done } });
  const ref = (name: string) => ({ $ref: `#/components/pathItems/${name}` });
  const callbacks = { done: { "{$request.query.url}": ref("Q") }, same: { $ref: "#/components/callbacks/C" } };
  const errors = await typeErrors(
    {
      openapi: "3.2.0",
      info,
      paths: {
        "/a": ref("P"),
        "/b": { post: { operationId: "b", responses: done, callbacks } },
        "/c": { post: { operationId: "c", responses: done, callbacks } },
        "/d": { additionalOperations: { COPY: { operationId: "d", responses: done, callbacks } } },
      },
      webhooks: { one: ref("Q"), two: ref("W"), three: ref("P") },
      components: {
        pathItems: { P: item("p"), Q: item("q"), W: ref("U"), U: item("u"), Unused: item("unused") },
        callbacks: { C: { "{$request.query.url}": item("shared") } },
      },
    },
    `import type { operations, webhooks } from "./types.js";
     type Body<T extends { requestBody?: { content: { "application/json": unknown } } }> = NonNullable<T["requestBody"]>["content"]["application/json"];
     export const bodies: [Body<operations["p"]>, Body<operations["q"]>, Body<operations["u"]>, Body<operations["shared"]>] = [1, 2, 3, 4];
     export const events: [Body<webhooks["one"]["post"]>, Body<webhooks["b.done"]["post"]>, Body<webhooks["c.same"]["post"]>] = [1, 2, 3];`,
  );
  expect(errors).toBe("");
});
