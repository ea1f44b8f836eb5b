import { createRequire } from "node:module";
import type * as tsMorph from "ts-morph";

// The bundle puts this file in the place of ts-morph, of which only `ts` is used, and of the `typescript` package, so that
// one copy is loaded. It is loaded by `require`, because before Node imports a CommonJS module it searches all of its nine
// megabytes for names of exports; and without ts-morph's wrappers. Both together take half the time.
const requireFromTsMorph = createRequire(createRequire(import.meta.url).resolve("ts-morph"));

/** The TypeScript that ts-morph carries. */
export const ts = requireFromTsMorph("@ts-morph/common/dist/typescript.js") as typeof tsMorph.ts;
export default ts;
