export { checkScaffold, type ScaffoldCheck } from "./plan-scaffold.js";
export { listNotImplemented, type NotImplemented } from "./handler-files.js";
export type { Lack } from "./merge-file.js";
export type { Orphan } from "./orphans.js";
export { readHandlerFiles } from "./handler-files.js";
export { planScaffold, type ScaffoldChange, type ScaffoldPlan, type ScaffoldRequest } from "./plan-scaffold.js";
export { readScaffoldFile, writeScaffold, type WrittenScaffold } from "./write-scaffold.js";
