import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, expect, test } from "vitest";
import { readContract, testContract } from "../../generator/tools/exchanges/conformance/index.js";
import type { createMock } from "../../generator/tools/mock/index.js";
import { repositoryPath } from "../support/repository.js";
import { startHono } from "../tools/exchanges/conformance/servers/hono.js";
import { partOf } from "./budget.js";
import { type ServerMutation, serverMutations } from "./server-mutations.js";

// Modules are found from here.
const folder = mkdtempSync(repositoryPath("node_modules/.mutated-server-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { options } = await startHono();
const contract = readContract(options.contract as string);
let number = 0;

test("the server without a mutation has no findings", async () => {
  expect(await findingsOf(undefined)).toEqual([]);
});

test.each(partOf(serverMutations, 0))("$file: $from -> $to", async (mutation) => {
  const findings = await findingsOf(mutation);
  if (mutation.unfound === undefined) expect(findings).not.toEqual([]);
  else expect(findings).toEqual([]);
});

/** The mock makes up operations that no action has started. */
const isMadeUp = /^getOperation: responds with 200 for operation_id that doesn't exist/;

/** The codes that a test of a mock finds whose server was changed. The test itself runs on the files as they are. */
async function findingsOf(mutation: ServerMutation | undefined): Promise<readonly string[]> {
  const { createMock: create } = await build(mutation);
  const access = { path: { project_id: [options.path!["project_id"]!] } };
  const tokens = Object.fromEntries(
    Object.values(options.callers!).map(({ token, scopes }) => [
      token!,
      { ...access, scopes: scopes ?? ["cache:read", "cache:write", "cache:reveal"] },
    ]),
  );
  const mock = await create(options.contract as string, { tokens, tempo: 5, log: () => undefined });
  const report = await testContract({ ...options, contract, fetch: mock.fetch });
  return report.diagnostics.filter(({ message }) => !isMadeUp.test(message)).map(({ code }) => code);
}

/** Bundles the mock with a changed file. */
async function build(mutation: ServerMutation | undefined): Promise<{ createMock: typeof createMock }> {
  const changed = mutation && repositoryPath(`templates/runtime/server/${mutation.file}`);
  let isChanged = !mutation;
  const bundle = await rolldown({
    input: repositoryPath("generator/tools/mock/index.ts"),
    platform: "node",
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
    treeshake: false,
    logLevel: "silent",
    plugins: [
      {
        name: "mutate",
        transform(code, id) {
          if (id !== changed) return undefined;
          isChanged = code.includes(mutation!.from);
          return code.replace(mutation!.from, () => mutation!.to);
        },
      },
    ],
  });
  const file = path.join(folder, `${++number}.mjs`);
  await bundle.write({ file, format: "es", codeSplitting: false });
  await bundle.close();
  expect(isChanged).toBe(true);
  return import(pathToFileURL(file).href) as Promise<{ createMock: typeof createMock }>;
}
