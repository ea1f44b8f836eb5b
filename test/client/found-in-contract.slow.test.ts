import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { loadContract } from "../../generator/document/load-contract.js";
import { buildContract } from "../../generator/model/build-contract.js";
import type { Action } from "../../generator/model/contract.js";
import { isObject, own, ownObject, type JsonValue } from "../../generator/document/json-value.js";
import { resolveComponent } from "../../generator/document/reference.js";
import { repositoryPath } from "../support/repository.js";
import { typeCheckNatively } from "../support/type-check.js";

const contract = buildContract(loadContract("spec/openapi.yaml", { workingFolder: repositoryPath(".") }).contract!);
const actions = contract.serviceTypes.flatMap((serviceType) => serviceType.actions);

/** Whether a schema, or one that it chooses from, has a property. */
function hasProperty(schema: JsonValue | undefined, name: string): boolean {
  const target = resolveComponent(schema, contract.document);
  if (!isObject(target)) return false;
  const branches = own(target, "oneOf");
  return (
    own(ownObject(target, "properties"), name) !== undefined ||
    (Array.isArray(branches) && branches.some((branch) => hasProperty(branch, name)))
  );
}

/** Compiles a file in which some calls are good and all others must not be. */
async function check(name: string, use: (call: string) => string, isGood: (action: Action) => boolean): Promise<string> {
  const folder = repositoryPath(`node_modules/.cache/client-types/${name}`);
  mkdirSync(folder, { recursive: true });
  const lines = actions.map((action) => {
    const line = `void ${use(`client.${action.serviceType}(target).${action.name}`)};\n`;
    return isGood(action) ? line : `// @ts-expect-error the contract does not say so\n${line}`;
  });
  const from = path.relative(folder, repositoryPath("generated/client/index.js")).split(path.sep).join("/");
  writeFileSync(
    path.join(folder, "use.ts"),
    `import { createClient, ${name} } from "${from}";\n\nconst client = createClient({ baseUrl: "" });\n` +
      `const target = { project_id: "", service_id: "" };\n\n${lines.join("")}`,
  );
  return typeCheckNatively(folder);
}

test("exactly the actions that take a cursor and return the next one have pages", async () => {
  const isPaged = ({ body, result }: Action) =>
    hasProperty(contract.schemas.get(body), "cursor") && hasProperty(contract.schemas.get(result), "next_cursor");
  expect(actions.filter(isPaged)).toHaveLength(12);
  expect(await check("pages", (call) => `pages(${call}, {} as never)`, isPaged)).toBe("");
});

test("exactly the actions that complete in the background can be followed", async () => {
  expect(actions.filter((action) => action.async)).toHaveLength(19);
  expect(
    await check(
      "follow",
      (call) => `follow(${call}, {} as never)`,
      (action) => action.async,
    ),
  ).toBe("");
});

test("exactly the actions that are read-only or idempotent are repeated", () => {
  const text = readFileSync(repositoryPath("generated/client/routes.ts"), "utf8");
  const repeatable = contract.serviceTypes.flatMap(({ name }) => {
    const list = new RegExp(`^  ${name}: (\\[[^\\]]*\\])`, "m").exec(text)![1]!;
    return (JSON.parse(list.replace(/,\s*\]/, "]")) as string[]).map((action) => `${name}.${action}`);
  });
  const expected = actions.filter(({ readOnly, idempotent }) => readOnly || idempotent);
  expect(repeatable).toEqual(expected.map(({ serviceType, name }) => `${serviceType}.${name}`));
  expect(repeatable).toHaveLength(60);
});
