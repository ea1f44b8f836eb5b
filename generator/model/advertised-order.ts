import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent } from "../document/resolve-component.js";

/**
 * The order in which a service advertises its actions: that of the `name` enum of `capabilities.actions` in the schema
 * whose `type` is fixed to the service type, as a list has an order and a map has none. Names that it does not list
 * follow; without such a schema the given order is kept.
 */
export function advertisedOrder(serviceType: string, names: readonly string[], document: JsonObject): string[] {
  const schemas = ownObject(ownObject(document, "components"), "schemas") ?? {};
  const resolve = (value: JsonValue | undefined) => resolveComponent(value, document);
  const property = (schema: JsonValue | undefined, name: string) => resolve(own(ownObject(resolve(schema), "properties"), name));

  for (const schema of Object.values(schemas)) {
    if (!isObject(schema) || !isFixedTo(property(schema, "type"), serviceType)) continue;
    const entry = resolve(own(property(property(schema, "capabilities"), "actions"), "items"));
    const listed = ownStrings(property(entry, "name"), "enum").filter((name) => names.includes(name));
    if (listed.length > 0) return [...listed, ...names.filter((name) => !listed.includes(name))];
  }
  return [...names];
}

function isFixedTo(schema: JsonValue | undefined, value: string): boolean {
  const values = own(schema, "enum");
  return own(schema, "const") === value || (Array.isArray(values) && values.length === 1 && values[0] === value);
}
