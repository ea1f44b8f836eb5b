import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runCli, temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import type { SourceMap } from "./expand-contract.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
});

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(path.join(folder, file), "utf8");
  writeFileSync(path.join(folder, file), change(text));
}

const all = ["openapi.all.json", "openapi.all.map.json"];
const perType = ["openapi.postgres.json", "openapi.postgres.map.json"];

describe("expand", () => {
  test("writes the documents of spec/openapi.yaml into generated/expanded/ and prints a summary", async () => {
    const { code, stdout, stderr } = await runCli(folder, ["expand"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toBe("One action 1.0.0: 2 documents, 2 actions; no problems\ngenerated/expanded: 5 created\n");
    expect(readdirSync(path.join(folder, "generated/expanded"))).toEqual(["manifest.json", ...all, ...perType]);
    const again = await runCli(folder, ["expand"]);
    expect([again.code, again.stderr.split("\n")[1]]).toEqual([0, "generated/expanded: 5 unchanged"]);
  });

  test("--layout selects the documents, and stale ones are removed", async () => {
    const written = () => readdirSync(path.join(folder, "generated/expanded")).filter((file) => file !== "manifest.json");
    await runCli(folder, ["expand"]);
    expect((await runCli(folder, ["expand", "--layout", "per-type"])).stderr).toContain("2 unchanged, 2 removed");
    expect(written()).toEqual(perType);
    await runCli(folder, ["expand", "--layout", "all"]);
    expect(written()).toEqual(all);
  });

  test("--out sets the folder, and locations are relative to the contract's, wherever it is called", async () => {
    mkdirSync(path.join(folder, "a"));
    const { code } = await runCli(path.join(folder, "a"), ["expand", "../spec/openapi.yaml", "--out", "../b"]);
    expect(code).toBe(0);
    const map = JSON.parse(readFileSync(path.join(folder, "b/openapi.all.map.json"), "utf8")) as SourceMap;
    expect(map.files).toEqual(["openapi.yaml"]);
  });

  test("without --out, the documents are written below the output folder of the config", async () => {
    writeFileSync(path.join(folder, "openapi-actions.config.yaml"), "out: src/api\n");
    expect((await runCli(folder, ["expand", "--layout", "all"])).code).toBe(0);
    expect(readdirSync(path.join(folder, "src/api/expanded"))).toEqual(["manifest.json", ...all]);
  });

  test("stops on an error in the contract and writes nothing", async () => {
    edit("spec/openapi.yaml", (text) => text.replace("label: Allow address", "labell: Allow address"));
    const { code, stderr } = await runCli(folder, ["expand"]);
    expect(code).toBe(1);
    expect(stderr).toContain("spec/openapi.yaml: 1 error; nothing was written\n");
    expect(existsSync(path.join(folder, "generated"))).toBe(false);
  });

  test("never overwrites edited files", async () => {
    await runCli(folder, ["expand"]);
    edit("generated/expanded/openapi.all.json", (text) => text.replace("Allow address", "Mine"));
    edit("spec/openapi.yaml", (text) => text.replace("label: Allow address", "label: Let in"));
    const { code, stderr } = await runCli(folder, ["expand"]);
    expect(code).toBe(1);
    expect(stderr).toContain("output-edited");
    expect(readFileSync(path.join(folder, "generated/expanded/openapi.all.json"), "utf8")).toContain("Mine");
  });

  test("rejects an unknown layout", async () => {
    const { code, stderr } = await runCli(folder, ["expand", "--layout", "pertype"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean per-type?");
  });
});

describe("expand --check", () => {
  test("exits with 3 and reports what differs", async () => {
    expect((await runCli(folder, ["expand", "--check"])).code).toBe(3);
    expect(existsSync(path.join(folder, "generated"))).toBe(false);
    await runCli(folder, ["expand"]);
    edit("spec/openapi.yaml", (text) => text.replace("label: Allow address", "label: Let in"));
    const { code, stdout, stderr } = await runCli(folder, ["expand", "--check"]);
    expect(code).toBe(3);
    expect(stdout).toContain("differs: generated/expanded/openapi.postgres.json");
    expect(stdout).toContain('+          "label": "Let in",');
    expect(stderr).toBe("generated/expanded: 3 files differ; run openapi-actions expand\n");
  });

  test("exits with 0 if the documents are up to date", async () => {
    await runCli(folder, ["expand"]);
    const { code, stderr } = await runCli(folder, ["expand", "--check"]);
    expect([code, stderr]).toEqual([0, "generated/expanded: up to date, 5 files\n"]);
  });
});
