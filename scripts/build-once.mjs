// Builds dist/ unless it was built from these sources: several commands in a row need it.
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const record = new URL("node_modules/.cache/openapi-actions-build/sources.txt", root);
const read = (file) => readFile(file, "utf8").catch(() => "");
const readBuild = () => read(new URL("dist/build.txt", root));

const sources = await digest(
  ["generator", "templates", "scripts", "schemas"],
  ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"],
);
const build = await readBuild();
if (build === "" || (await read(record)) !== `${sources} ${build}`) {
  await import("./build.mjs");
  if (!process.exitCode) {
    await mkdir(new URL(".", record), { recursive: true });
    await writeFile(record, `${sources} ${await readBuild()}`);
  }
}

/** The hash of files, by their paths. */
async function digest(folders, files) {
  const inside = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()),
    ),
  );
  const paths = [
    ...files.map((file) => fileURLToPath(new URL(file, root))),
    ...inside.flat().map(({ parentPath, name }) => `${parentPath}/${name}`),
  ];
  const hash = createHash("sha256");
  for (const path of paths.sort()) hash.update(`${path}\n`).update(await readFile(path));
  return hash.digest("hex");
}
