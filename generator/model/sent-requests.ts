import { httpMethods } from "../document/visitor.js";
import { compare } from "../diagnostics/diagnostic.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { buildOperation } from "./build-operation.js";
import type { Contract, Operation } from "./contract.js";
import { createNamer } from "./names.js";

/** A request that the service sends: a webhook, or a callback of an operation. */
export interface SentRequest {
  /** Of the webhook, or `<operation>.<callback>`. */
  readonly name: string;
  /** In lower case. */
  readonly method: string;
  /** What is sent and what may be answered; its path is the name. */
  readonly operation: Operation;
  /** The Path Item Object that it stands in. */
  readonly item: JsonObject;
}

/** The requests that a contract's service sends, sorted by name and method. */
export function sentRequests({ document, operations }: Contract): SentRequest[] {
  const items = Object.entries(ownObject(document, "webhooks") ?? {});
  const name = createNamer(items.map(([webhook]) => webhook));
  for (const { id, path, method } of operations) {
    const operation = ownObject(ownObject(ownObject(document, "paths"), path), method.toLowerCase());
    for (const [callback, expressions] of Object.entries(ownObject(operation, "callbacks") ?? {})) {
      if (!isObject(expressions)) continue;
      for (const [expression, item] of Object.entries(expressions)) {
        if (!expression.startsWith("x-")) items.push([name(`${id}.${callback}`), item]);
      }
    }
  }
  return items
    .flatMap(([webhook, item]) => (isObject(item) ? requestsOf(webhook, item, document) : []))
    .sort((a, b) => compare(a.name, b.name) || compare(a.method, b.method));
}

function requestsOf(name: string, item: JsonObject, document: JsonObject): SentRequest[] {
  return httpMethods.flatMap((method) => {
    const written = ownObject(item, method);
    if (!written) return [];
    const parameters: JsonValue[] = [own(item, "parameters"), own(written, "parameters")].flatMap((list) =>
      Array.isArray(list) ? list : [],
    );
    const operation = buildOperation(`${name} ${method}`, method, name, { ...written, parameters }, document, [], "");
    return [{ name, method, operation, item }];
  });
}
