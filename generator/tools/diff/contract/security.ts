import { equal } from "../../../../templates/runtime/validators/guard.js";
import { quote } from "../../../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import type { Operation } from "../../../model/contract.js";
import { at, type Anchor } from "../rule.js";
import type { ContractVersion } from "./contract-version.js";
import type { OperationPair, OperationVersion } from "./operations.js";
import type { Pair } from "./pairs.js";
import { urlKey } from "./url-key.js";

/** Returns the Security Scheme Objects of a version by name. */
export function schemesOf({ document, resolve }: ContractVersion): ReadonlyMap<string, JsonObject> {
  const schemes = ownObject(ownObject(document, "components"), "securitySchemes") ?? {};
  const entries = Object.entries(schemes).map(([name, scheme]) => [name, resolve(scheme)] as const);
  return new Map(entries.filter((entry): entry is [string, JsonObject] => isObject(entry[1])));
}

/** Returns the anchor of a security scheme of a version. */
export function schemeAnchor({ document }: ContractVersion, name: string): Anchor {
  return at(ownObject(ownObject(document, "components"), "securitySchemes")!, name);
}

/** Returns the new names of schemes that are otherwise unchanged. Identical schemes can't be matched and are left out. */
export function renamedSchemes(versions: Pair<ContractVersion>): ReadonlyMap<string, string> {
  const [before, after] = [schemesOf(versions.before), schemesOf(versions.after)];
  const gone = [...before].filter(([name]) => !after.has(name));
  const found = [...after].filter(([name]) => !before.has(name));
  return new Map(
    gone.flatMap(([name, scheme]) => {
      const alike = found.filter(([, other]) => isSameScheme(scheme, other));
      const isOnly = alike.length === 1 && gone.filter(([, other]) => isSameScheme(scheme, other)).length === 1;
      return isOnly ? [[name, alike[0]![0]] as const] : [];
    }),
  );
}

/** Returns the names of the schemes that operations require. */
export function usedSchemes(operations: ReadonlyMap<string, OperationVersion>): ReadonlySet<string> {
  return new Set([...operations.values()].flatMap(({ model }) => model.security.flatMap(Object.keys)));
}

function isSameScheme(one: JsonObject, other: JsonObject): boolean {
  return equal(comparable(one), comparable(other));
}

function comparable({ description: _, bearerFormat: _hint, ...scheme }: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(scheme).map(([field, value]) => [field, fieldKey(scheme, field) ?? value]));
}

/** Returns the value of a field of a security scheme or a flow in a form that equivalent values share. */
export function fieldKey(holder: JsonObject, field: string): JsonValue | undefined {
  const value = own(holder, field);
  if (typeof value !== "string") return value;
  // RFC 9110: names of schemes (11.1) and of headers (5.1) are case-insensitive.
  if (field === "scheme" || (field === "name" && own(holder, "in") === "header")) return value.toLowerCase();
  return field.endsWith("Url") ? urlKey(value) : value;
}

/** One way to be authorized: scopes by security scheme, all required; an empty one authorizes everybody. */
export type Requirement = Operation["security"][number];

/** Returns the alternative requirements of an operation in both versions, with schemes named as in `after`. */
export function alternativesOf({ before, after }: OperationPair): Pair<readonly Requirement[]> {
  const names = renamedSchemes({ before: before.version, after: after.version });
  const rename = (requirement: Requirement): Requirement =>
    Object.fromEntries(Object.entries(requirement).map(([name, scopes]) => [names.get(name) ?? name, scopes]));
  return { before: listOf(before).map(rename), after: listOf(after) };
}

function listOf({ model }: OperationVersion): readonly Requirement[] {
  return model.security.length > 0 ? model.security : [{}];
}

/** Returns whether credentials that meet the first requirement also meet the second. */
export function isEnough(has: Requirement, needed: Requirement): boolean {
  return Object.entries(needed).every(
    ([scheme, scopes]) => Object.hasOwn(has, scheme) && scopes.every((scope) => has[scheme]!.includes(scope)),
  );
}

/** Returns a requirement as text: `"bearer" ("service:read")`. */
export function describeRequirement(requirement: Requirement): string {
  const parts = Object.entries(requirement).map(([scheme, scopes]) => {
    const list = scopes.map(quote).join(", ");
    return list === "" ? quote(scheme) : `${quote(scheme)} (${list})`;
  });
  return parts.join(" and ") || "no credentials";
}
