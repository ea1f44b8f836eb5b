import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import type { TestOptions } from "../../../../generator/tools/exchanges/conformance/index.js";
import { repositoryPath } from "../../../../test/support/repository.js";
import type { Plane } from "./control-plane.js";
import type * as Parts from "./plane-parts.js";

/** One text of a source file and what stands there instead. */
export interface Change {
  /** Below the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A second API on the database of a control plane, which runs on files of which one may be changed. */
export interface FaultyPlane {
  readonly fetch: NonNullable<TestOptions["fetch"]>;
  readonly close: () => Promise<void>;
}

// Modules are found from here.
const parent = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/** Starts it, without a server, a worker and background work of its own. */
export async function faultyPlane({ config, platform }: Plane, change: Change | undefined): Promise<FaultyPlane> {
  const folder = mkdtempSync(path.join(parent, ".faulty-plane-"));
  try {
    const { createApi, createEngines, createPool, findBinaries, forRequest, toFetchHandler } = await build(folder, change);
    const databaseUrl = String(platform.database.options.connectionString);
    const database = createPool({ connectionString: databaseUrl, max: 4, application_name: "faulty" }, platform.log);
    const { credentials, endpointUrl } = platform;
    const binaries = await findBinaries(config);
    const engines = await createEngines({ config, database, databaseUrl, credentials, binaries, endpointUrl });
    const handle = toFetchHandler(createApi({ ...platform, database, engines }));
    return {
      fetch: (url, init) => forRequest(() => handle(new Request(url, init))),
      close: () => database.end(),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function build(folder: string, change: Change | undefined): Promise<typeof Parts> {
  const changed = change && repositoryPath(change.file);
  let isChanged = !change;
  const bundle = await rolldown({
    input: fileURLToPath(new URL("plane-parts.ts", import.meta.url)),
    platform: "node",
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
    treeshake: false,
    logLevel: "silent",
    plugins: [
      {
        name: "change",
        transform(code, id) {
          if (id !== changed) return undefined;
          isChanged = code.includes(change!.from);
          return code.replace(change!.from, () => change!.to);
        },
      },
    ],
  });
  const file = path.join(folder, "parts.mjs");
  await bundle.write({ file, format: "es", codeSplitting: false });
  await bundle.close();
  if (!isChanged) throw new Error(`${change!.file} has no ${change!.from}`);
  return import(pathToFileURL(file).href) as Promise<typeof Parts>;
}
