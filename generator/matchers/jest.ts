import type { ExchangeContract } from "../tools/exchanges/exchange-contract.js";
import { type Call, toMatchContract } from "./to-match-contract.js";

export { readContract } from "./read-contract.js";

/** For `expect.extend(matchers)`. */
export const matchers = { toMatchContract };

declare global {
  namespace jest {
    // As in @types/jest: merged declarations must have the same type parameters.
    interface Matchers<R, T = {}> {
      /** Checks that a response or an exchange matches a contract. Await it for a response of `fetch`. */
      toMatchContract(contract: ExchangeContract, call?: Call): T extends Response ? Promise<void> : R;
    }
  }
}
