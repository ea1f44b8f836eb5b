/** What a client makes of a media type: what it takes as a body, and what an answer becomes. */
export type MediaKind = "json" | "form" | "multipart" | "text" | "bytes" | "any";

/** The kind of a media type, which may be a range such as `text/*`. */
export function mediaKind(name: string): MediaKind {
  const type = name.split(";")[0]!.trim().toLowerCase();
  if (/^[^/]+\/(?:json|[^/]+\+json)$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  if (type.startsWith("text/")) return "text";
  return type === "*/*" || type === "application/*" ? "any" : "bytes";
}
