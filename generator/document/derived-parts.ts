import { isJsonType } from "../../templates/runtime/server/http.js";
import { own, ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import { resolveComponent } from "./reference.js";

/** Returns the schema of a body's or response's JSON. */
export function jsonSchemaOf(holder: JsonValue | undefined, document: JsonObject): JsonValue | undefined {
  const content = Object.entries(ownObject(resolveComponent(holder, document), "content") ?? {});
  return own(content.find(([type]) => isJsonType(type))?.[1], "schema");
}

/** Returns the schema of a body that names actions: that of its JSON, or else of a form. */
export function namingSchemaOf(body: JsonValue | undefined, document: JsonObject): JsonValue | undefined {
  const content = Object.entries(ownObject(resolveComponent(body, document), "content") ?? {});
  const isForm = (type: string) => /^application\/x-www-form-urlencoded/i.test(type);
  const [, media] = content.find(([type]) => isJsonType(type)) ?? content.find(([type]) => isForm(type)) ?? [];
  return own(media, "schema");
}

/** Returns a function that extracts the name of an action from the text around it; `undefined` if the text differs. */
export function textAround(value = "{action}"): (text: string) => string | undefined {
  const [before = "", after = ""] = value.split("{action}");
  return (text) => {
    if (text.length <= before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return undefined;
    return text.slice(before.length, text.length - after.length);
  };
}
