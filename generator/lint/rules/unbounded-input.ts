import { isAt } from "../../document/fact-places.js";
import { own, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { ContainerSpan } from "../../document/locations.js";
import { decisiveNearMiss } from "../../document/schema-keywords.js";
import { typesOf } from "../../../templates/runtime/json.js";
import { boundsLength } from "../../json-schema/pattern/bounds-length.js";
import { longestText } from "../../json-schema/pattern/matching.js";
import { defaultSelector, factLocations } from "../../../templates/runtime/selector.js";
import { boundEndpoints } from "../bindings.js";
import { defineRule, type RuleContext } from "../rule.js";

/** Formats whose strings have a maximum length. */
const boundedFormats = new Set(["char", "date", "date-time", "hostname", "ipv4", "ipv6", "time", "uuid"]);

/** Strings and lists that callers can make as long as the server's body limit allows. */
export const unboundedInput = defineRule({
  code: "unbounded-input",
  severity: "warning",
  comparesParts: true,
  message: ({ kind }: { kind: "string" | "list" }) => `callers can send a ${kind} of any length here`,
  hint: "Set a limit: `maxLength` for strings, `maxItems` for lists.",
  cause:
    "A caller can make the string or the list as long as a request may be, so the server's memory and work per request have no limit of their own.",
  bad: "tag: { body: { type: object, additionalProperties: false, properties: { label: { type: string } } } }",
  good: "tag: { body: { type: object, additionalProperties: false, properties: { label: { type: string, maxLength: 64 } } } }",
  at: "actions",

  check(context, report) {
    const { schemas, locations, resolve } = context;
    const known = factSchemas(context);
    const mistyped = withMistypedLimits(context);
    for (const { schema, isInput } of schemas) {
      if (known.has(schema)) continue;
      const types = isInput ? typesOf(schema) : undefined;
      if (!types || Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const")) continue;
      // `path-parameters` reports undeclared path parameters.
      if (locations.span(schema) && locations.text(schema, "type") === undefined) continue;
      if (mistyped.has(locations.span(schema))) continue;
      const tell = (kind: "string" | "list") => report({ kind }, locations.value(schema, "type"));
      // The server's limit of a body bounds files.
      const isFile = ownString(schema, "format") === "binary";
      if (types.includes("string") && !isFile && !isBoundedText(schema)) tell("string");
      if (types.includes("array") && !isBoundedList(schema, resolve(own(schema, "items")))) tell("list");
    }
  },
});

/** The locations of schemas with a misspelled limit, which `unknown-keyword` reports. */
function withMistypedLimits({ repairs, locations }: RuleContext): Set<ContainerSpan | undefined> {
  const isLimit = (keyword: string | undefined) => keyword === "maxLength" || keyword === "maxItems";
  return new Set(
    repairs.flatMap(({ schema, repair }) =>
      repair.kind === "unknown" && isLimit(decisiveNearMiss(repair.keyword)) ? [locations.span(schema)] : [],
    ),
  );
}

/** The schemas of the parameters for an action or a service type: servers know all of their values. */
function factSchemas(context: RuleContext): Set<JsonValue | undefined> {
  const schemas = boundEndpoints(context).flatMap(
    ({ endpoint: { operation, pathItem }, binding: { selector = defaultSelector } }) => {
      const places = factLocations(selector);
      const isNamed = (parameter: JsonValue | undefined) => {
        const named = { in: ownString(parameter, "in"), name: ownString(parameter, "name") };
        return places.some((place) => isAt(place, named));
      };
      return [operation, pathItem].flatMap((holder) => {
        const list = own(holder, "parameters");
        const parameters = Array.isArray(list) ? list.map((parameter) => context.resolve(parameter)) : [];
        return parameters.filter(isNamed).map((parameter) => own(parameter, "schema"));
      });
    },
  );
  return new Set(schemas);
}

function isBoundedText(schema: JsonObject): boolean {
  const { maxLength, "x-max-utf8-bytes": maxBytes, format, pattern } = schema;
  if (typeof maxLength === "number" || typeof maxBytes === "number") return true;
  if (typeof format === "string" && boundedFormats.has(format)) return true;
  return typeof pattern === "string" && (boundsLength(pattern) || longestText(pattern) !== undefined);
}

/** A list of unique items can't be longer than the number of possible items. */
function isBoundedList(schema: JsonObject, items: JsonValue | undefined): boolean {
  const { maxItems, uniqueItems } = schema;
  return typeof maxItems === "number" || items === false || (uniqueItems === true && own(items, "enum") !== undefined);
}
