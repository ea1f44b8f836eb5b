import { quote } from "../../../diagnostics/escape.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { added, removed } from "../contract/pairs.js";
import { inContract } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A new service type. */
export const serviceTypeAdded: PairRule<ContractPair> = {
  id: "service-type-added",
  breaks: "server",
  isAddition: true,
  why: "A server doesn't compile until it has handlers for the actions of the service type.",
  example: inContract(`
      paths:
        /services/{service_id}/actions/{action}:
          post:
            responses: { "200": { description: Done. } }
            x-platform-postgres-actions:
              add_ip: { label: Add an address }
    +       x-platform-search-actions:
    +         create_index: { label: Create an index }
    +         delete_index: { label: Delete an index }
  `),
  check({ before, serviceTypes }, report) {
    for (const type of added(serviceTypes)) {
      const anchors = { before: at(before.root), after: type.anchor };
      report(`the service type ${quote(type.name)} is new, with ${countActions(type.actions.size)}`, anchors);
    }
  },
};

/** A service type that was removed with all of its actions. */
export const serviceTypeRemoved: PairRule<ContractPair> = {
  id: "service-type-removed",
  breaks: "client",
  why: "Clients that invoke an action of the service type receive an error such as a 404.",
  example: inContract(`
      paths:
        /services/{service_id}/actions/{action}:
          post:
            responses: { "200": { description: Done. } }
            x-platform-postgres-actions:
              add_ip: { label: Add an address }
    -       x-platform-search-actions:
    -         create_index: { label: Create an index }
    -         delete_index: { label: Delete an index }
  `),
  check({ after, serviceTypes }, report) {
    for (const type of removed(serviceTypes)) {
      const anchors = { before: type.anchor, after: at(after.root), isGone: true };
      report(`the service type ${quote(type.name)} was removed, with ${countActions(type.actions.size)}`, anchors);
    }
  },
};

/** `1 action`, `2 actions`. */
function countActions(count: number): string {
  return `${count} ${count === 1 ? "action" : "actions"}`;
}
