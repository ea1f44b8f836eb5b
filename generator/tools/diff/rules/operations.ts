import { quote } from "../../../diagnostics/escape.js";
import { type ContractPair, removedOperations } from "../contract/contract-pair.js";
import { describeOperation } from "../contract/operations.js";
import { added } from "../contract/pairs.js";
import { inContract } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A new operation. */
export const operationAdded: PairRule<ContractPair> = {
  id: "operation-added",
  breaks: "server",
  isAddition: true,
  why: "Handlers are an exhaustive map, so a server doesn't compile until it has one for the operation.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses: { "200": { description: Done. } }
    +     delete:
    +       operationId: deleteOrder
    +       responses: { "204": { description: Gone. } }
  `),
  check({ before, operations, movedOperations }, report) {
    const moved = movedOperations.map((pair) => pair.after);
    for (const operation of added(operations)) {
      if (operation.role !== "api" || moved.includes(operation)) continue;
      const anchors = { before: at(before.root, "paths"), after: operation.anchor };
      report(`${describeOperation(operation)} is a new operation`, anchors);
    }
  },
};

/** An operation with the same `operationId` at another path or with another method. */
export const operationMoved: PairRule<ContractPair> = {
  id: "operation-moved",
  breaks: "client",
  why: "Clients that call it at its old path receive 404 or 405.",
  example: inContract(`
      paths:
    -   /orders/{order_id}:
    +   /shop/orders/{order_id}:
          get:
            operationId: getOrder
            responses: { "200": { description: Done. } }
  `),
  check({ movedOperations }, report) {
    for (const { before, after } of movedOperations) {
      if (after.role === "callback") continue;
      const [from, to] = [before, after].map(({ model }) => quote(`${model.method} ${model.path}`));
      report(`${describeOperation(after)} moved from ${from} to ${to}`, { before: before.anchor, after: after.anchor });
    }
  },
};

/** An operation that was removed without prior deprecation. */
export const operationRemovedWithoutDeprecation: PairRule<ContractPair> = {
  id: "operation-removed-without-deprecation",
  breaks: "client",
  why: "Clients that call it receive 404 or 405 without prior notice. Deprecate an operation for at least one version before removing it.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses: { "200": { description: Done. } }
    -     delete:
    -       operationId: deleteOrder
    -       responses: { "204": { description: Gone. } }
  `),
  check(pair, report) {
    for (const operation of removedOperations(pair, "api").filter(({ model }) => !model.deprecated)) {
      const anchors = { before: operation.anchor, after: at(pair.after.root, "paths"), isGone: true };
      report(`${describeOperation(operation)} was removed without prior deprecation`, anchors);
    }
  },
};

/** A deprecated operation that was removed. */
export const operationRemoved: PairRule<ContractPair> = {
  id: "operation-removed",
  breaks: "client",
  why: "Clients that still call it receive 404 or 405, although its deprecation was announced.",
  example: inContract(`
      paths:
        /orders/{order_id}:
          get:
            operationId: getOrder
            responses: { "200": { description: Done. } }
    -     delete:
    -       operationId: deleteOrder
    -       deprecated: true
    -       responses: { "204": { description: Gone. } }
  `),
  check(pair, report) {
    for (const operation of removedOperations(pair, "api").filter(({ model }) => model.deprecated)) {
      const anchors = { before: operation.anchor, after: at(pair.after.root, "paths"), isGone: true };
      report(`${describeOperation(operation)} was removed after its deprecation`, anchors);
    }
  },
};
