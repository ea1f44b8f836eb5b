import path from "node:path";
import { findConfigs } from "./config/find-config.js";
import { UsageError } from "./usage-error.js";

/** The config of this run: the one that was asked for, or the nearest. */
export function configFile(asked: string | undefined): string | undefined {
  if (asked !== undefined) return path.resolve(asked);
  const found = findConfigs(process.cwd());
  if (found.length < 2) return found[0];
  throw new UsageError(`there are several configs: ${found.map((file) => path.basename(file)).join(", ")}. Remove all but one.`);
}
