import { own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { isOpaque } from "./keywords.js";
import type { Condition } from "./shape.js";
import type { Node, SchemaView } from "./view.js";

/** What a schema says that holds only if something else does, and what nothing here understands. */
export function ownConditions(schema: JsonObject, view: SchemaView): Condition[] {
  const conditions: Condition[] = [];
  const add = (condition: Condition) => void conditions.push(condition);
  const nodes = (...list: (JsonValue | undefined)[]): Node => view.node(list.filter((item) => item !== undefined));
  const required = ownObject(schema, "dependentRequired") ?? {};
  for (const property of Object.keys(required)) {
    const names = ownStrings(required, property);
    const text = `dependentRequired ${property} ${names.toSorted().join()}`;
    add({ kind: "dependent", schema, keyword: "dependentRequired", property, names, node: nodes(), text });
  }
  const schemas = ownObject(schema, "dependentSchemas") ?? {};
  for (const [property, value] of Object.entries(schemas)) {
    const node = nodes(value);
    const text = `dependentSchemas ${property} ${node.meaning}`;
    add({ kind: "dependent", schema, keyword: "dependentSchemas", property, names: [], node, text });
  }
  if (own(schema, "if") !== undefined) {
    const parts = { if: view.strict.node([schema["if"]!]), then: nodes(own(schema, "then")), else: nodes(own(schema, "else")) };
    const text = `if ${parts.if.meaning} then ${parts.then.meaning} else ${parts.else.meaning}`;
    add({ kind: "if", schema, keyword: "if", ...parts, text });
  }
  if (own(schema, "contains") !== undefined) {
    const { minContains: least, maxContains: most } = schema;
    const node = view.strict.node([schema["contains"]!]);
    const bounds = { least: typeof least === "number" ? least : 1, most: typeof most === "number" ? most : Infinity };
    add({
      kind: "contains",
      schema,
      keyword: "contains",
      node,
      ...bounds,
      text: `contains ${node.meaning} ${bounds.least} ${bounds.most}`,
    });
  }
  for (const keyword of Object.keys(schema).filter(isOpaque)) {
    add({ kind: "opaque", schema, keyword, text: `${keyword} ${JSON.stringify(schema[keyword])}` });
  }
  return conditions;
}
