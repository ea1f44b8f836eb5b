export { compile, lint, type Compilation, type CompileOptions } from "./compile.js";
export { hasErrors, type Diagnostic, type Location, type RelatedPlace, type Severity } from "./diagnostics/diagnostic.js";
export type { OutputFile } from "./emit/output-file.js";
export { readTemplate } from "./templates.js";
export { version } from "./version.js";
