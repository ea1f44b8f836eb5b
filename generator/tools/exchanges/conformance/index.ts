/** Holds running servers against their contracts. */
export type { Caller, TestAccess } from "./callers.js";
export type { TestCase } from "./case.js";
export type { Effect } from "./targets.js";
export { listCases, testContract, type CaseResult, type TestOptions, type TestReport } from "./test-contract.js";
export type { Limits, TestFetch } from "./transport.js";
export { readContract, type ExchangeContract } from "../exchange-contract.js";
export { ContractError } from "../../../lint/valid-contract.js";
