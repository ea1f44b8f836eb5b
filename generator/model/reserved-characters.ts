import { isScalarShape, textShape, type Holder } from "../json-schema/text-shape.js";
import { parsePathTemplate } from "../document/path-template.js";
import type { Parameter } from "./contract.js";

/**
 * The reserved characters of RFC 3986 that a component may contain, except those that separate its parts. Brackets are allowed in
 * neither a path nor a query, and `#&=+` have another meaning in a query (OpenAPI 3.2, appendix C).
 */
const allowed = { path: ":@!$&'()*+,;=", query: ":/?@!$'()*,;", cookie: ":/?#[]@!$&'()*+=" } as const;

/** How a value with `allowReserved` is written. */
type Serialization = Pick<Parameter, "style" | "explode">;

/** Returns the reserved characters that clients don't encode in a field of a form: those of a query. */
export function reservedInField({ style, explode }: Serialization): string {
  return explode || style === "deepObject" ? allowed.query : allowed.query.replace(",", "");
}

/** Returns the reserved characters that clients don't encode in a parameter with `allowReserved`; `undefined` where it doesn't apply. */
export function reservedInParameter(
  { name, in: place, style, explode, schema }: Serialization & Pick<Parameter, "name" | "in" | "schema">,
  path: string,
  holder: Holder,
): string | undefined {
  if (place === "query") return reservedInField({ style, explode });
  if (place === "cookie") return style === "form" ? allowed.cookie : undefined;
  if (place !== "path") return undefined;
  const segment =
    parsePathTemplate(path)
      .path.split("/")
      .find((one) => one.includes(`{${name}}`)) ?? "";
  // What follows the value in its segment ends it, and the separators of lists and objects end their parts.
  const ends = segment.replace(/\{[^{}]*\}/g, "") + (style === "matrix" ? ";" : "");
  const separators = isScalarShape(textShape(schema, holder)) ? ends : `${ends},;=`;
  return [...allowed.path].filter((character) => !separators.includes(character)).join("");
}
