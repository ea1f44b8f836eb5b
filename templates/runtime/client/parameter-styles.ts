import type { ParameterRule } from "./route.js";

/** The text of a parameter of a path or a header. `encode` is for each part of it. */
export function styledText(
  { name, style = "simple", explode = false }: ParameterRule,
  value: unknown,
  encode: (text: string) => string,
): string {
  if (style === "json") return encode(JSON.stringify(value));
  const parts = partsOf(value, explode, encode);
  const isSingle = typeof value !== "object" || value === null;
  switch (style) {
    case "label":
      return `.${parts.join(explode ? "." : ",")}`;
    case "matrix":
      if (!explode || isSingle) return `;${encode(name)}=${parts.join(",")}`;
      return parts.map((part) => (Array.isArray(value) ? `;${encode(name)}=${part}` : `;${part}`)).join("");
    default:
      return parts.join(",");
  }
}

const separators: Partial<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/** A parameter of a query or of cookies as pairs such as `live=true`. */
export function queryPairs({ name, style = "form", explode = style === "form" }: ParameterRule, value: unknown): string[] {
  const key = encodeURIComponent(name);
  if (style === "json") return [`${key}=${encodeURIComponent(JSON.stringify(value))}`];
  if (!explode && style !== "deepObject")
    return [`${key}=${partsOf(value, false, encodeURIComponent).join(separators[style] ?? ",")}`];
  const pair = (of: string, item: unknown) =>
    [item].flat().map((single) => `${encodeURIComponent(of)}=${encodeURIComponent(textOf(single))}`);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return pair(name, value);
  return fieldsOf(value).flatMap(([field, item]) => pair(style === "deepObject" ? `${name}[${field}]` : field, item));
}

/** The values of a list; names and values of an object, joined by `=` where it is exploded. */
function partsOf(value: unknown, explode: boolean, encode: (text: string) => string): string[] {
  if (typeof value !== "object" || value === null) return [encode(textOf(value))];
  if (Array.isArray(value)) return value.map((item) => encode(textOf(item)));
  return fieldsOf(value).flatMap(([field, item]) => {
    const pair = [encode(field), encode(textOf(item))];
    return explode ? [pair.join("=")] : pair;
  });
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

/** Nothing says how deeper values are written; as JSON they at least arrive. */
function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
