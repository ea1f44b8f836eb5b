import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { both } from "./lower-schema.js";

/** The alternatives of an object as one list of members. */
export interface JoinedForms {
  readonly properties: Readonly<Record<string, JsonValue>>;
  readonly required: readonly string[];
  readonly isClosed: boolean;
  /** What the members don't say: which of them belong together. */
  readonly rules: readonly string[];
}

/** Joins a lowered schema of an object with its alternatives: every member is there, and what some of them don't need isn't required. */
export function joinForms(lowered: JsonObject): JoinedForms {
  const forms = formsOf(lowered);
  const variants = new Map<string, JsonValue[]>();
  for (const form of [lowered, ...forms]) {
    for (const [name, part] of Object.entries(ownObject(form, "properties") ?? {})) {
      const known = variants.get(name) ?? [];
      if (!known.some((one) => JSON.stringify(one) === JSON.stringify(part))) variants.set(name, [...known, part]);
    }
  }
  const properties = [...variants].map(([name, parts]) => [name, parts.length === 1 ? parts[0]! : { anyOf: parts }] as const);
  const always = namesIn(lowered);
  const inAllForms =
    forms.length > 0 ? namesIn(forms[0]!).filter((name) => forms.every((form) => namesIn(form).includes(name))) : [];
  return {
    properties: Object.fromEntries(properties),
    required: [...new Set([...always, ...inAllForms])],
    isClosed: isClosed(lowered) || (forms.length > 0 && forms.every(isClosed)),
    rules: describeForms(forms),
  };
}

/** The alternatives of a lowered schema that have none themselves, with what those around them say. */
function formsOf(lowered: JsonObject): readonly JsonObject[] {
  const forms = own(lowered, "anyOf");
  if (!Array.isArray(forms)) return [];
  return forms.filter(isObject).flatMap((form) => {
    const { anyOf: _, ...rest } = form;
    const inner = formsOf(form);
    return inner.length > 0 ? inner.map((one) => both(one, rest)) : [form];
  });
}

function namesIn(schema: JsonObject): readonly string[] {
  const names = own(schema, "required");
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

function isClosed(schema: JsonObject): boolean {
  return own(schema, "additionalProperties") === false;
}

/** `Use one of these forms: target, replica_id and optionally timeout_ms; optionally target, timeout_ms.` */
function describeForms(forms: readonly JsonObject[]): string[] {
  if (forms.length === 0) return [];
  const texts = forms.map((form) => {
    const needed = namesIn(form);
    const others = Object.keys(ownObject(form, "properties") ?? {}).filter((name) => !needed.includes(name));
    const values = Object.entries(ownObject(form, "properties") ?? {}).flatMap(([name, part]) => {
      const listed = own(part, "enum");
      return Array.isArray(listed) && listed.length === 1 ? [`${name} ${JSON.stringify(listed[0])}`] : [];
    });
    const parts = [
      needed.length > 0 ? needed.join(", ") : "",
      others.length > 0 ? `optionally ${others.join(", ")}` : "",
      values.length > 0 ? `where ${values.join(", ")}` : "",
    ];
    return parts.filter(Boolean).join(" and ") || "no arguments";
  });
  return [`Use one of these forms: ${[...new Set(texts)].join("; ")}.`];
}
