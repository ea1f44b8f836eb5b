import type { JsonObject, JsonValue } from "./json-value.js";
import { contentOf } from "./media-kind.js";
import { resolveComponent } from "./reference.js";

/** Returns the schema of a body's or response's JSON. */
export function jsonSchemaOf(holder: JsonValue | undefined, document: JsonObject): JsonValue | undefined {
  return contentOf(resolveComponent(holder, document), document).find(({ kind }) => kind === "json")?.schema;
}

/** Returns the schema of a body that names actions: that of its JSON, or else of a form. */
export function namingSchemaOf(body: JsonValue | undefined, document: JsonObject): JsonValue | undefined {
  const content = contentOf(resolveComponent(body, document), document);
  return (content.find(({ kind }) => kind === "json") ?? content.find(({ kind }) => kind === "form"))?.schema;
}

/** Returns a function that extracts the name of an action from the text around it; `undefined` if the text differs. */
export function textAround(value = "{action}"): (text: string) => string | undefined {
  const [before = "", after = ""] = value.split("{action}");
  return (text) => {
    if (text.length <= before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return undefined;
    return text.slice(before.length, text.length - after.length);
  };
}
