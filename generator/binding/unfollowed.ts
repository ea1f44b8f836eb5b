import { bindingKeys, samePath, servicePathOf, successSchema, type BindingSource, type BoundOperation } from "./binding.js";
import { inferState, statePointer } from "./following-states.js";
import { quote } from "../diagnostics/escape.js";
import { ownString, type JsonObject } from "../document/json-value.js";

/** Why clients can't follow the actions of an endpoint, and the binding to write. */
export interface Unfollowed {
  readonly text: string;
  readonly hint: string;
}

/** The parts of the responses after which an action may continue. */
export interface AcceptedParts {
  readonly body: JsonObject;
  /** In lower case. */
  readonly headers: readonly string[];
}

/**
 * Returns why actions can't be followed although the contract suggests it: a GET that is named like an operation resource, or a 202
 * with the location of one. `undefined` if nothing suggests it: callers may read the service, or need no outcome.
 */
export function explainUnfollowed(source: BindingSource, { body, headers }: AcceptedParts): Unfollowed | undefined {
  const { document, endpoint, operations, prefix, selector } = source;
  const write = (members: string, more = "") =>
    `Write ${bindingKeys(prefix).action}: { async: { ${members} } }${more}; async: null if callers don't follow.`;
  const header = ["operation-location", "location"].find((name) => headers.includes(name));
  const servicePath = servicePathOf(endpoint.path, selector);
  const resource = operations.find(
    (one) => one.method === "get" && isOperationPath(one.path) && !samePath(one.path, servicePath),
  );
  if (!resource) {
    // The URL may be that of the service, which callers read as usual.
    const isRead = operations.some(({ method, path }) => method === "get" && samePath(path, servicePath));
    if (header === undefined || isRead) return undefined;
    const text = `the URL in the header ${quote(header)} leads to no GET whose state distinguishes running from ended actions`;
    return { text, hint: write(`header: ${header}, operation: …, pending: […], done: […], failed: […]`) };
  }
  const id = ownString(resource.operation, "operationId");
  const operation = `operation: ${id ?? "…"}`;
  const schema = successSchema(resource, document);
  if (inferState(schema, document) === undefined) {
    const status = statePointer(schema, document);
    const from = header === undefined ? operation : `header: ${header}, ${operation}`;
    const text =
      status === undefined
        ? `${nameOf(resource)} has no state with listed values`
        : `the values at ${quote(status)} of ${nameOf(resource)} don't tell which actions are still running`;
    return { text, hint: write(`${from}, status: ${status ?? "/…"}, pending: […], done: […], failed: […]`) };
  }
  const [parameter = ""] = /[^{}]+(?=\}$)/.exec(resource.path) ?? [];
  const text = `the 202 has neither ${quote(parameter)}, which ${nameOf(resource)} requires, nor the header "location"`;
  const isEmpty = (body["anyOf"] as readonly unknown[]).length === 0;
  return { text, hint: write(`${operation}, id: /…`, isEmpty ? " and describe the id in the response" : "") };
}

/** Returns whether a path is named like that of an operation resource. Other words, such as `actions`, name too much else. */
function isOperationPath(path: string): boolean {
  return /(?:^|[-_/])(?:operations?|jobs?|tasks?|executions?)\/\{[^{}/]+\}$/i.test(path);
}

function nameOf({ method, path }: BoundOperation): string {
  return `${method.toUpperCase()} ${path}`;
}
