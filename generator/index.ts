export { compile, lint } from "./api/compile.js";
export { diff, type Change, type Difference, type DiffOptions } from "./api/diff.js";
export { docs, type DocsOptions } from "./api/docs.js";
export { expand, type ExpandOptions } from "./api/expand.js";
export { writeOutput, type Output, type WriteResult } from "./api/output.js";
export type { Compilation, CompileOptions, LintOptions } from "./compile.js";
export {
  defineConfig,
  type Config,
  type ContractConfig,
  type DocsConfig,
  type Level,
  type Suppression,
} from "./config.js";
export { hasErrors, type Diagnostic, type Location, type RelatedPlace, type Severity } from "./diagnostics/diagnostic.js";
export type { EmitContext } from "./emit/context.js";
export type { Emitter } from "./emit/emitter.js";
export type { OutputFile } from "./typescript/output-file.js";
export type { CustomRule, CustomRuleContext } from "./lint/custom-rule.js";
export type * from "./model/contract.js";
export { readTemplate } from "./templates.js";
export type { Exchange, ExchangeRequest, ExchangeResponse } from "./tools/exchanges/exchange.js";
export type { ExchangeContract } from "./tools/exchanges/exchange-contract.js";
export type { Finding } from "./tools/exchanges/finding.js";
export { ContractError, readContract } from "./tools/exchanges/read-contract.js";
export { validateExchange } from "./tools/exchanges/validate-exchange.js";
export { version } from "./version.js";
