import { isJsonType } from "../../templates/runtime/server/http.js";
import { own, ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import { resolveComponent } from "./reference.js";

/** The schema of the JSON of a body or a response. */
export function jsonSchemaOf(holder: JsonValue | undefined, document: JsonObject): JsonValue | undefined {
  const content = Object.entries(ownObject(resolveComponent(holder, document), "content") ?? {});
  return own(content.find(([type]) => isJsonType(type))?.[1], "schema");
}

/** The schema of a body that names actions: that of the JSON, or of a form where there is none. */
export function namingSchemaOf(body: JsonValue | undefined, document: JsonObject): JsonValue | undefined {
  const content = Object.entries(ownObject(resolveComponent(body, document), "content") ?? {});
  const isForm = (type: string) => /^application\/x-www-form-urlencoded/i.test(type);
  const [, media] = content.find(([type]) => isJsonType(type)) ?? content.find(([type]) => isForm(type)) ?? [];
  return own(media, "schema");
}

/** Reads the name of an action out of the text around it; `undefined` where that is another. */
export function textAround(value = "{action}"): (text: string) => string | undefined {
  const [before = "", after = ""] = value.split("{action}");
  return (text) => {
    if (text.length <= before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return undefined;
    return text.slice(before.length, text.length - after.length);
  };
}
