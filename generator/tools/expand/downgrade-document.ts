import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../document/json-value.js";
import type { Locations } from "../../document/locations.js";
import { operationsOf } from "../../document/path-operations.js";
import { referenceOf, resolveComponent } from "../../document/reference.js";
import { type Kind, mapChildren } from "../../document/visitor.js";
import { withComponents } from "./build-document.js";
import { report } from "./diagnostics.js";
import { lowerQuerystring } from "./lower-querystring.js";
import { SchemaDowngrade } from "./downgrade-schema.js";
import type { TargetVersion } from "./expansion.js";

/** Fields by kind that a version introduced. Those in `silent` are texts, or facts that documents don't need here. */
const newFields: Readonly<Record<Exclude<TargetVersion, "3.0"> | "3.2", Partial<Record<Kind, readonly string[]>>>> = {
  "3.1": { root: ["jsonSchemaDialect", "webhooks"], components: ["pathItems"] },
  "3.2": {
    root: ["$self"],
    components: ["mediaTypes"],
    discriminator: ["defaultMapping"],
    encoding: ["encoding", "itemEncoding", "prefixEncoding"],
    mediaType: ["itemEncoding", "itemSchema", "prefixEncoding"],
    pathItem: ["additionalOperations", "query"],
    response: ["summary"],
    securityScheme: ["deprecated", "oauth2MetadataUrl"],
  },
};
const silent: ReadonlySet<string> = new Set([
  "$self",
  "deprecated",
  "jsonSchemaDialect",
  "mediaTypes",
  "oauth2MetadataUrl",
  "pathItems",
  "summary",
]);

/**
 * Returns a function that converts documents to a version. Each part that is left out is reported once, even if several
 * documents have it.
 */
export function createDowngrade(
  version: TargetVersion,
  locations: Locations,
  problems: Diagnostic[],
): (document: JsonObject) => JsonObject {
  const known = new Set<string>();
  const lose = (feature: string, holder: object, key = feature): void => {
    const location = locations.key(holder, key);
    const id = JSON.stringify([feature, location?.path, location?.line, location?.column]);
    if (!known.has(id)) report(problems, "expand-left-out", { feature, version }, location);
    known.add(id);
  };
  return (document) => new Downgrade(document, version, locations, lose).convert();
}

type Lose = (feature: string, holder: object, key?: string) => void;

class Downgrade {
  readonly #document: JsonObject;
  readonly #is30: boolean;
  readonly #locations: Locations;
  readonly #lose: Lose;
  readonly #schemas: SchemaDowngrade;

  constructor(document: JsonObject, version: TargetVersion, locations: Locations, lose: Lose) {
    this.#document = document;
    this.#is30 = version === "3.0";
    this.#locations = locations;
    this.#lose = lose;
    const schemas = ownObject(ownObject(document, "components"), "schemas") ?? {};
    this.#schemas = new SchemaDowngrade(schemas, locations, lose);
  }

