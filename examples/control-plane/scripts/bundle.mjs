// Bundles src/ into dist/. Packages stay outside: they are in node_modules.
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

export async function bundle() {
  const build = await rolldown({
    input: { main: path("../src/main.ts"), admin: path("../src/admin.ts") },
    platform: "node",
    external: /^[^./]/,
    logLevel: "warn",
  });
  await build.write({ dir: path("../dist"), format: "esm", chunkFileNames: "[name].js" });
  await build.close();
}
