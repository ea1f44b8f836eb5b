import * as fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  planScaffold,
  readScaffoldFile,
  writeScaffold,
  type ScaffoldPlan,
} from "../../../generator/typescript/scaffold/index.js";
import { temporaryFolder } from "../../support/command-line.js";
import { codesOf, contractOf } from "./scaffold-contract.js";

const contract = (...actions: string[]) => contractOf({ postgres: actions });
const planIn = (folder: string, ...actions: string[]): ScaffoldPlan =>
  planScaffold({ contract: contract(...actions), folder, outFolder: path.join(folder, "../out"), readFile: readScaffoldFile });

/** A folder with handlers for one action, and a plan that adds another. */
function begun(): { file: string; folder: string; next: ScaffoldPlan } {
  const folder = path.join(temporaryFolder(), "src/handlers");
  writeScaffold(planIn(folder, "add_ip"));
  return { folder, file: path.join(folder, "postgres.ts"), next: planIn(folder, "add_ip", "remove_ip") };
}

describe("writeScaffold", () => {
  it("creates the folder and the files", () => {
    const folder = path.join(temporaryFolder(), "src/handlers");
    const { created, updated, diagnostics } = writeScaffold(planIn(folder, "add_ip"));
    expect([created.map((file) => path.basename(file)), updated, diagnostics]).toEqual([
      ["types.ts", "postgres.ts", "operations.ts", "index.ts"],
      [],
      [],
    ]);
    expect(fs.readdirSync(folder).sort()).toEqual(["index.ts", "operations.ts", "postgres.ts", "types.ts"]);
    expect(planIn(folder, "add_ip").files).toEqual([]);
  });

  it("keeps the mode of a file, and leaves no other file next to it", () => {
    const { file, folder, next } = begun();
    fs.chmodSync(file, 0o640);
    expect(writeScaffold(next)).toEqual({ created: [], updated: [file], diagnostics: [] });
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
    expect(fs.readFileSync(file, "utf8")).toBe(next.files[0]!.after);
    expect(fs.readdirSync(folder).sort()).toEqual(["index.ts", "operations.ts", "postgres.ts", "types.ts"]);
  });

  it("leaves a file untouched that changed since the plan", () => {
    const { file, folder, next } = begun();
    fs.appendFileSync(file, "// saved\n");
    const before = fs.readFileSync(file, "utf8");
    expect(codesOf(writeScaffold(next).diagnostics)).toEqual(["scaffold-changed"]);
    expect(fs.readFileSync(file, "utf8")).toBe(before);
    expect(fs.readdirSync(folder)).toHaveLength(4);
  });

  it("leaves a file untouched that appeared or disappeared since the plan", () => {
    const { file, folder, next } = begun();
    const first = planIn(path.join(folder, "more"), "add_ip");
    fs.mkdirSync(path.join(folder, "more"));
    fs.writeFileSync(path.join(folder, "more/postgres.ts"), "mine");
    const { created, diagnostics } = writeScaffold(first);
    expect([created.map((one) => path.basename(one)), codesOf(diagnostics)]).toEqual([
      ["types.ts", "operations.ts", "index.ts"],
      ["scaffold-changed"],
    ]);
    expect(fs.readFileSync(path.join(folder, "more/postgres.ts"), "utf8")).toBe("mine");

    fs.rmSync(file);
    expect(codesOf(writeScaffold(next).diagnostics)).toEqual(["scaffold-changed"]);
    expect(fs.existsSync(file)).toBe(false);
  });

  it("does not write through a link, even a broken one", () => {
    const { file, folder, next } = begun();
    fs.renameSync(file, `${file}.real`);
    fs.symlinkSync(`${file}.real`, file);
    const before = fs.readFileSync(file, "utf8");
    expect(codesOf(writeScaffold(next).diagnostics)).toEqual(["scaffold-symlink"]);
    expect(fs.readFileSync(`${file}.real`, "utf8")).toBe(before);

    fs.rmSync(file);
    fs.symlinkSync(path.join(folder, "nowhere.ts"), file);
    expect(codesOf(writeScaffold(planIn(folder, "add_ip")).diagnostics)).toEqual(["scaffold-symlink"]);
    expect(fs.existsSync(path.join(folder, "nowhere.ts"))).toBe(false);
  });

  it("reports something else at the path of a file or the folder", () => {
    const { file, folder, next } = begun();
    fs.rmSync(file);
    fs.mkdirSync(file);
    expect(codesOf(writeScaffold(next).diagnostics)).toEqual(["scaffold-not-a-file"]);
    expect(codesOf(planIn(folder, "add_ip").diagnostics)).toEqual(["scaffold-io"]);
    const plan = planIn(path.join(folder, "index.ts"), "add_ip");
    expect(plan.diagnostics.map((one) => one.message.replace(/".*"/, ""))).toEqual(
      Array(3).fill("cannot read or write : a part of the path is not a folder (ENOTDIR)"),
    );
  });
});
