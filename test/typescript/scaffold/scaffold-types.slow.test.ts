import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../../generator/compile.js";
import type { Contract } from "../../../generator/model/contract.js";
import { readTemplate } from "../../../generator/package.js";
import { planScaffold } from "../../../generator/typescript/scaffold/index.js";
import { repositoryPath } from "../../support/repository.js";
import { typeCheckNatively } from "../../support/type-check.js";

/** Writes the output of a contract to `out/` in a new folder. */
async function compileTo(root: string, contractPath: string, workingFolder: string): Promise<Contract> {
  rmSync(root, { recursive: true, force: true });
  const { contract, files } = await compile(contractPath, {
    workingFolder: repositoryPath(workingFolder),
    template: readTemplate,
  });
  for (const file of files!) write(root, `out/${file.path}`, file.text);
  return contract!;
}

/** Writes handler files beside the output, from those that exist. */
function scaffold(root: string, contract: Contract, folder: string, existing: Readonly<Record<string, string>> = {}): void {
  const readFile = (file: string) => {
    const text = existing[path.basename(file)];
    return text === undefined ? undefined : Buffer.from(text);
  };
  const { files, diagnostics } = planScaffold({ contract, folder, outFolder: "out", readFile });
  expect(diagnostics).toEqual([]);
  for (const [name, text] of Object.entries(existing)) write(root, `${folder}/${name}`, text);
  for (const file of files) write(root, file.path, file.after);
}

function write(root: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

test("handler files of the project's contract pass the strictest options", async () => {
  const root = repositoryPath("node_modules/.cache/scaffold/own");
  scaffold(root, await compileTo(root, "spec/openapi.yaml", "."), "handlers");
  write(
    root,
    "handlers/server.ts",
    `import { createServer } from "../out/server/index.js";
import { handlers } from "./index.js";
import type { Principal, Service } from "./types.js";

const principal: Principal = { scopes: [] };

export const server = createServer<Principal, Service>({
  authenticate: () => principal,
  canAccess: () => true,
  findResource: () => ({ type: "postgres" }),
  handlers: { ...handlers, actions: { ...handlers.actions, postgres: { ...handlers.actions.postgres, add_ip: ({ service }) => {
    const type: "postgres" = service.type;
    throw new Error(type);
  } } } },
  log: () => undefined,
});
`,
  );
  expect(await typeCheckNatively(root)).toBe("");
});

test("stubs pass them, too, whatever they are added to", async () => {
  const root = repositoryPath("node_modules/.cache/scaffold/names");
  const contract = await compileTo(root, "openapi.yaml", "test/cases/names/contract");
  const server = "../out/server/index.js";
  const index = (imported: string, value: string) => `\
import type { Handlers } from "${server}";
import ${imported} from "./share-groups.js";
import { operations } from "./operations.js";
import { index } from "./index_.js";

export const handlers: Handlers = { operations, actions: { index, "share-groups": ${value} } };
`;
  const type = `import type { ShareGroupsHandlers } from "${server}";\n`;

  scaffold(root, contract, "first");
  scaffold(root, contract, "class", {
    "share-groups.ts": `${type}export class Groups implements ShareGroupsHandlers {}\n`,
    "index.ts": index("{ Groups }", "new Groups()"),
  });
  scaffold(root, contract, "function", {
    "share-groups.ts": `${type}export default (): ShareGroupsHandlers => ({});\n`,
    "index.ts": index("createGroups", "createGroups()"),
  });
  scaffold(root, contract, "untyped", {
    "share-groups.ts": "export const share_groups = {};\n",
    "index.ts": index("{ share_groups }", "share_groups"),
  });
  expect(await typeCheckNatively(root)).toBe("");
});
