import { compare } from "../diagnostics/diagnostic.js";
import { isObject, ownObject, type JsonObject } from "../document/json-value.js";
import { operationFields, operationsOf } from "../document/path-operations.js";
import { resolveComponent } from "../document/reference.js";
import { buildOperation } from "./build-operation.js";
import type { ContractWithDocuments, Operation, SentRequest } from "./contract.js";
import { mergeParameters } from "./merge-parameters.js";
import { createNamer } from "./names.js";
import { operationObject } from "./source-objects.js";

/** Returns the requests that a contract's service sends, sorted by name and method. */
export function buildSentRequests(document: JsonObject, operations: readonly Operation[]): SentRequest[] {
  return sentItems(document, operations)
    .flatMap(([name, item]) => requestsOf(name, item, document))
    .sort((a, b) => compare(a.name, b.name) || compare(a.method, b.method));
}

/** Returns the document with callbacks among the webhooks, for tools that only support these. */
export function documentWithCallbacks({ document, operations, sentRequests }: ContractWithDocuments): JsonObject {
  if (sentRequests.length === 0) return document;
  const items = new Map(sentItems(document, operations));
  const known = new Set<unknown>(operations.map(({ id }) => id));
  const webhooks = [...new Set(sentRequests.map(({ name }) => name))].map(
    (name) => [name, withoutRepeatedIds(items.get(name)!, known)] as const,
  );
  return { ...document, webhooks: Object.fromEntries(webhooks) };
}

/** Operations may share a path item or a callback of `components`: only its first use keeps the operation's id. */
function withoutRepeatedIds(item: JsonObject, known: Set<unknown>): JsonObject {
  const copy = { ...item };
  for (const { method, operation } of operationsOf(item)) {
    const { operationId: id, ...rest } = operation;
    if (known.has(id)) Object.assign(copy, operationFields(copy, method, rest));
    else if (id !== undefined) known.add(id);
  }
  return copy;
}

/** Returns the Path Item Objects of webhooks and callbacks by name. */
function sentItems(document: JsonObject, operations: readonly Operation[]): [name: string, item: JsonObject][] {
  const items = Object.entries(ownObject(document, "webhooks") ?? {});
  const name = createNamer(items.map(([webhook]) => webhook));
  for (const operation of operations) {
    const callbacks = ownObject(operationObject(document, operation), "callbacks") ?? {};
    for (const [callback, written] of Object.entries(callbacks)) {
      const expressions = resolveComponent(written, document);
      if (!isObject(expressions)) continue;
      for (const [expression, item] of Object.entries(expressions)) {
        if (!expression.startsWith("x-")) items.push([name(`${operation.id}.${callback}`), item]);
      }
    }
  }
  return items.filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
}

function requestsOf(name: string, item: JsonObject, document: JsonObject): SentRequest[] {
  return operationsOf(item).map(({ method, operation: written }) => {
    const parameters = mergeParameters({ pathItem: item, operation: written }, (parameter) =>
      resolveComponent(parameter, document),
    );
    const sent = { id: `${name} ${method}`, method, path: name, operation: { ...written, parameters } };
    return { name, method, operation: buildOperation(sent, { document, extensionPrefix: "" }) };
  });
}
