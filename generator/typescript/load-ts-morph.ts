import { createRequire } from "node:module";
import type * as tsMorph from "ts-morph";
import { loadModule } from "../code-cache.js";

let library: typeof tsMorph | undefined;

/**
 * ts-morph, which takes a quarter of a second to load: only where something is printed or a file is parsed. By `require`, because
 * before Node imports a CommonJS module it searches all of its nine megabytes for names of exports, which takes as long again.
 */
export function loadTsMorph(): typeof tsMorph {
  return (library ??= loadModule(createRequire(import.meta.url).resolve("ts-morph")) as typeof tsMorph);
}
