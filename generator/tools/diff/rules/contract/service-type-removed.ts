import { quote } from "../../../../diagnostics/catalog/entry.js";
import type { ContractPair } from "../../contract/contract-pair.js";
import { removed } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";
import { countActions } from "./service-type-added.js";

/** A service type that is gone, with all of its actions. */
export const serviceTypeRemoved: PairRule<ContractPair> = {
  id: "service-type-removed",
  breaks: "client",
  why: "Clients that invoke an action of the type are answered 404.",
  check({ after, serviceTypes }, report) {
    for (const type of removed(serviceTypes)) {
      const places = { before: type.spot, after: at(after.document), isGone: true };
      report(`the service type ${quote(type.name)} is gone, with ${countActions(type.actions.size)}`, places);
    }
  },
};
