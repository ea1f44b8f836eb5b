export { checkScaffold, type ScaffoldCheck } from "./check-scaffold.js";
export { listNotImplemented, type NotImplemented } from "./list-not-implemented.js";
export type { Lack } from "./merge-file.js";
export type { Orphan } from "./orphans.js";
export { readHandlerFiles } from "./read-handler-files.js";
export { planScaffold, type ScaffoldChange, type ScaffoldPlan, type ScaffoldRequest } from "./plan-scaffold.js";
export { readScaffoldFile, writeScaffold, type WrittenScaffold } from "./write-scaffold.js";
