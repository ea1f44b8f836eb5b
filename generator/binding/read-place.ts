import { formatPointer } from "../../templates/runtime/json.js";
import type { FactLocation } from "../../templates/runtime/selector.js";
import { isJsonType } from "../../templates/runtime/server/http.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { comparedName, isAt, locationOf, type WrittenPlace } from "../document/fact-places.js";
import { own, ownString, type JsonObject } from "../document/json-value.js";
import { parsePathTemplate } from "../document/path-template.js";
import { resolveComponent } from "../document/reference.js";
import { schemasIn } from "../json-schema/schema.js";
import type { BindingSource } from "./binding.js";
import { checkPointer } from "./check-pointers.js";
import { placeCode } from "./codes/places.js";
import type { BindingProblem } from "./problem.js";
import { requestSchema } from "./request-schema.js";

/** What a selector is read from: other locations than that of the list are within its items. */
export interface RequestSource extends BindingSource {
  /** The JSON pointer to an item of the list of actions; empty: requests have no such list. */
  readonly item: string;
}

/** Reads the location of a string; `undefined` after a problem. */
export function readPlace(
  source: RequestSource,
  written: JsonObject,
  read: { readonly in?: string; readonly name?: string; readonly value?: string },
  places: readonly WrittenPlace[],
  problems: BindingProblem[],
): FactLocation | undefined {
  const invalid = (problem: BindingProblem) => {
    problems.push(problem);
    return undefined;
  };
  const at = (key: string) => ({ holder: written, key });
  const place = places.find((one) => one === read.in);
  if (!place) {
    const near = read.in === undefined ? undefined : suggest(read.in, places);
    const hint = near === undefined ? `Write one of ${places.join(", ")}.` : `Did you mean ${quote(near)}?`;
    return invalid(
      read.in === undefined
        ? placeCode.problem("missing", {}, at("in"), hint)
        : placeCode.problem("unknown", { place: read.in }, at("in"), hint),
    );
  }
  const around = aroundOf(read.value);
  if (!around) {
    const hint = 'Write the text around the name: "os-{action}".';
    return invalid(placeCode.problem("format", { value: read.value! }, at("value"), hint));
  }
  if (place === "body-key" || place === "body-member") {
    if (read.name !== undefined) return invalid(placeCode.problem("named", {}, at("name"), "Remove name."));
    return { in: locationOf(place), name: "", ...around };
  }
  if (place === "media-type") {
    const example = 'Write value: "application/vnd.acme.{action}+json".';
    if (read.name !== undefined) return invalid(placeCode.problem("unnamedType", {}, at("name"), "Remove name."));
    if (read.value === undefined || read.value.includes(";") || !isJsonType(read.value.replace("{action}", "x")))
      return invalid(placeCode.problem("mediaType", {}, at(read.value === undefined ? "in" : "value"), example));
    return { in: place, name: "", ...aroundOf(read.value.toLowerCase()) };
  }
  const name = read.name ?? (place === "path" ? "action" : undefined);
  if (name === undefined) return invalid(placeCode.problem("unnamed", { place }, at("in"), `Write { in: ${place}, name: … }.`));
  if (place === "body-field") {
    const pointer = `${source.item}${name.startsWith("/") ? name : formatPointer([name])}`;
    const target = {
      schema: requestSchema(source),
      document: source.document,
      what: "the request has",
      types: ["string"],
    } as const;
    const holding = source.item === "" ? target.schema : schemasIn(source.document).at(target.schema, source.item)?.schema.node;
    const isOpen = holding === undefined || schemasIn(source.document).of(holding).isFreeForm;
    if (!isOpen && !checkPointer(target, pointer, { holder: written, key: "name" }, problems)) return undefined;
    return { in: "field", name: pointer, ...around };
  }
  const location = locationOf(place);
  const compared = comparedName(location, name);
  const declared = parametersOf(source, location);
  const found = declared.find((one) => isAt({ in: location, name: compared }, { in: location, name: one }));
  if (found === undefined) {
    const near = suggest(name, declared);
    const has = declared.length > 0 ? ` It declares ${declared.slice(0, 8).map(quote).join(", ")}.` : "";
    const hint = near === undefined ? `Declare it among the operation's parameters.${has}` : `Did you mean ${quote(near)}?`;
    return invalid(placeCode.problem("parameter", { place: location, name }, at("name"), hint));
  }
  const { path } = parsePathTemplate(source.endpoint.path);
  if (place === "path-suffix" && (!path.endsWith(`{${name}}`) || path.endsWith(`/{${name}}`))) {
    const hint = "A path suffix is /instances/{id}:{verb}; for a segment of its own write in: path.";
    return invalid(placeCode.problem("suffix", { path, name }, at("name"), hint));
  }
  return { in: location, name: compared, ...around };
}

/**
 * Returns the text before and after the name of an action; `undefined` unless the text contains the placeholder exactly
 * once.
 */
function aroundOf(value: string | undefined): Pick<FactLocation, "before" | "after"> | undefined {
  if (value === undefined) return {};
  const [before, after, ...more] = value.split("{action}");
  if (after === undefined || more.length > 0) return undefined;
  return { ...(before === "" ? {} : { before: before! }), ...(after === "" ? {} : { after }) };
}

/**
 * Returns the names of the parameters at a location; those of a path come from its template, as they are always
 * declared.
 */
function parametersOf({ document, endpoint }: BindingSource, place: string): string[] {
  if (place === "path") return [...endpoint.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
  return [endpoint.operation, endpoint.pathItem].flatMap((holder) => {
    const list = own(holder, "parameters");
    const parameters = (Array.isArray(list) ? list : []).map((parameter) => resolveComponent(parameter, document));
    return parameters.flatMap((parameter) => (ownString(parameter, "in") === place ? (ownString(parameter, "name") ?? []) : []));
  });
}
