import type { BoundOperation } from "../../binding/binding.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { operationKeys } from "../../document/path-operations.js";
import type { SecretSearch } from "../../json-schema/secrets.js";
import type { FoundEndpoint } from "./endpoint.js";

/** The input for creating entries. */
export interface EntryContext {
  readonly document: JsonObject;
  /** The operations of the document. */
  readonly operations: readonly BoundOperation[];
  /** The ids of its operations. */
  readonly operationIds: ReadonlySet<string | undefined>;
  /** Finds the secrets of responses, which contain no `writeOnly` value. */
  readonly secrets: SecretSearch;
  readonly extensionPrefix: string;
  /** Whether the document is a single file, so that references may point anywhere in it. */
  readonly isWhole: boolean;
  /** Whether a value is in a file that an overlay can't change or copy from. */
  readonly isElsewhere: (value: JsonValue | undefined) => boolean;
}

/** Entries for `actions` of an overlay, and the parts of an endpoint that they leave out. */
export interface Entries {
  readonly entries: readonly JsonObject[];
  /** The number of adopted actions. */
  readonly adopted: number;
  readonly open: readonly string[];
  /** Remarks for the user. */
  readonly notes?: readonly string[];
}

/** Returns the description of an entry. */
export function describe({ style, certainty }: FoundEndpoint, { length: count }: readonly unknown[]): string {
  return `${count === 1 ? "1 action" : `${count} actions`}, ${style} (${certainty})`;
}

/** Returns whether a text is such a description. */
export function isDescribed(description: string | undefined): boolean {
  return /^\d+ actions?, .+ \((?:certain|likely)\)$/.test(description ?? "");
}

/** The maximum number of names in a line. */
const maxNames = 6;

/** Lists names for a line of the report. */
export function listNames(names: readonly string[]): string {
  const more = names.length - maxNames;
  return `${names.slice(0, maxNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Returns the key of the extension. */
export function actionsKey({ type }: FoundEndpoint, { extensionPrefix }: EntryContext): string {
  return `x-${extensionPrefix}-${type}-actions`;
}

/** Returns the actions and the binding under their keys. */
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

/** Returns the part of a query that selects the operation of a method in a path item. */
export function operationMember(method: string): string {
  return operationKeys(method).map(member).join("");
}

/** Returns the JSONPath query for an operation, or for the value below it at some names. */
export function operationQuery(path: string, method: string, ...names: readonly string[]): string {
  return query("paths", path, ...operationKeys(method), ...names);
}

/** Returns the JSONPath query for the value at some names. */
export function query(...names: readonly string[]): string {
  return `$${names.map(member).join("")}`;
}

/** Returns the part of a query that selects a member by name. */
export function member(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
}
