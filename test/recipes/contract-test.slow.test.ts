import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

/** A project whose server is a mock, with the recipe as its only test. */
function runRecipe(server: string) {
  const folder = temporaryFolder();
  for (const part of ["node_modules", "generated/server", "src", "recipes"])
    mkdirSync(path.join(folder, part), { recursive: true });
  symlinkSync(repositoryPath("."), path.join(folder, "node_modules/openapi-actions"));
  symlinkSync(repositoryPath("node_modules/vitest"), path.join(folder, "node_modules/vitest"));
  cpSync(repositoryPath("templates/init/spec"), path.join(folder, "spec"), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(path.join(folder, "generated/server/index.js"), "export const toFetchHandler = ({ fetch }) => fetch;\n");
  writeFileSync(path.join(folder, "src/server.js"), server);
  copyFileSync(repositoryPath("recipes/contract.test.js"), path.join(folder, "recipes/contract.test.js"));
  const args = [repositoryPath("node_modules/vitest/vitest.mjs"), "run", "--root", folder];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
}

const mock = `import { createMock } from "openapi-actions/mock";
const path = { service_id: ["a-service-that-may-be-changed"] };
const owner = { scopes: ["service:read", "service:write"], path };
const tokens = { "token-of-the-owner": owner, "token-of-a-reader": { scopes: ["service:read"], path } };
export const server = await createMock("spec/openapi.yaml", { tokens, tempo: 0 });
`;

test("a server that keeps its contract passes, another one fails with the request", () => {
  const kept = runRecipe(mock);
  expect(`${kept.stdout}${kept.stderr}`).toContain("1 passed");
  const wrong = runRecipe(`${mock}const { fetch } = server;
Object.assign(server, {
  fetch: async (request) => {
    const response = await fetch(request);
    return response.status === 401 ? new Response(null, { status: 401 }) : response;
  },
});
`);
  expect(wrong.status).toBe(1);
  const output = wrong.stdout + wrong.stderr;
  expect(output).toContain("www-authenticate");
  expect(output).toContain("curl -i");
});
