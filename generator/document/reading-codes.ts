import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";

/** Schemas that are read in the way that their authors mean, not by the letter. */
export const readingCodes = {
  "listed-children": {
    severity: "warning",
    message: ({ name, keyword, base }: { name: string; keyword: string; base: string }) =>
      `${quote(name)} lists schemas in ${quote(keyword)} that extend it; they are read as extensions of its other keywords, ${quote(base)}`,
    hint: "Move the keywords that the alternatives share to a schema of their own, and extend that one.",
    cause:
      "A schema whose alternatives contain the schema itself in `allOf` never accepts a value by the letter of JSON Schema. Generators such as Springdoc write it for a class and its subclasses. The alternatives are read as extensions of the parent without its `oneOf` or `anyOf`, which becomes a schema with the suffix `Base`.",
    bad: `
      Pet:
        type: object
        required: [kind]
        properties: { kind: { type: string } }
        oneOf: [{ $ref: "#/components/schemas/Cat" }]
      Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { lives: { type: integer } } }] }`,
    good: `
      Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }] }
      PetBase:
        type: object
        required: [kind]
        properties: { kind: { type: string } }
      Cat: { allOf: [{ $ref: "#/components/schemas/PetBase" }, { type: object, properties: { lives: { type: integer } } }] }`,
    at: "schemas",
  },
  "untyped-object": {
    severity: "warning",
    message: ({ keyword, count }: { keyword: string; count: number }) =>
      `${quote(keyword)} without "type" is read as \`type: object\`${count > 1 ? `, in ${count} schemas of the document` : ""}`,
    hint: "Add `type: object`. To accept other values as well, list their types, or set `untypedObjects` to any.",
    cause:
      "By the letter of JSON Schema, keywords such as `properties` and `required` don't restrict values that aren't objects, so `null` and `5` would be valid. Such a schema almost always means an object, and is read as one, unless it or another schema for the same value states a type. Reported once per document.",
    bad: "Address: { required: [street], properties: { street: { type: string } } }",
    good: "Address: { type: object, required: [street], properties: { street: { type: string } } }",
    at: "schemas",
  },
} as const satisfies CodeRecords;
