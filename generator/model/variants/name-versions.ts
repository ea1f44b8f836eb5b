import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { createNamer } from "../names.js";
import { markedSchemas, type SchemaContext } from "../../json-schema/variants/marked-schemas.js";
import { rewriteSchema, type Rewriting } from "../../json-schema/variants/rewrite-schema.js";
import { foreignMark, type Schemas, type SchemaVariant } from "../../json-schema/variants/variant.js";

/** The components of a contract, some of them in several versions. */
export interface Versions {
  /** Whether any variant differs from the original. */
  readonly differ: boolean;
  /** Returns the name of a component in a variant, in a context of other schemas for the same value. */
  readonly nameOf: Rewriting["nameOf"];
  /** All versions by name. */
  readonly schemas: JsonObject;
}

/** A variant of a component, in a context, and its references. */
interface Node {
  readonly key: string;
  readonly component: string;
  readonly variant: SchemaVariant;
  readonly context: SchemaContext;
  readonly refersTo: Set<string>;
  /** Whether it differs from the original. */
  isChanged: boolean;
  /** Whether it differs from the same variant without its context. */
  isSpecial: boolean;
}

/** The maximum number of components with contexts; beyond it, contexts are ignored. */
const maxInContext = 20_000;

/** Which variant keeps the component's own name, if they differ; the others get a suffix. */
const words: Readonly<Record<SchemaVariant, string>> = {
  response: "Response",
  written: "Written",
  request: "Input",
  form: "Form",
  part: "Part",
};
const order = Object.keys(words) as SchemaVariant[];

/**
 * Names the versions of each component that the variants need. `visit` receives a function to call for every reference outside the
 * components. The version for responses keeps its name: `User`, and `UserInput` for requests.
 */
export function nameVersions(schemas: Schemas, visit: (refer: Rewriting["nameOf"]) => void): Versions {
  const nodes = new Map<string, Node>();
  const pending: Node[] = [];
  let inContext = 0;
  const keyOf = (component: string, variant: SchemaVariant, context: SchemaContext): string => {
    const mark = foreignMark(variant);
    return `${variant} ${component} ${mark === undefined ? "" : markedSchemas(schemas, mark).keyOf(context)}`;
  };
  const reach = (component: string, variant: SchemaVariant, context: SchemaContext): string => {
    const key = keyOf(component, variant, context);
    if (nodes.has(key)) return key;
    if (context.length > 0 && (inContext++ >= maxInContext || !schemas.has(component))) return reach(component, variant, []);
    const node = { key, component, variant, context, refersTo: new Set<string>(), isChanged: false, isSpecial: false };
    nodes.set(key, node);
    pending.push(node);
    return key;
  };
  let differ = false;
  visit((component, variant, context) => {
    reach(component, variant, context);
    return component;
  });
  while (pending.length > 0) {
    const node = pending.pop()!;
    const schema = schemas.get(node.component)!;
    const rewriteIn = (context: SchemaContext) =>
      rewriteSchema(
        schema,
        node.variant,
        {
          schemas,
          nameOf: (component, variant, inner) => {
            node.refersTo.add(reach(component, variant, inner));
            return component;
          },
          onChange: () => {
            node.isChanged = true;
            differ = true;
          },
        },
        context,
      );
    const rewritten = rewriteIn(node.context);
    if (node.context.length === 0) continue;
    reach(node.component, node.variant, []);
    const plain = rewriteSchema(schema, node.variant, { schemas, nameOf: (component) => component, onChange: () => undefined });
    node.isSpecial = JSON.stringify(plain) !== JSON.stringify(rewritten);
  }
  spread(
    nodes,
    (node) => node.isSpecial,
    (user) => user.context.length > 0 && (user.isSpecial = true),
  );
  for (const node of nodes.values()) if (node.isSpecial) node.isChanged = true;
  spread(
    nodes,
    (node) => node.isChanged,
    (user) => (user.isChanged = true),
  );
  const names = chooseNames(nodes, schemas);
  const nameOf: Rewriting["nameOf"] = (component, variant, context) =>
    names.get(keyOf(component, variant, context)) ?? names.get(keyOf(component, variant, [])) ?? component;
  const all: Record<string, JsonValue> = Object.fromEntries(schemas);
  const rewriting = { schemas, nameOf, onChange: () => undefined };
  for (const { key, component, variant, context, isSpecial } of nodes.values()) {
    all[names.get(key)!] = rewriteSchema(schemas.get(component)!, variant, rewriting, isSpecial ? context : []);
  }
  return { differ: differ || [...nodes.values()].some(({ isSpecial }) => isSpecial), nameOf, schemas: all };
}

/** Propagates a change of certain nodes to all nodes that lead to them; `change` returns whether it changed the node. */
function spread(nodes: ReadonlyMap<string, Node>, starts: (node: Node) => boolean, change: (user: Node) => boolean): void {
  const users = new Map<string, Node[]>();
  for (const node of nodes.values()) {
    for (const key of node.refersTo) {
      const list = users.get(key);
      if (list) list.push(node);
      else users.set(key, [node]);
    }
  }
  const changed = [...nodes.values()].filter(starts).map(({ key }) => key);
  for (const key of changed) {
    for (const user of users.get(key) ?? []) {
      if (!starts(user) && change(user)) changed.push(user.key);
    }
  }
}

/** The versions by node. Directions and contexts without an effect share a version. */
function chooseNames(nodes: ReadonlyMap<string, Node>, schemas: Schemas): Map<string, string> {
  const byComponent = new Map<string, Node[]>();
  for (const node of nodes.values()) byComponent.set(node.component, [...(byComponent.get(node.component) ?? []), node]);
  const nameVersion = createNamer(schemas.keys());
  const names = new Map<string, string>();
  for (const component of [...byComponent.keys()].sort(compare)) {
    const found = byComponent.get(component)!;
    // Versions that are the same in every context get the shorter names.
    const ordered = found.sort(
      (a, b) => Number(a.isSpecial) - Number(b.isSpecial) || order.indexOf(a.variant) - order.indexOf(b.variant),
    );
    const versions = new Map<string, string>();
    for (const { key, variant, isChanged, isSpecial } of ordered) {
      const version = isSpecial ? key : isChanged ? variant : "written";
      const name = versions.get(version) ?? (versions.size === 0 ? component : nameVersion(`${component}${words[variant]}`));
      versions.set(version, name);
      names.set(key, name);
    }
  }
  return names;
}
