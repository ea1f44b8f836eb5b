import { expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";

const uses = `import { raw, type Client } from "./client/index.js";
const bed = { site_id: "a", bed_id: "b" };
export async function use(client: Client) {
  const got = await raw(client, "getBed", [304, 404], bed);
  if (got.status === 200) {
    const [name, etag]: [string, string] = [got.body.name, got.headers.get("etag")];
    return [name, etag, got.headers.get("x-other")?.length];
  }
  if (got.status === 404) return got.body.code;
  const nothing: undefined = got.body;
  return nothing;
}
export async function useAction(client: Client) {
  const options = { parameters: { "Idempotency-Key": "k" } };
  const watered = await raw(client.bed(bed), "water", [409], { litres: 1 }, options);
  return watered.status === 409 ? watered.body.title : watered.body.result.moisture;
}
export async function wrong(client: Client) {
  // @ts-expect-error not declared
  await raw(client, "getBed", [503], bed);
  // @ts-expect-error a success needs no asking
  await raw(client, "getBed", [200], bed);
  // @ts-expect-error no such operation
  await raw(client, "getBeds", []);
  // @ts-expect-error an argument is missing
  await raw(client, "getBed", [], { site_id: "a" });
  // @ts-expect-error the services of this type have no such action
  await raw(client.bed(bed), "plough", []);
  // @ts-expect-error 304 was not asked for
  return (await raw(client, "getBed", [], bed)).status === 304;
}
`;

test("responses are discriminated by their declared statuses", async () => {
  const { files = [] } = await compile("openapi.yaml", {
    workingFolder: repositoryPath("test/emit/hovers"),
    template: readTemplate,
    targets: ["client"],
  });
  const folder = temporaryFolder();
  writeFiles(folder, [...files, { path: "uses.ts", text: uses, checked: "printed" } satisfies OutputFile]);
  expect(await typeCheckNatively(folder)).toBe("");
});
