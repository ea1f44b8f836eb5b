import { isObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { structure, type Child, type Kind } from "../document/visitor.js";
import type { RuleContext } from "./rule.js";

/** An object of the document: a parameter, a response, ... */
export interface Part {
  readonly value: JsonObject;
  /** What has it: a map, or a list. */
  readonly holder: JsonObject | readonly JsonValue[];
  /** Its key in the holder, or its index as text. */
  readonly key: string;
}

const found = new WeakMap<JsonObject, Map<Kind, Part[]>>();

/** Every object of a kind in the upgraded document, components included, in document order; references are not followed. */
export function partsOf(context: RuleContext, kind: Kind): readonly Part[] {
  let parts = found.get(context.upgraded);
  if (!parts) {
    parts = collect(context.upgraded);
    found.set(context.upgraded, parts);
  }
  return parts.get(kind) ?? [];
}

function collect(document: JsonObject): Map<Kind, Part[]> {
  const parts = new Map<Kind, Part[]>();
  const visit = (value: JsonValue | undefined, kind: Kind, holder: Part["holder"], key: string): void => {
    // Schemas are most of a document, and the context has them already.
    if (!isObject(value) || kind === "schema") return;
    const list = parts.get(kind);
    if (list) list.push({ value, holder, key });
    else parts.set(kind, [{ value, holder, key }]);
    const { fields, others } = structure[kind];
    for (const [name, item] of Object.entries(value)) {
      const child: Child | undefined = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (child) visitChild(item, child, value, name);
      else if (others && !name.startsWith("x-")) visit(item, others, value, name);
    }
  };
  const visitChild = (item: JsonValue, child: Child, holder: JsonObject, key: string): void => {
    if ("one" in child) visit(item, child.one, holder, key);
    else if ("list" in child && Array.isArray(item))
      item.forEach((entry, index) => visit(entry, child.list, item, String(index)));
    else if ("map" in child && isObject(item)) {
      for (const [name, entry] of Object.entries(item)) visit(entry, child.map, item, name);
    }
  };
  visit(document, "root", document, "");
  return parts;
}
