import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { operationKeys } from "../../document/path-operations.js";
import type { FoundEndpoint } from "./endpoint.js";

/** What entries are made for. */
export interface EntryContext {
  readonly document: JsonObject;
  readonly extensionPrefix: string;
  /** Whether the document is one file, so that its references may be written anywhere in it. */
  readonly isWhole: boolean;
}

/** Entries for `actions` of an overlay, and what is left of an endpoint. */
export interface Entries {
  readonly entries: readonly JsonObject[];
  /** How many actions these are. */
  readonly adopted: number;
  readonly open: readonly string[];
  /** What a person may want to know of them. */
  readonly notes?: readonly string[];
}

/** What a person reads of an entry. */
export function describe({ style, certainty }: FoundEndpoint, { length: count }: readonly unknown[]): string {
  return `${count === 1 ? "1 action" : `${count} actions`}, ${style} (${certainty})`;
}

/** Whether a text is such a description. */
export function isDescribed(description: string | undefined): boolean {
  return /^\d+ actions?, .+ \((?:certain|likely)\)$/.test(description ?? "");
}

/** Names that are listed in one line. */
const maxNames = 6;

/** Some names for a line of the report. */
export function listNames(names: readonly string[]): string {
  const more = names.length - maxNames;
  return `${names.slice(0, maxNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The key of the extension. */
export function actionsKey({ type }: FoundEndpoint, { extensionPrefix }: EntryContext): string {
  return `x-${extensionPrefix}-${type}-actions`;
}

/** The binding, under its key. */
export function extension(
  { selector, type }: FoundEndpoint,
  { extensionPrefix }: EntryContext,
  {
    from,
    response,
    async,
  }: { readonly from?: string | undefined; readonly response?: JsonValue; readonly async?: JsonObject | undefined } = {},
): JsonObject {
  const binding = {
    action: { ...selector },
    ...(from !== undefined && { from }),
    type: { const: type },
    ...(response !== undefined && { response }),
    ...(async && { async }),
  };
  return { [`x-${extensionPrefix}-action-binding`]: binding };
}

/** How a query selects the operation of a method in a path item. */
export function operationMember(method: string): string {
  return operationKeys(method).map(member).join("");
}

/** The JSONPath query that selects an operation, or what some names lead to in it. */
export function operationQuery(path: string, method: string, ...names: readonly string[]): string {
  return query("paths", path, ...operationKeys(method), ...names);
}

/** The JSONPath query that selects what some names lead to. */
export function query(...names: readonly string[]): string {
  return `$${names.map(member).join("")}`;
}

/** How a query selects what has a name. */
export function member(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
}
