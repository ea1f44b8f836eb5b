import { isJsonType } from "../../templates/runtime/server/http.js";

/** The content of a media type. `any`: a range that includes JSON. */
export type MediaKind = "json" | "form" | "multipart" | "text" | "bytes" | "any";

/** Returns the kind of a media type, which may be a range such as `text/*`. */
export function mediaKind(name: string): MediaKind {
  const type = essenceOf(name);
  if (isJsonType(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  if (type.startsWith("text/")) return "text";
  return type === "*/*" || type === "application/*" ? "any" : "bytes";
}

/** Returns a media type in lower case, without its parameters. */
export function essenceOf(name: string): string {
  return name.split(";")[0]!.trim().toLowerCase();
}
