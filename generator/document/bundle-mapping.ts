import { quote } from "../diagnostics/escape.js";
import type { Report } from "../diagnostics/report.js";
import { suggest } from "../diagnostics/suggest.js";
import { report } from "./diagnostics.js";
import type { Definition } from "./definition.js";
import type { FollowReference } from "./follow-reference.js";
import { own, ownObject, type JsonObject } from "./json-value.js";
import type { Locations } from "./locations.js";
import type { ParsedFile } from "./read-source.js";
import type { Kind } from "./visitor.js";

/** What bundling a mapping needs of the bundler. */
export interface MappingContext {
  readonly entry: ParsedFile;
  readonly locations: Locations;
  readonly problems: Report;
  readonly follow: FollowReference;
  /** Follows a reference whose target must be of a certain kind. */
  readonly followTo: (holder: JsonObject, key: string, kind: Kind, file: ParsedFile) => Definition | undefined;
  /** Redirects a reference to a component, or to a future one. */
  readonly refer: (holder: JsonObject, key: string, kind: Kind, definition: Definition) => void;
}

/** Points the values of a copied Discriminator Object to components, and drops those that lead nowhere. */
export function closeMapping(copy: JsonObject, value: JsonObject, file: ParsedFile, context: MappingContext): void {
  const { locations, problems, refer } = context;
  if (own(value, "propertyName") === "__proto__") {
    report(problems, "forbidden-name", { name: "__proto__" }, locations.value(value, "propertyName"));
  }
  if (Object.hasOwn(value, "defaultMapping")) {
    const found = followMapping(value, "defaultMapping", file, context);
    if (found) refer(copy, "defaultMapping", "schema", found);
    else dropMapping(copy, "defaultMapping", value, locations);
  }
  const mapping = ownObject(value, "mapping");
  const mappingCopy = ownObject(copy, "mapping");
  if (!mapping || !mappingCopy) return;
  for (const key of Object.keys(mapping)) {
    const found = followMapping(mapping, key, file, context);
    if (found) refer(mappingCopy, key, "schema", found);
    else dropMapping(mappingCopy, key, mapping, locations);
  }
}

function dropMapping(copy: JsonObject, key: string, value: JsonObject, locations: Locations): void {
  delete copy[key];
  locations.standIn(value, key, {});
}

/** Returns the schema with a name, of the main document or of another file. */
function namedSchema(name: string, files: readonly ParsedFile[]): Definition | undefined {
  for (const candidate of files) {
    const value = own(schemasIn(candidate), name);
    if (value !== undefined) return { value, file: candidate, segments: ["components", "schemas", name], kind: "schema" };
  }
  return undefined;
}

/** A mapping may contain the bare name of a component, of the main document or of its own file. */
function followMapping(
  mapping: JsonObject,
  key: string,
  file: ParsedFile,
  { entry, follow, followTo, locations, problems }: MappingContext,
): Definition | undefined {
  const files = [entry, file];
  const name = mapping[key]!;
  if (typeof name !== "string") return follow(mapping, key, file);
  const named = namedSchema(name, files);
  if (named) return named;
  if (/[./#]/.test(name)) return followTo(mapping, key, "schema", file);
  const near = suggest(
    name,
    files.flatMap((candidate) => Object.keys(schemasIn(candidate) ?? {})),
  );
  const reason = "there is no schema or file of this name";
  const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
  report(problems, "ref-unresolved", { ref: name, reason }, locations.value(mapping, key), { hint });
  return near === undefined ? undefined : namedSchema(near, files);
}

function schemasIn({ value }: ParsedFile): JsonObject | undefined {
  return ownObject(ownObject(value, "components"), "schemas");
}
