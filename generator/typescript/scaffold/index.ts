export { checkImports } from "./check-imports.js";
export { listNotImplemented, readHandlerFiles } from "./handler-files.js";
export { checkScaffold, checkScaffoldFolder, planScaffold, type ScaffoldPlan } from "./plan-scaffold.js";
export { readScaffoldFile, writeScaffold } from "./write-scaffold.js";
