import { quote } from "../diagnostics/escape.js";
import type { RelatedLocation } from "../diagnostics/diagnostic.js";
import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import { referencedName, referenceOf } from "./reference.js";
import { maxNesting } from "./limits.js";
import type { Locations } from "./locations.js";
import { forEachSubschema, structure } from "./visitor.js";

/**
 * Finds components that apply themselves to the same value again, through references alone or through `allOf` and
 * similar keywords: they can't validate any value. Recursion through properties or items is fine and not reported. Returns the names
 * of the schemas in cycles.
 */
export function findInPlaceCycles(document: JsonObject, locations: Locations, problems: Report): Set<string> {
  const names = new Set<string>();
  const components = ownObject(document, "components");
  for (const section of Object.keys(components ?? {})) {
    const entries = ownObject(components, section) ?? {};
    const state = new Map<string, "open" | "done">();
    const found = section === structure.schema.section ? names : new Set<string>();
    Object.keys(entries).every((name) => visit(name, section, entries, state, locations, problems, found));
  }
  return names;
}

/** Visits the schemas that a component applies. Returns false if the chain is too long to continue. */
function visit(
  start: string,
  section: string,
  entries: JsonObject,
  state: Map<string, "open" | "done">,
  locations: Locations,
  problems: Report,
  found: Set<string>,
): boolean {
  if (state.has(start)) return true;
  const stack = [{ name: start, edges: edgesOf(own(entries, start), section) }];
  state.set(start, "open");
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const edge = top.edges.pop();
    if (!edge) {
      state.set(top.name, "done");
      stack.pop();
    } else if (state.get(edge.name) === "open") {
      const cycle = stack.slice(stack.findIndex(({ name }) => name === edge.name));
      for (const { name } of cycle) found.add(name);
      const related = cycle.map(({ name }) => relatedLocation(name, entries, locations));
      report(problems, "ref-cycle", { ref: edge.ref }, locations.value(edge.holder, "$ref"), { related });
    } else if (stack.length > maxNesting) {
      report(problems, "ref-depth", { ref: edge.ref, limit: maxNesting }, locations.value(edge.holder, "$ref"));
      return false;
    } else if (!state.has(edge.name)) {
      state.set(edge.name, "open");
      stack.push({ name: edge.name, edges: edgesOf(own(entries, edge.name), section) });
    }
  }
  return true;
}

function relatedLocation(name: string, entries: JsonObject, locations: Locations): RelatedLocation | undefined {
  const isWrittenHere = locations.span(entries)?.entry(name) !== undefined;
  const location = isWrittenHere ? locations.key(entries, name) : locations.value(entries[name] as JsonObject);
  return location && { message: `the cycle includes ${quote(name)}`, location };
}

interface ReferenceEdge {
  readonly name: string;
  readonly ref: string;
  readonly holder: JsonObject;
}

/** Returns the components that apply to the same value as this one. */
function edgesOf(value: JsonValue | undefined, section: string): ReferenceEdge[] {
  const edges: ReferenceEdge[] = [];
  const collect = (schema: JsonValue | undefined) => {
    if (!isObject(schema)) return;
    const name = referencedName(schema, section);
    if (name !== undefined) edges.push({ name, ref: referenceOf(schema)!, holder: schema });
    if (section !== structure.schema.section) return;
    forEachSubschema(schema, (subschema, { subject }) => {
      if (subject === "value") collect(subschema);
    });
  };
  collect(value);
  return edges;
}
