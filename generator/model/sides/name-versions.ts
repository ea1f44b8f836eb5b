import type { JsonObject, JsonValue } from "../../load/json-value.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { createNamer } from "../names.js";
import { rewriteSchema } from "./rewrite-schema.js";
import type { Schemas, Side } from "./side.js";

/** The components of a contract, some of them in several versions. */
export interface Versions {
  /** Whether any side differs from what is written. */
  readonly differ: boolean;
  /** The name of a component as it is on a side. */
  readonly nameOf: (component: string, side: Side) => string;
  /** All versions by name. */
  readonly schemas: JsonObject;
}

/** A component on a side, and what it refers to. */
interface Node {
  readonly component: string;
  readonly side: Side;
  readonly refersTo: Set<string>;
  isChanged: boolean;
}

/** Who gets the component's own name, where its sides differ; the others get a word behind it. */
const words: Readonly<Record<Side, string>> = {
  answer: "Answer",
  written: "Written",
  request: "Input",
  form: "Form",
  part: "Part",
};
const order = Object.keys(words) as Side[];

/**
 * Names the versions of each component that the sides need. `visit` is told what to call for every reference outside the
 * components. What an answer has keeps its name: `User`, and `UserInput` for what a request has.
 */
export function nameVersions(schemas: Schemas, visit: (refer: (component: string, side: Side) => string) => void): Versions {
  const nodes = new Map<string, Node>();
  const pending: Node[] = [];
  const reach = (component: string, side: Side): string => {
    const key = `${side} ${component}`;
    if (!nodes.has(key)) {
      const node = { component, side, refersTo: new Set<string>(), isChanged: false };
      nodes.set(key, node);
      pending.push(node);
    }
    return key;
  };
  let differ = false;
  visit((component, side) => {
    reach(component, side);
    return component;
  });
  while (pending.length > 0) {
    const node = pending.pop()!;
    rewriteSchema(schemas.get(node.component)!, node.side, {
      schemas,
      nameOf: (component, side) => {
        node.refersTo.add(reach(component, side));
        return component;
      },
      onChange: () => {
        node.isChanged = true;
        differ = true;
      },
    });
  }
  spread(nodes);
  const names = chooseNames(nodes, schemas);
  const nameOf = (component: string, side: Side) => names.get(`${side} ${component}`) ?? component;
  const all: Record<string, JsonValue> = Object.fromEntries(schemas);
  const rewriting = { schemas, nameOf, onChange: () => undefined };
  for (const [key, { component, side }] of nodes) {
    all[names.get(key)!] = rewriteSchema(schemas.get(component)!, side, rewriting);
  }
  return { differ, nameOf, schemas: all };
}

/** What refers to something that a side changes is changed by it too. */
function spread(nodes: ReadonlyMap<string, Node>): void {
  const users = new Map<string, Node[]>();
  for (const node of nodes.values()) {
    for (const key of node.refersTo) {
      const list = users.get(key);
      if (list) list.push(node);
      else users.set(key, [node]);
    }
  }
  const changed = [...nodes].filter(([, node]) => node.isChanged).map(([key]) => key);
  for (const key of changed) {
    for (const user of users.get(key) ?? []) {
      if (user.isChanged) continue;
      user.isChanged = true;
      changed.push(`${user.side} ${user.component}`);
    }
  }
}

/** By node. Sides that change nothing share a version. */
function chooseNames(nodes: ReadonlyMap<string, Node>, schemas: Schemas): Map<string, string> {
  const byComponent = new Map<string, Node[]>();
  for (const node of nodes.values()) byComponent.set(node.component, [...(byComponent.get(node.component) ?? []), node]);
  const nameVersion = createNamer(schemas.keys());
  const names = new Map<string, string>();
  for (const component of [...byComponent.keys()].sort(compare)) {
    const sides = byComponent.get(component)!.sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side));
    const versions = new Map<Side, string>();
    for (const { side, isChanged } of sides) {
      const version: Side = isChanged ? side : "written";
      const name = versions.get(version) ?? (versions.size === 0 ? component : nameVersion(`${component}${words[side]}`));
      versions.set(version, name);
      names.set(`${side} ${component}`, name);
    }
  }
  return names;
}
