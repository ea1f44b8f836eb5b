import { createRequire } from "node:module";
import type * as tsMorph from "ts-morph";

const load = createRequire(import.meta.url);

let library: typeof tsMorph | undefined;

/**
 * Loads ts-morph, which takes a quarter of a second, so only to print or to parse a file. Uses `require`, because to
 * import CommonJS Node first searches all nine megabytes for names of exports, which takes as long again.
 */
export function loadTsMorph(): typeof tsMorph {
  return (library ??= load("ts-morph") as typeof tsMorph);
}
