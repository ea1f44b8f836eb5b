import { ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { componentName } from "../document/reference.js";

/** The maximum length of a text: reading a longer one takes as long as a check of the schema. */
const maxText = 16_384;

/** Returns the text of a schema with all components to which it refers, unless it is too long. */
export type SchemaText = (schema: JsonValue) => string | undefined;

const known = new WeakMap<JsonObject, SchemaText>();

/** The texts of a document's schemas: what depends on a schema alone is the same for the same text. */
export function schemaTexts(document: JsonObject): SchemaText {
  let texts = known.get(document);
  if (!texts) known.set(document, (texts = createSchemaTexts(document)));
  return texts;
}

interface Description {
  readonly text: string;
  /** The components to which the schema refers directly. */
  readonly names: readonly string[];
}

function createSchemaTexts(document: JsonObject): SchemaText {
  const components = ownObject(ownObject(document, "components"), "schemas") ?? {};
  const described = new Map<string, Description>();
  const component = (name: string): Description => {
    let description = described.get(name);
    if (!description) described.set(name, (description = describe(Object.hasOwn(components, name) ? components[name]! : false)));
    return description;
  };
  return (schema) => {
    const { text, names } = describe(schema);
    const texts = [text];
    const reached = new Set(names);
    let length = text.length;
    for (const name of reached) {
      const part = component(name);
      length += part.text.length;
      if (length > maxText) return undefined;
      texts.push(`${JSON.stringify(name)}: ${part.text}`);
      for (const inner of part.names) reached.add(inner);
    }
    return length > maxText ? undefined : texts.join("\n");
  };
}

function describe(schema: JsonValue): Description {
  const text = JSON.stringify(schema);
  const references = [...text.matchAll(reference)].map(([, ref]) => JSON.parse(ref!) as string);
  return { text, names: references.flatMap((ref) => componentName(ref, "schemas") ?? []) };
}

/** Matches every reference in the text of a schema, and what looks like one in its constants. */
const reference = /"\$ref":("(?:[^"\\]|\\.)*")/g;
