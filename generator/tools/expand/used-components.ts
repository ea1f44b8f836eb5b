import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentName, componentPointer } from "../../document/reference.js";
import type { Places } from "../../document/source.js";

/** Found by name, not by reference. */
const named = "securitySchemes";

/**
 * The components that the rest of a document leads to, in their order. Any text that has the form of a pointer to a
 * component counts, so that discriminators and extensions keep what they name.
 */
export function usedComponents(document: JsonObject, components: JsonObject, places: Places): JsonObject {
  const reached = new Set<string>();
  const queue: JsonValue[] = [document];
  const visit = (value: JsonValue): void => {
    if (typeof value === "string") {
      if (!value.startsWith("#/components/") || reached.has(value)) return;
      reached.add(value);
      const section = value.split("/")[2]!;
      const target = own(ownObject(components, section), componentName(value, section) ?? "");
      if (target !== undefined) queue.push(target);
    } else if (typeof value === "object" && value !== null) for (const item of Object.values(value)) visit(item);
  };
  for (const value of queue) visit(value);

  const used: JsonObject = {};
  places.copy(components, used);
  for (const [section, entries] of Object.entries(components)) {
    if (section === named || section.startsWith("x-") || !isObject(entries)) used[section] = entries;
    else {
      const kept: JsonObject = {};
      places.copy(entries, kept);
      for (const [name, value] of Object.entries(entries)) if (reached.has(componentPointer(section, name))) kept[name] = value;
      if (Object.keys(kept).length > 0) used[section] = kept;
    }
  }
  return used;
}
