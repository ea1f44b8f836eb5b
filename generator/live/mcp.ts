import type { McpContract, McpFacts } from "../../templates/runtime/mcp/contract.js";
import { describeMcp, type LeftOut } from "../emit/mcp/describe-mcp.js";
import { createClient, retry, validate, type LiveOperation } from "./client.js";
import type { LiveContract } from "./live-contract.js";
import { follow } from "./services.js";

/** What servers of the Model Context Protocol know of a live contract, and the calls that are no tools. */
export function createMcpContract(contract: LiveContract): McpContract & { readonly leftOut: readonly LeftOut[] } {
  // Its getters stay: what they return is of no use before the first call.
  return Object.assign(describeMcp(contract.model), {
    createClient: (options) => createClient(contract, options).operations,
    retry: () => retry(contract),
    validate: (options) => validate(contract.validators, options),
    follow: (call, body, options) => follow(contract, call as unknown as LiveOperation, body, options as object),
    loadAllErrors: contract.validators.loadAllErrors,
  } satisfies Omit<McpContract, keyof McpFacts>);
}
