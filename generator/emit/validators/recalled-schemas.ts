import { isObject, type JsonValue } from "../../document/json-value.js";
import { referencedName } from "../../document/reference.js";
import { forEachSubschema } from "../../document/visitor.js";

/** The schemas that each schema refers to, once per reference. */
type References = ReadonlyMap<string, readonly string[]>;

/** The maximum number of times that the references in a schema may check the same part of a value without recalling results. */
const maxChecks = 4;

const known = new WeakMap<ReadonlyMap<string, JsonValue>, ReadonlySet<string>>();

/**
 * Returns the names of the schemas whose validators should check each part of a value once: recursive ones, and those
 * whose references, transitive ones included, could check the same part many times, as nested alternatives do.
 */
export function recalledSchemas(schemas: ReadonlyMap<string, JsonValue>): ReadonlySet<string> {
  let recalled = known.get(schemas);
  if (!recalled) known.set(schemas, (recalled = findRecalled(schemas)));
  return recalled;
}

function findRecalled(schemas: ReadonlyMap<string, JsonValue>): ReadonlySet<string> {
  const references = new Map([...schemas].map(([name, schema]) => [name, referencesIn(schema)]));
  const referrers = invert(references);
  const recalled = new Set(schemas.keys());
  for (const name of endsFirst(recalled, references, referrers)) recalled.delete(name);
  // A schema that only leads to recursion is not recursive itself.
  for (const name of endsFirst(recalled, referrers, references)) recalled.delete(name);

  const others = new Set([...schemas.keys()].filter((name) => !recalled.has(name)));
  const checks = new Map<string, number>();
  for (const name of endsFirst(others, references, referrers)) {
    const count = countChecks(schemas.get(name)!, checks);
    if (count > maxChecks) recalled.add(name);
    else checks.set(name, Math.max(count, 1));
  }
  return recalled;
}

/** Keywords whose schemas never describe the same part. */
const disjoint: ReadonlySet<string> = new Set(["properties", "prefixItems"]);

/** Returns how often the references in a schema check the same part of a value at most; `checks`: those in other schemas. */
function countChecks(schema: JsonValue, checks: ReadonlyMap<string, number>): number {
  if (!isObject(schema)) return 0;
  const name = referencedName(schema);
  let count = name === undefined ? 0 : (checks.get(name) ?? 1);
  let most = 0;
  forEachSubschema(schema, (part, _keyword, { key }) => {
    const inPart = countChecks(part, checks);
    if (disjoint.has(key)) most = Math.max(most, inPart);
    else count += inPart;
  });
  return count + most;
}

function referencesIn(value: JsonValue, found: string[] = []): string[] {
  if (!isObject(value)) return found;
  const name = referencedName(value);
  if (name !== undefined) found.push(name);
  forEachSubschema(value, (part) => referencesIn(part, found));
  return found;
}

function invert(references: References): References {
  const referrers = new Map<string, string[]>([...references.keys()].map((name) => [name, []]));
  for (const [name, names] of references) for (const reference of names) referrers.get(reference)?.push(name);
  return referrers;
}

/** Returns the names among `names` that lead to an end, each after all that it leads to. Omits those in cycles. */
function endsFirst(names: ReadonlySet<string>, next: References, previous: References): string[] {
  const open = new Map([...names].map((name) => [name, next.get(name)!.filter((other) => names.has(other)).length]));
  const ends = [...names].filter((name) => open.get(name) === 0);
  // The list grows during the iteration.
  for (const end of ends) {
    for (const name of previous.get(end)!) {
      const left = (open.get(name) ?? 0) - 1;
      open.set(name, left);
      if (left === 0) ends.push(name);
    }
  }
  return ends;
}
