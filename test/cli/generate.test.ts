import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
});

describe("generate", () => {
  test("compiles spec/openapi.yaml into generated/ and prints a summary", async () => {
    const { code, stdout, stderr } = await runCli(folder, ["generate"]);
    expect(stderr).toMatch(
      /^One action 1\.0\.0: 1 operation, 2 actions of 1 service type; no problems\ngenerated: \d+ created\n$/,
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(readdirSync(path.join(folder, "generated"))).toContain("actions.ts");
  });

  test("stops on an error and leaves the output untouched", async () => {
    await runCli(folder, ["generate"]);
    const before = readFileSync(path.join(folder, "generated/actions.ts"), "utf8");
    edit("spec/openapi.yaml", (text) => text.replace("label: Allow address", "labell: Allow address"));
    const { code, stderr } = await runCli(folder, ["generate"]);
    expect(code).toBe(1);
    expect(stderr).toContain('spec/openapi.yaml:25:11 error action-shape: unknown key "labell" in an action');
    expect(stderr).toContain("nothing was written");
    expect(readFileSync(path.join(folder, "generated/actions.ts"), "utf8")).toBe(before);
  });

  test("recognises that nothing changed, and that something did", async () => {
    mkdirSync(path.join(folder, "node_modules"));
    await runCli(folder, ["generate"]);
    expect((await runCli(folder, ["generate"])).stderr).toMatch(/^generated: unchanged, \d+ files\n$/);
    edit("generated/types.ts", (text) => `${text}\n`);
    expect((await runCli(folder, ["generate"])).stderr).toContain("types.ts");
    edit("generated/types.ts", (text) => text.slice(0, -1));
    edit("spec/openapi.yaml", (text) => text.replace("Allow address", "Allow an address"));
    expect((await runCli(folder, ["generate"])).stderr).toContain("updated");
  });

  test("removes what is no longer generated", async () => {
    await runCli(folder, ["generate"]);
    edit("spec/openapi.yaml", (text) => text.replace("x-platform-postgres-actions", "x-platform-search-actions"));
    expect((await runCli(folder, ["generate"])).code).toBe(0);
    expect(existsSync(path.join(folder, "generated/validators/postgres.ts"))).toBe(false);
    expect(existsSync(path.join(folder, "generated/validators/search.ts"))).toBe(true);
  });

  test("--out chooses the folder", async () => {
    expect((await runCli(folder, ["generate", "spec/openapi.yaml", "--out", "src/api"])).code).toBe(0);
    expect(existsSync(path.join(folder, "src/api/manifest.json"))).toBe(true);
  });
});

describe("generate --check", () => {
  test("writes nothing and exits with 3 if there is no output yet", async () => {
    const { code, stdout } = await runCli(folder, ["generate", "--check"]);
    expect(code).toBe(3);
    expect(stdout).toContain("missing: generated/actions.ts");
    expect(existsSync(path.join(folder, "generated"))).toBe(false);
  });

  test("reports what differs, is missing, is stale or was edited", async () => {
    await runCli(folder, ["generate"]);
    edit("spec/openapi.yaml", (text) => text.replace("Allow address", "Allow an address"));
    edit("generated/client/types.ts", (text) => text.replace("add_ip", "add_ipp"));
    const { code, stdout, stderr } = await runCli(folder, ["generate", "--check"]);
    expect(code).toBe(3);
    expect(stdout).toContain("differs: generated/actions.ts");
    expect(stdout).toContain('+    label: "Allow an address",');
    expect(stdout).toContain("edited: generated/client/types.ts");
    expect(stderr).toContain("run openapi-actions generate");
  });

  test("prints the differences of few files, and names all of them", async () => {
    await runCli(folder, ["generate"]);
    edit("spec/openapi.yaml", (text) => text.replace("title: One action", "title: An action"));
    const { stdout, stderr } = await runCli(folder, ["generate", "--check"]);
    const files = readdirSync(path.join(folder, "generated"), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(stdout.match(/^differs: /gm)).toHaveLength(files.length);
    expect(stdout).not.toContain("sha256:");
    expect(stdout.split("\n").length).toBeLessThan(100 + 40 + files.length + 2);
    expect(stderr).toMatch(/\d+ more files with differences that are not printed \(--verbose prints all\)\n/);
    expect((await runCli(folder, ["generate", "--check", "--verbose"])).stdout.match(/^\+\+\+ /gm)).toHaveLength(
      files.length - 1,
    );
  });

  test("is one problem of a report for other programs, with the number of files", async () => {
    await runCli(folder, ["generate"]);
    edit("generated/client/types.ts", (text) => text.replace("add_ip", "add_ipp"));
    const { code, stderr } = await runCli(folder, ["generate", "--check", "--format", "github"]);
    expect(code).toBe(3);
    expect(stderr).toContain(
      "::error file=generated/client/types.ts,line=1,col=1,title=output-outdated::the file differs from what is generated%0ARun openapi-actions generate, and commit the result.\n",
    );
    expect(stderr).toContain("generated: 1 file differs; run openapi-actions generate\n");
    edit("spec/openapi.yaml", (text) => text.replace("title: One action", "title: An action"));
    const { diagnostics } = JSON.parse((await runCli(folder, ["generate", "--check", "--format", "json"])).stdout) as {
      diagnostics: { code: string; message: string }[];
    };
    expect(diagnostics).toMatchObject([{ code: "output-outdated", message: expect.stringMatching(/^\d\d files differ/) }]);
  });

  test("exits with 0 if the output is up to date", async () => {
    await runCli(folder, ["generate"]);
    const { code, stdout, stderr } = await runCli(folder, ["generate", "--check"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toMatch(/^generated: up to date, \d+ files\n$/);
  });
});

function edit(file: string, change: (text: string) => string): void {
  const absolute = path.join(folder, file);
  const before = readFileSync(absolute, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`nothing to change in ${file}`);
  writeFileSync(absolute, after);
}