  convert(): JsonObject {
    if (!this.#is30 && String(this.#document["openapi"]).startsWith("3.1")) return this.#document;
    const document = this.#object(this.#document, "root");
    document["openapi"] = this.#is30 ? "3.0.3" : "3.1.0";
    if (Array.isArray(document["tags"])) document["tags"] = this.#without(document["tags"], ["kind", "parent", "summary"]);
    if (this.#is30) document["info"] = this.#info(document["info"] as JsonObject);
    // Drops components that only removed parts needed.
    return withComponents(document, ownObject(document, "components") ?? {}, this.#locations);
  }

  #object(value: JsonObject, kind: Kind): JsonObject {
    const isNew = (key: string) =>
      newFields["3.2"][kind]?.includes(key) || (this.#is30 && newFields["3.1"][kind]?.includes(key)) || false;
    for (const key of Object.keys(value)) if (isNew(key) && !silent.has(key)) this.#lose(key, value);
    const kept = Object.fromEntries(Object.entries(value).filter(([key]) => !isNew(key) || key === "webhooks"));
    this.#locations.copy(value, kept);
    const onCopy = (from: object, to: object) => this.#locations.copy(from, to);
    const out = mapChildren(kept, kind, (child, childKind) => this.#part(child, childKind), { onCopy });
    this.#finish(out, value, kind);
    return out;
  }

  #part(child: JsonValue, kind: Kind): JsonValue {
    if (kind === "schema" && this.#is30) return this.#schemas.convert(child);
    if (!isObject(child)) return child;
    const ref = referenceOf(child);
    if (ref === undefined || kind === "schema") return this.#object(child, kind);
    return this.#is30 && kind !== "pathItem" ? { $ref: ref } : child;
  }

  /** Converts the fields of one kind of object. */
  #finish(out: JsonObject, from: JsonObject, kind: Kind): void {
    if (Array.isArray(out["servers"])) out["servers"] = this.#without(out["servers"], ["name"]);
    if (kind === "root" || kind === "operation") this.#security(out);
    if (kind === "operation" || kind === "pathItem") this.#parameters(out, from);
    if (kind === "response") out["description"] ??= "";
    if (kind === "parameter" && out["style"] === "cookie") {
      this.#lose("style: cookie", from, "style");
      delete out["style"];
    }
    if (kind === "example") lowerExample(out);
    if (kind === "securityScheme") this.#flows(out, from);
    if (kind === "components") this.#securitySchemes(out, from);
    if (kind === "paths") this.#paths(out, from);
    if (!this.#is30) return;
    if (kind === "operation" && Object.keys(ownObject(out, "responses") ?? {}).length === 0)
      out["responses"] = { default: { description: "The contract describes no response." } };
    if (kind === "root" && Object.hasOwn(out, "webhooks")) {
      out["x-webhooks"] = out["webhooks"]!;
      delete out["webhooks"];
    }
  }

  /** A form in the query string becomes parameters in the query; others have no equivalent. */
  #parameters(out: JsonObject, from: JsonObject): void {
    const [all, written] = [own(out, "parameters"), own(from, "parameters")];
    if (!Array.isArray(all) || !Array.isArray(written)) return;
    const lowered = all.flatMap((parameter, index): JsonValue[] => {
      const target = resolveComponent(written[index], this.#document);
      return isObject(target) && ownString(target, "in") === "querystring" ? this.#querystring(target) : [parameter];
    });
    if (lowered.length === all.length && lowered.every((parameter, index) => parameter === all[index])) return;
    this.#locations.borrow(all, lowered);
    out["parameters"] = lowered;
  }

  #querystring(parameter: JsonObject): JsonObject[] {
    const lowered = lowerQuerystring(parameter, this.#document);
    if (!lowered) this.#lose("querystring", parameter, "in");
    for (const keyword of lowered?.lost ?? []) this.#lose(`${keyword} of a query string`, parameter, "in");
    return (lowered?.parameters ?? []).map((field) => {
      this.#locations.borrow(parameter, field);
      return this.#object(field, "parameter");
    });
  }

  /** Drops paths without any remaining method. */
  #paths(out: JsonObject, from: JsonObject): void {
    const methods = (item: JsonValue | undefined) => (isObject(item) ? operationsOf(item).length : 0);
    for (const [path, item] of Object.entries(out)) if (methods(item) === 0 && methods(own(from, path)) > 0) delete out[path];
  }

  #flows(out: JsonObject, from: JsonObject): void {
    const flows = ownObject(out, "flows");
    if (!flows || !Object.hasOwn(flows, "deviceAuthorization")) return;
    this.#lose("deviceAuthorization", ownObject(from, "flows")!);
    const { deviceAuthorization: _, ...others } = flows;
    out["flows"] = others;
  }

  #securitySchemes(out: JsonObject, from: JsonObject): void {
    const schemes = ownObject(out, "securitySchemes");
    if (!schemes || !this.#is30) return;
    for (const [name, scheme] of Object.entries(schemes)) {
      if (ownString(scheme, "type") !== "mutualTLS") continue;
      this.#lose("mutualTLS", ownObject(from, "securitySchemes")!, name);
      delete schemes[name];
    }
  }

  /** In OpenAPI 3.0, only schemes of OAuth have scopes. */
  #security(out: JsonObject): void {
    const requirements = own(out, "security");
    if (!this.#is30 || !Array.isArray(requirements)) return;
    const schemes = ownObject(ownObject(this.#document, "components"), "securitySchemes") ?? {};
    const typeOf = (name: string) => ownString(resolveComponent(own(schemes, name), this.#document), "type");
    const converted = requirements.filter(isObject).flatMap((requirement) => {
      const kept = Object.entries(requirement).filter(([name]) => typeOf(name) !== "mutualTLS");
      if (kept.length === 0 && Object.keys(requirement).length > 0) return [];
      const entries = kept.map(([name, scopes]): [string, JsonValue] => {
        if (["oauth2", "openIdConnect"].includes(typeOf(name) ?? "")) return [name, scopes];
        if (Array.isArray(scopes) && scopes.length > 0) this.#lose(`scopes of ${name}`, schemes, name);
        return [name, []];
      });
      return [Object.fromEntries(entries)];
    });
    this.#locations.borrow(requirements, converted);
    out["security"] = converted;
  }

  #info({ summary, ...info }: JsonObject): JsonObject {
    const out: JsonObject = { ...info };
    if (summary !== undefined) out["description"] ??= summary;
    const license = ownObject(info, "license");
    const identifier = ownString(license, "identifier");
    if (license && identifier !== undefined) {
      const { identifier: _, ...others } = license;
      out["license"] = { url: `https://spdx.org/licenses/${identifier}.html`, ...others };
      this.#locations.borrow(license, out["license"] as JsonObject);
    }
    this.#locations.copy(this.#document["info"] as JsonObject, out);
    return out;
  }

  /** Copies a list of objects without some fields. */
  #without(list: readonly JsonValue[], fields: readonly string[]): JsonValue[] {
    const copies = list.map((item) => {
      if (!isObject(item)) return item;
      const copy = Object.fromEntries(Object.entries(item).filter(([key]) => !fields.includes(key)));
      this.#locations.copy(item, copy);
      return copy;
    });
    this.#locations.copy(list, copies);
    return copies;
  }
}

/** Before 3.2, an example has one value: its data, else the text that is sent. */
function lowerExample(example: JsonObject): void {
  const { dataValue, serializedValue, value = dataValue ?? serializedValue } = example;
  delete example["dataValue"];
  delete example["serializedValue"];
  if (value !== undefined) example["value"] = value;
}
