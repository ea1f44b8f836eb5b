import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";

/** Schemas that are read as their authors mean them. */
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
} as const satisfies CodeRecords;
