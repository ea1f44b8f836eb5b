import type { RelatedLocation } from "../diagnostics/diagnostic.js";
import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { unionKeywords } from "./fold-schema.js";
import { isObject, own, ownObject, setSorted, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { componentPointer, referencedName } from "./reference.js";
import { openApiVersion, subschemasAt } from "./visitor.js";

/**
 * Resolves cycles of parents that list their children: `Animal: { oneOf: [Cat] }` with `Cat: { allOf: [Animal] }`. By JSON Schema they
 * accept nothing. Their authors mean that a child has the parent's other keywords, so these become a component of their own, which the
 * children extend. Changes the document in place, and returns whether it did (decision 157).
 */
export function resolveListedChildren(
  document: JsonObject,
  parents: Iterable<string>,
  locations: Locations,
  problems: Report,
): boolean {
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  if (!schemas) return false;
  const hasSiblings = openApiVersion(document) !== "3.0";
  let isChanged = false;
  for (const name of [...parents].sort()) {
    const parent = own(schemas, name);
    if (!isObject(parent)) continue;
    const lists = unionKeywords.flatMap((keyword) => {
      const extensions = findExtensions(subschemasAt(parent, keyword), name, schemas, hasSiblings);
      return extensions.length > 0 ? [{ keyword, extensions }] : [];
    });
    if (lists.length === 0) continue;
    isChanged = true;
    const base = baseName(name, schemas);
    const omitted = new Set<string>(["discriminator", ...lists.map(({ keyword }) => keyword)]);
    const rest = Object.fromEntries(Object.entries(parent).filter(([key]) => !omitted.has(key)));
    locations.copy(parent, rest);
    setSorted(schemas, base, rest);
    const related = lists.flatMap(({ extensions }) =>
      extensions.map((extension): RelatedLocation | undefined => {
        const location = locations.value(extension, "$ref");
        return location && { message: "this alternative extends it", location };
      }),
    );
    const { keyword } = lists[0]!;
    report(problems, "listed-children", { name, keyword, base }, locations.key(parent, keyword), { related });
    for (const { extensions } of lists) for (const extension of extensions) extension["$ref"] = componentPointer("schemas", base);
  }
  return isChanged;
}

function baseName(parent: string, schemas: JsonObject): string {
  let name = `${parent}Base`;
  for (let count = 2; Object.hasOwn(schemas, name); count++) name = `${parent}Base${count}`;
  return name;
}

/** Returns the references to a parent by which its alternatives extend it: parts of `allOf`, or references with keywords next to them. */
function findExtensions(
  alternatives: readonly JsonValue[],
  parent: string,
  schemas: JsonObject,
  hasSiblings: boolean,
): JsonObject[] {
  const found: JsonObject[] = [];
  const seen = new Set<JsonValue>([own(schemas, parent)!]);
  const stack: JsonValue[] = [...alternatives];
  for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const target = referencedName(schema);
    if (target === parent && hasSiblings && Object.keys(schema).length > 1) found.push(schema);
    else if (target !== undefined) stack.push(own(schemas, target) ?? true);
    for (const part of subschemasAt(schema, "allOf")) {
      if (isObject(part) && referencedName(part) === parent) found.push(part);
      else stack.push(part);
    }
    stack.push(...unionKeywords.flatMap((keyword) => subschemasAt(schema, keyword)));
  }
  return found;
}
