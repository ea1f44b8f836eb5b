import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const script = fileURLToPath(new URL("../scripts/bundle.mjs", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** A program of two files, and what bundles it. */
async function makeProgram() {
  const folder = await mkdtemp(join(tmpdir(), "control-plane-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(modules, join(folder, "node_modules"));
  await cp(script, join(folder, "scripts", "bundle.mjs"));
  const write = (name: string, text: string) => writeFile(join(folder, "src", name), text);
  await mkdir(join(folder, "src"));
  await write("main.ts", 'import { text } from "./part.js";\nconsole.log(text);\n');
  await write("admin.ts", "console.log(1);\n");
  await write("part.ts", 'export const text: string = "first";\n');
  const code = `await (await import(${JSON.stringify(pathToFileURL(join(folder, "scripts", "bundle.mjs")).href)})).bundle()`;
  const main = join(folder, "dist", "main.js");
  return {
    write,
    main,
    bundle: () => promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code]),
    read: async () => ({ text: await readFile(main, "utf8"), time: (await stat(main)).mtimeMs }),
  };
}

test("the programs are bundled once, and again when a source or the bundle has changed", async () => {
  const program = await makeProgram();
  await program.bundle();
  const first = await program.read();
  expect(first.text).toContain("first");
  await program.bundle();
  expect(await program.read()).toEqual(first);

  await program.write("part.ts", 'export const text: string = "the second";\n');
  await program.bundle();
  expect((await program.read()).text).toContain("the second");

  await rm(program.main);
  await program.bundle();
  expect((await program.read()).text).toContain("the second");
});
