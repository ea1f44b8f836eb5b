import { createRequire } from "node:module";
import path from "node:path";
import type { createJiti as CreateJiti } from "jiti";

export interface ModuleOptions {
  /** What the config may import without its being installed, by the name it imports. */
  readonly modules: Readonly<Record<string, unknown>>;
  /** Where compiled code is kept between runs; absent: nowhere. */
  readonly cacheFolder?: string | undefined;
}

/** Files of configs that were loaded in this process: they are read anew the next time. */
const loadedFiles = new Set<string>();

/**
 * Runs a config that is code and returns its default export, and every file that was loaded for it. Throws what the
 * code throws. TypeScript is not checked, only its types are taken out.
 */
export async function loadModule(file: string, options: ModuleOptions): Promise<{ value: unknown; files: string[] }> {
  const require = createRequire(import.meta.url);
  // By `require`, because to import CommonJS Node first searches its text for exports, which takes longer than running it.
  const { createJiti } = require("jiti") as { createJiti: typeof CreateJiti };
  const jiti = createJiti(path.join(path.dirname(file), "/"), {
    fsCache: options.cacheFolder ?? false,
    virtualModules: { ...options.modules },
  });
  for (const loaded of loadedFiles) delete jiti.cache[loaded];
  const before = new Set(Object.keys(jiti.cache));
  const jitiFolder = path.dirname(require.resolve("jiti/package.json"));
  try {
    const value = await jiti.import(file, { default: true });
    return { value, files: newFiles() };
  } finally {
    for (const loaded of newFiles()) loadedFiles.add(loaded);
  }

  function newFiles(): string[] {
    return Object.keys(jiti.cache).filter((loaded) => !before.has(loaded) && !loaded.startsWith(`${jitiFolder}${path.sep}`));
  }
}
