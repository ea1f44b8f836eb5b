import { suggest } from "../../diagnostics/suggest.js";
import type { ExchangeContract } from "../../tools/exchanges/exchange-contract.js";
import { UsageError } from "../usage-error.js";

/** Reads `--service-type`: `postgres` for all services, `<id>=postgres` for one of them. */
export function readServiceTypes(texts: readonly string[], { actions }: ExchangeContract): Map<string, string> {
  const types = new Map<string, string>();
  for (const text of texts) {
    const at = text.lastIndexOf("=");
    const type = text.slice(at + 1);
    if (!actions.has(type)) {
      const near = suggest(type, actions.keys());
      const hint = near === undefined ? `It has ${[...actions.keys()].join(", ")}.` : `Did you mean ${near}?`;
      throw new UsageError(`the contract has no service type '${type}'\n(${hint})`);
    }
    types.set(at < 0 ? "*" : text.slice(0, at), type);
  }
  return types;
}
