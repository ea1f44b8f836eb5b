import { pathOf } from "./attributes.js";
import type { Filter } from "./filter.js";
import { emptyFacet, existsFacet, nullFacet, numberFacet, textFacet } from "./prepare-document.js";

/** Takes a value and returns how SQL refers to it: `$3`. */
export type AddParameter = (value: unknown) => string;

/** A condition on the table of documents. Everything that callers write is a parameter of it. */
export function filterSql(filter: Filter, add: AddParameter): string {
  switch (filter.kind) {
    case "and":
    case "or":
      return filter.parts.length === 0
        ? String(filter.kind === "and")
        : `(${filter.parts.map((part) => filterSql(part, add)).join(` ${filter.kind} `)})`;
    case "not":
      return `not ${filterSql(filter.part, add)}`;
    case "in":
      return hasFacet(
        filter.values.flatMap((value) => valueFacets(filter.attribute, value)),
        add,
      );
    case "test": {
      const facetOf = { exists: existsFacet, null: nullFacet, empty: emptyFacet }[filter.test];
      return hasFacet([facetOf(filter.attribute)], add);
    }
    case "compare": {
      const path = `${jsonPathOf(filter.attribute)} ? (@ ${filter.operator} $value)`;
      const value = JSON.stringify({ value: filter.value });
      return `jsonb_path_exists(document, ${add(path)}::jsonpath, ${add(value)}::jsonb, true)`;
    }
  }
}

/** The values of an attribute, those of lists one by one. */
export function jsonPathOf(attribute: string): string {
  return `$${pathOf(attribute)
    .map((name) => `.${JSON.stringify(name)}`)
    .join("")}[*]`;
}

function hasFacet(facets: readonly string[], add: AddParameter): string {
  return `facets && ${add(facets)}::text[]`;
}

/** A number is found as such, and as text. Texts are the same only if each letter is: `Acme` is another tenant than `acme`. */
function valueFacets(attribute: string, value: string): readonly string[] {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  const texts = [textFacet(attribute, value)];
  return Number.isFinite(number) ? [...texts, numberFacet(attribute, number)] : texts;
}
