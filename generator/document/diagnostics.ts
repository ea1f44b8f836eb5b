import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";
import { readingCodes } from "./reading-codes.js";
import { referenceCodes } from "./reference-codes.js";
import { createReporter } from "../diagnostics/report.js";

/** Problems of reading files and following references. */
export const documentCodes = {
  "file-unreadable": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot read ${quote(path)}: ${reason}`,
    hint: "Specify the path of a readable file.",
    cause: "The path of the contract doesn't exist, is a folder, or is not readable.",
    bad: "openapi-actions lint spec/openapi.yml",
    good: "openapi-actions lint spec/openapi.yaml",
    at: "sh",
  },
  "file-too-large": {
    severity: "error",
    message: ({ path, limit }: { path: string; limit: number }) => `${quote(path)} exceeds the limit of ${limit} bytes`,
    hint: "Split the document into files that refer to each other.",
    cause: "A file of more than 64 MiB is probably a mistake or an attack rather than a contract, so it is not read.",
    bad: "spec/openapi.yaml   90 MiB",
    good: "spec/openapi.yaml    1 MiB\nspec/schemas.yaml   40 MiB   # referred to from openapi.yaml",
    at: "text",
  },
  "too-many-files": {
    severity: "error",
    message: ({ limit }: { limit: number }) => `the contract exceeds the limit of ${limit} files`,
    hint: "Combine several schemas in one file.",
    cause: "The contract refers to more than 10,000 files, usually because each schema has a file of its own.",
    bad: 'schema: { $ref: "./schemas/Address/PostalCode.yaml" }',
    good: 'schema: { $ref: "./schemas/address.yaml#/PostalCode" }',
    at: "yaml",
  },
  encoding: {
    severity: "error",
    message: ({ detail }: { detail: string }) => `the file is not valid UTF-8 text: ${detail}`,
    hint: "Save the file as UTF-8.",
    cause:
      "The file contains bytes that are not UTF-8, or control characters. Tools interpret such bytes differently, so they would see different contracts.",
    bad: "iconv -t latin1 openapi.yaml > spec/openapi.yaml",
    good: "iconv -f latin1 -t utf-8 openapi.yaml > spec/openapi.yaml",
    at: "sh",
  },
  syntax: {
    severity: "error",
    message: ({ language, detail }: { language: string; detail: string }) => `invalid ${language}: ${detail}`,
    cause: "The text is not valid YAML or JSON. The rest of the file can't be checked until this is fixed.",
    bad: "info: { title: Shop, version: 1",
    good: 'info: { title: Shop, version: "1" }',
    at: "root",
  },
  "merge-conflict": {
    severity: "error",
    message: () => "the file has an unresolved merge conflict",
    hint: "Choose one side, or combine both, and remove the lines with <<<<<<<, ======= and >>>>>>>.",
    cause: "Git could not merge two versions of these lines, and left both in the file.",
    bad: `
      <<<<<<< HEAD
      info: { title: Shop, version: "2" }
      =======
      info: { title: Store, version: "1" }
      >>>>>>> feature`,
    good: 'info: { title: Store, version: "2" }',
    at: "root",
  },
  "empty-document": {
    severity: "error",
    message: () => "the document is empty",
    hint: "An OpenAPI document starts with `openapi: 3.1.0`.",
    cause: "The file has no content, or only comments.",
    bad: "# to be written",
    good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths: {}`,
    at: "document",
  },
  "root-not-object": {
    severity: "error",
    message: ({ found }: { found: string }) => `an OpenAPI document must be a map at its root, but it is ${found}`,
    cause: "The root of an OpenAPI document is a map. A file with a list or a single value at its root is something else.",
    bad: "- openapi: 3.1.0",
    good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths: {}`,
    at: "document",
  },
  "openapi-version": {
    severity: "error",
    message: ({ found }: { found: string | undefined }) =>
      found === undefined ? "missing OpenAPI version" : `OpenAPI version ${found} is not supported`,
    hint: "Add `openapi: 3.1.0` (3.0.x, 3.1.x, 3.2.x and Swagger 2.0 are supported).",
    cause:
      "Only Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are supported. Other versions have different schemas, which would be misinterpreted. An unquoted version such as `3.1` is a number in YAML.",
    bad: `
      openapi: 4.0.0
      info: { title: Shop, version: "1" }
      paths: {}`,
    good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths: {}`,
    at: "document",
  },
  "dialect-difference": {
    severity: "warning",
    message: ({ keyword, difference }: { keyword: string; difference: string }) => `${quote(keyword)}: ${difference}`,
    hint: "Use a keyword of the dialect, or another `$schema`.",
    cause:
      "A schema with the `$schema` of an older draft is read by its rules: keywords that came later don't exist, and before 2019-09, keywords next to `$ref` are ignored. In 2020-12, `dependencies` was split into `dependentRequired` and `dependentSchemas`; it is read as both.",
    bad: `
      Name:
        $schema: http://json-schema.org/draft-07/schema#
        $ref: "#/components/schemas/Text"
        maxLength: 80
      Text: { type: string }`,
    good: `
      Name:
        $schema: http://json-schema.org/draft-07/schema#
        allOf: [{ $ref: "#/components/schemas/Text" }]
        maxLength: 80
      Text: { type: string }`,
    at: "schemas",
  },
  "swagger-difference": {
    severity: "warning",
    message: ({ difference }: { difference: string }) => `Swagger 2.0 is read as OpenAPI 3.0: ${difference}`,
    hint: "Check that it makes no difference here, or suppress the warning.",
    cause:
      "A Swagger 2.0 document is read as the document of OpenAPI 3.0 that says the same. A few things have no counterpart there; each is reported once.",
    bad: `
      swagger: "2.0"
      info: { title: Shop, version: "1" }
      host: shop.example
      paths: {}`,
    good: `
      swagger: "2.0"
      info: { title: Shop, version: "1" }
      host: shop.example
      schemes: [https]
      paths: {}`,
    at: "document",
  },
  "duplicate-key": {
    severity: "error",
    message: ({ key }: { key: string }) => `duplicate key ${quote(key)}`,
    hint: "Remove one of the two. Tools disagree about which one applies.",
    cause: "A map contains the same key twice. Some tools use the first one and some the last, so they see different contracts.",
    bad: `
      Address:
        type: object
        type: string`,
    good: `
      Address:
        type: string`,
    at: "schemas",
  },
  "forbidden-name": {
    severity: "error",
    message: ({ name }: { name: string }) => `${quote(name)} is not allowed as a name`,
    hint: "Choose another name. This one is part of every JavaScript object.",
    cause: "The key `__proto__` has a special meaning in JavaScript and can be used to attack programs that read the contract.",
    bad: "__proto__: { type: object }",
    good: "Prototype: { type: object }",
    at: "schemas",
  },
  "prototype-property": {
    severity: "warning",
    message: () => "generated servers reject every body with a property __proto__",
    hint: "Choose another name. This one is part of every JavaScript object.",
    cause:
      "Validators check the property like any other, but copying an object with it changes the prototype of the copy. So servers reject " +
      "such bodies, no type names it, and no sample has it.",
    bad: "Node: { type: object, properties: { __proto__: { type: string } } }",
    good: "Node: { type: object, properties: { prototype: { type: string } } }",
    at: "schemas",
  },
  "unsafe-number": {
    severity: "error",
    message: () => "the number is not finite in double precision",
    hint: "Remove the keyword, or use a number below 1.8e308. JSON has no NaN and no infinity.",
    cause: "JSON can't represent infinity, NaN or a number beyond 1.8e308, so no document can contain such a value.",
    bad: "Price: { type: number, maximum: .inf }",
    good: "Price: { type: number }",
    at: "schemas",
  },
  "unpaired-surrogate": {
    severity: "error",
    message: () => "unpaired surrogate in a string, which cannot be written to a file",
    hint: "Write the whole character, or both halves of its escape.",
    cause: "The escape represents half of a character. Text that contains it can't be written to a file or sent.",
    bad: 'Mood: { type: string, description: "\\ud83d" }',
    good: 'Mood: { type: string, description: "\\U0001f600" }',
    at: "schemas",
  },
  "nesting-limit": {
    severity: "error",
    message: ({ limit }: { limit: number }) => `maps and lists exceed the nesting limit of ${limit}`,
    hint: "Move inner schemas to components and refer to them.",
    cause:
      "Maps and lists are nested more than 250 levels deep. Compilers and validators recurse for each level and would overflow.",
    bad: "Tree: { items: { items: { items: { … } } } }   # 250 times",
    good: 'Tree: { items: { $ref: "#/components/schemas/Tree" } }',
    at: "yaml",
  },
  "yaml-tag": {
    severity: "error",
    message: ({ tag }: { tag: string }) => `the YAML tag ${quote(tag)} is not supported`,
    hint: "Remove the tag. An OpenAPI document contains only JSON data.",
    cause: "A tag requests a type that JSON does not have. The resulting value depends on the tool.",
    bad: "Day: { type: string, example: !!timestamp 2024-02-01 }",
    good: 'Day: { type: string, example: "2024-02-01" }',
    at: "schemas",
  },
  "yaml-version": {
    severity: "warning",
    message: ({ version }: { version: string }) => `the file declares YAML ${version}, but is read as YAML 1.2`,
    hint: "Remove the %YAML directive, and check plain values such as yes, no, on, off and 0755, which differ in YAML 1.2.",
    cause:
      "The file starts with `%YAML 1.1`. OpenAPI documents are YAML 1.2, and so are configs and fixtures. In YAML 1.1 `no` is false and `0755` is octal; in YAML 1.2 `no` is a string and `0755` is 755.",
    bad: `
      %YAML 1.1
      ---
      openapi: 3.1.0`,
    good: "openapi: 3.1.0",
    at: "yaml",
  },
  "yaml-key-type": {
    severity: "error",
    message: ({ found }: { found: string }) => `a key must be a string, but it is ${found}`,
    hint: "Quote the key.",
    cause: "An unquoted key can be a boolean, null or a list in YAML. Names in a contract are strings.",
    bad: "Answer: { type: object, properties: { true: { type: string } } }",
    good: 'Answer: { type: object, properties: { "true": { type: string } } }',
    at: "schemas",
  },
  "yaml-alias-limit": {
    severity: "error",
    message: ({ limit }: { limit: number }) => `YAML aliases exceed the limit of ${limit} added nodes or uses`,
    hint: "Use $ref instead of YAML aliases.",
    cause: "Aliases to lists of aliases can expand a small file to billions of entries, so their expansion is limited.",
    bad: `
      a: &a [1, 1, 1, 1, 1, 1, 1, 1]
      b: &b [*a, *a, *a, *a, *a, *a, *a, *a]
      c: &c [*b, *b, *b, *b, *b, *b, *b, *b]   # and so on`,
    good: `
      A: { type: array, items: { $ref: "#/components/schemas/B" } }
      B: { type: integer }`,
    at: "yaml",
  },
  "yaml-alias-cycle": {
    severity: "error",
    message: ({ name }: { name: string }) => `the YAML alias ${quote(`*${name}`)} refers to a value that contains it`,
    hint: "Use $ref for recursive schemas.",
    cause: "The alias refers to a value that contains the alias, so the value would be infinite.",
    bad: `
      Tree: &tree
        type: object
        properties: { parent: *tree }`,
    good: `
      Tree:
        type: object
        properties: { parent: { $ref: "#/components/schemas/Tree" } }`,
    at: "schemas",
  },
  "yaml-alias-unknown": {
    severity: "error",
    message: ({ name }: { name: string }) => `no anchor ${quote(`&${name}`)} before the alias ${quote(`*${name}`)}`,
    cause: "An alias `*name` repeats an earlier value that is marked `&name`. There is no such value.",
    bad: "Short: *text",
    good: `
      Long: &text { type: string }
      Short: *text`,
    at: "schemas",
  },
  "yaml-merge-key": {
    severity: "error",
    message: ({ found }: { found: string }) => `a merge key (<<) requires a map or a list of maps, but it is ${found}`,
    cause: "`<<` merges the entries of other maps into this one, so its value must be a map or a list of maps.",
    bad: "Short: { <<: string, maxLength: 9 }",
    good: `
      Text: &text { type: string }
      Short: { <<: *text, maxLength: 9 }`,
    at: "schemas",
  },
  ...referenceCodes,
  ...readingCodes,
  "null-value": {
    severity: "warning",
    message: ({ what, treatment }: { what: string; treatment: string }) => `${what} is null; ${treatment}`,
    hint: "Add the intended value, or remove the key. A key without a value is null in YAML.",
    cause:
      "The value of a schema, a list or a map is missing. The schema of a parameter is treated as a string, and any other schema accepts any value. A list or a map is treated as empty, as is a response, a media type or a path item.",
    bad: "Address: { type: object, properties: { street: null } }",
    good: "Address: { type: object, properties: { street: { type: string } } }",
    at: "schemas",
  },
  structure: {
    severity: "error",
    message: ({ what, expected, found, isIgnored }: { what: string; expected: string; found: string; isIgnored?: boolean }) =>
      `${what} must be ${expected}, but it is ${found}${isIgnored ? "; it is ignored" : ""}`,
    cause:
      "A part of the document has the wrong type, for example a list instead of a map. Examples and links of the wrong type are ignored, with a warning.",
    bad: "Address: { type: object, properties: [street, city] }",
    good: "Address: { type: object, properties: { street: { type: string }, city: { type: string } } }",
    at: "schemas",
  },
} satisfies CodeRecords;

/** Reports one of these problems. */
export const report = createReporter(documentCodes);
