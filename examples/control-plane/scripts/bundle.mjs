// Bundles src/ into dist/. Packages stay outside: they are in node_modules.
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const dist = path("../dist");
/** Lists what the last bundle was made of, each file with its time and size. Written last, so an interrupted bundle has none. */
const stamps = `${dist}/inputs.json`;

/** Bundles the programs, unless nothing has changed since the last time. */
export async function bundle() {
  if (await isFresh()) return;
  const { rolldown } = await import("rolldown");
  await rm(stamps, { force: true });
  const build = await rolldown({
    input: { main: path("../src/main.ts"), admin: path("../src/admin.ts") },
    platform: "node",
    external: /^[^./]/,
    logLevel: "warn",
  });
  const { output } = await build.write({ dir: dist, format: "esm", chunkFileNames: "[name].js" });
  await build.close();
  const sources = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const files = [fileURLToPath(import.meta.url), ...sources, ...output.map(({ fileName }) => `${dist}/${fileName}`)];
  const known = await Promise.all(files.map(async (file) => [file, await stampOf(file)]));
  await writeFile(stamps, JSON.stringify(Object.fromEntries(known)));
}

async function isFresh() {
  const known = await readFile(stamps, "utf8").then(JSON.parse, () => undefined);
  if (known === undefined) return false;
  const stillSame = async ([file, stamp]) => (await stampOf(file)) === stamp;
  return (await Promise.all(Object.entries(known).map(stillSame))).every(Boolean);
}

async function stampOf(file) {
  const found = await stat(file).catch(() => undefined);
  return found && `${found.mtimeMs} ${found.size}`;
}
