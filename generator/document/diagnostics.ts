import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";
import { createReporter } from "../diagnostics/report.js";

/** Problems of reading files and following references. */
export const documentCodes = {
  "file-unreadable": {
    severity: "error",
    message: ({ path, reason }: { path: string; reason: string }) => `cannot read ${quote(path)}: ${reason}`,
    hint: "Give the path of a file that is there and may be read.",
    cause: "The path of the contract leads to no file, to a folder, or to a file that may not be read.",
    bad: "openapi-actions lint spec/openapi.yml",
    good: "openapi-actions lint spec/openapi.yaml",
    at: "sh",
  },
  "file-too-large": {
    severity: "error",
    message: ({ path, limit }: { path: string; limit: number }) => `${quote(path)} is larger than ${limit} bytes`,
    hint: "Split the document into files that refer to each other.",
    cause: "A file of more than 64 MiB is more likely a mistake or an attack than a contract, so it is not read.",
    bad: "spec/openapi.yaml   90 MiB",
    good: "spec/openapi.yaml    1 MiB\nspec/schemas.yaml   40 MiB   # referred to from openapi.yaml",
    at: "text",
  },
  "too-many-files": {
    severity: "error",
    message: ({ limit }: { limit: number }) => `the contract refers to more than ${limit} files`,
    hint: "Put several schemas into one file.",
    cause: "The references lead to more than 10,000 files, usually because each schema has a file of its own.",
    bad: 'schema: { $ref: "./schemas/Address/PostalCode.yaml" }',
    good: 'schema: { $ref: "./schemas/address.yaml#/PostalCode" }',
    at: "yaml",
  },
  encoding: {
    severity: "error",
    message: ({ detail }: { detail: string }) => `the file is not clean UTF-8 text: ${detail}`,
    hint: "Save the file as UTF-8.",
    cause:
      "The file has bytes that are not UTF-8, or control characters. Tools read such bytes differently, so the same contract would mean different things.",
    bad: "iconv -t latin1 openapi.yaml > spec/openapi.yaml",
    good: "iconv -f latin1 -t utf-8 openapi.yaml > spec/openapi.yaml",
    at: "sh",
  },
  syntax: {
    severity: "error",
    message: ({ language, detail }: { language: string; detail: string }) => `not valid ${language}: ${detail}`,
    cause: "The text is no YAML or JSON. Nothing can be said about the rest of the file until this is put right.",
    bad: "info: { title: Shop, version: 1",
    good: 'info: { title: Shop, version: "1" }',
    at: "root",
  },
  "empty-document": {
    severity: "error",
    message: () => "the document is empty",
    hint: "An OpenAPI document starts with `openapi: 3.1.0`.",
    cause: "The file has no content, or comments only.",
    bad: "# to be written",
    good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths: {}`,
    at: "document",
  },
  "root-not-object": {
    severity: "error",
    message: ({ found }: { found: string }) => `an OpenAPI document is a map at its root, but this is ${found}`,
    cause: "An OpenAPI document is a map. A list or a single value at its root is some other kind of file.",
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
      found === undefined ? "the document does not say its OpenAPI version" : `OpenAPI version ${found} is not supported`,
    hint: "Write `openapi: 3.1.0` (3.0.x, 3.1.x and 3.2.x are supported).",
    cause:
      "Only OpenAPI 3.0, 3.1 and 3.2 are compiled. Other versions have other schemas, which would be read wrongly. A version without quotes such as `3.1` is a number in YAML.",
    bad: `
      swagger: "2.0"
      info: { title: Shop, version: "1" }
      paths: {}`,
    good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths: {}`,
    at: "document",
  },
  "duplicate-key": {
    severity: "error",
    message: ({ key }: { key: string }) => `the key ${quote(key)} occurs twice in one map`,
    hint: "Remove one of the two: readers disagree about which one counts.",
    cause: "A map has the same key twice. Some readers take the first, some the last, so half of the tools see another contract.",
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
    hint: "The name is part of every JavaScript object. Choose another.",
    cause:
      "A key `__proto__` means something of its own in JavaScript and can be used to attack programs that read the contract.",
    bad: "Node: { type: object, properties: { __proto__: { type: string } } }",
    good: "Node: { type: object, properties: { prototype: { type: string } } }",
    at: "schemas",
  },
  "unsafe-number": {
    severity: "error",
    message: () => "the number is not finite in double precision",
    hint: "JSON has no NaN and no infinity. Leave the keyword out, or give a number below 1.8e308.",
    cause: "JSON has no way to write infinity, NaN or a number beyond 1.8e308, so no validator could get it from a document.",
    bad: "Price: { type: number, maximum: .inf }",
    good: "Price: { type: number }",
    at: "schemas",
  },
  "unpaired-surrogate": {
    severity: "error",
    message: () => "the text has half of a surrogate pair, which is no character and cannot be written to a file",
    hint: "Write the whole character, or both halves of its escape.",
    cause: "The escape stands for half of a character. Text with it can't be written to a file or sent.",
    bad: 'Mood: { type: string, description: "\\ud83d" }',
    good: 'Mood: { type: string, description: "\\U0001f600" }',
    at: "schemas",
  },
  "nesting-limit": {
    severity: "error",
    message: ({ limit }: { limit: number }) => `maps and lists are nested more than ${limit} deep`,
    hint: "Give inner schemas a name in components and refer to them.",
    cause: "Maps and lists are nested more than 250 deep. Compilers and validators call themselves for each level and overflow.",
    bad: "Tree: { items: { items: { items: { … } } } }   # 250 times",
    good: 'Tree: { items: { $ref: "#/components/schemas/Tree" } }',
    at: "yaml",
  },
  "yaml-tag": {
    severity: "error",
    message: ({ tag }: { tag: string }) => `the YAML tag ${quote(tag)} is not supported`,
    hint: "An OpenAPI document holds JSON data only. Write the value without a tag.",
    cause: "A tag asks the reader for a type that JSON does not have. What it makes of the value depends on the tool.",
    bad: "Day: { type: string, example: !!timestamp 2024-02-01 }",
    good: 'Day: { type: string, example: "2024-02-01" }',
    at: "schemas",
  },
  "yaml-version": {
    severity: "warning",
    message: ({ version }: { version: string }) => `the file declares YAML ${version}, but is read as YAML 1.2`,
    hint: "Remove the %YAML directive, and check plain values such as yes, no, on, off and 0755: YAML 1.2 reads them differently.",
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
    message: ({ found }: { found: string }) => `a key must be a string, but this is ${found}`,
    hint: "Put the key in quotes.",
    cause: "A key without quotes can be a boolean, null or a list in YAML. Names in a contract are texts.",
    bad: "Answer: { type: object, properties: { true: { type: string } } }",
    good: 'Answer: { type: object, properties: { "true": { type: string } } }',
    at: "schemas",
  },
  "yaml-alias-limit": {
    severity: "error",
    message: ({ limit }: { limit: number }) => `YAML aliases add more than ${limit} nodes or uses to the document`,
    hint: "Use $ref instead of YAML aliases.",
    cause: "Aliases that repeat lists of aliases grow a small file to billions of entries, so it is limited what they may add.",
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
    cause: "The alias refers to a value that it stands in, so the value would never end.",
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
    message: ({ name }: { name: string }) => `no anchor ${quote(`&${name}`)} stands before the alias ${quote(`*${name}`)}`,
    cause: "An alias `*name` repeats the value that was marked `&name` before it, and there is none.",
    bad: "Short: *text",
    good: `
      Long: &text { type: string }
      Short: *text`,
    at: "schemas",
  },
  "yaml-merge-key": {
    severity: "error",
    message: ({ found }: { found: string }) => `a merge key (<<) needs a map or a list of maps, but this is ${found}`,
    cause: "`<<` takes the entries of another map into this one, so what follows it must be a map or a list of maps.",
    bad: "Short: { <<: string, maxLength: 9 }",
    good: `
      Text: &text { type: string }
      Short: { <<: *text, maxLength: 9 }`,
    at: "schemas",
  },
  "ref-syntax": {
    severity: "error",
    message: ({ ref, reason }: { ref: string; reason: string }) => `$ref ${quote(ref)} ${reason}`,
    hint: 'A reference looks like "#/components/schemas/Name" or "./file.yaml#/Name".',
    cause: "The text after `$ref` is no reference: a file, `#`, and a JSON pointer, either of which may be left out.",
    bad: 'Name: { $ref: "#components/schemas/Text" }',
    good: `
      Name: { $ref: "#/components/schemas/Text" }
      Text: { type: string }`,
    at: "schemas",
  },
  "ref-remote": {
    severity: "error",
    message: ({ ref }: { ref: string }) => `$ref ${quote(ref)} points to a URL; remote references are never fetched`,
    hint: "Copy the document into the contract's folder and refer to the file.",
    cause:
      "The reference leads to another machine. A contract that is fetched at build time can change between two builds, and makes the build open addresses that a stranger chose.",
    bad: 'Name: { $ref: "https://example.com/schemas.yaml#/Name" }',
    good: "Name: { type: string }   # or a copy: ./schemas.yaml#/Name",
    at: "schemas",
  },
  "ref-outside-root": {
    severity: "error",
    message: ({ ref }: { ref: string }) => `$ref ${quote(ref)} leads outside of the root folder`,
    hint: "Move the file below the root: the setting `root`, or the nearest of the config's folder and the repository's.",
    cause:
      "A contract may only read files below its root, links resolved. Otherwise it could read anything on the disk. The root is the setting `root`, or else the nearest of the config's folder, the repository's (with `.git`) and, outside of both, the contract's own. Absolute paths and percent-encoded `..` are never followed.",
    bad: 'Name: { $ref: "/srv/shared/schemas.yaml#/Name" }',
    good: "Name: { type: string }   # or a file below the root: ../shared/schemas.yaml#/Name",
    at: "schemas",
  },
  "root-folder": {
    severity: "error",
    message: ({ root, problem }: { root: string; problem: string }) => `${quote(root)} cannot be the root: ${problem}`,
    hint: "Give a folder that the contract lies in, in the same repository.",
    cause:
      "The setting `root` names the folder below which a contract may refer to files. The contract must lie in it, and it may not be above the repository.",
    bad: "openapi-actions lint services/api/openapi.yaml --root services/common",
    good: "openapi-actions lint services/api/openapi.yaml --root services",
    at: "sh",
  },
  "ref-unresolved": {
    severity: "error",
    message: ({ ref, reason }: { ref: string; reason: string }) => `$ref ${quote(ref)} leads nowhere: ${reason}`,
    cause: "There is no such file, or nothing at that place in it. The message says how far the reference leads.",
    bad: 'Name: { $ref: "#/components/schemas/Txt" }',
    good: `
      Name: { $ref: "#/components/schemas/Text" }
      Text: { type: string }`,
    at: "schemas",
  },
  "ref-kind": {
    severity: "error",
    message: ({ ref, expected, found }: { ref: string; expected: string; found: string }) =>
      `$ref ${quote(ref)} must lead to ${expected}, but leads to ${found}`,
    cause: "The reference leads to something, but not to what has to stand here: a schema, a response, an action.",
    bad: `
      responses:
        "200": { description: Done. }
        default: { $ref: "#/components/schemas/Failure" }`,
    good: `
      responses:
        "200": { description: Done. }
        default:
          description: Failed.
          content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } }`,
    at: "operation",
  },
  "ref-misplaced": {
    severity: "warning",
    message: ({ what }: { what: string }) => `OpenAPI allows no $ref in place of ${what}; it is followed`,
    hint: "Write the value in its place, or refer to its entries one by one.",
    cause:
      "OpenAPI allows references in certain places only. Elsewhere what the reference leads to is put in its place, but other tools take `$ref` for an ordinary key. A file whose name ends with `.md`, `.markdown` or `.txt` is one text.",
    bad: `
      securitySchemes:
        $ref: "./security.yaml"`,
    good: `
      securitySchemes:
        token: { type: http, scheme: bearer }`,
    at: "components",
  },
  "ref-rebased": {
    severity: "error",
    message: ({ ref, id }: { ref: string; id: string }) =>
      `$ref ${quote(ref)} is relative to the $id ${quote(id)} around it, by which it leads elsewhere`,
    hint: "Remove the `$id`, or write the reference from the document's root.",
    cause:
      "In JSON Schema an `$id` is the base of the references below it. It is ignored otherwise, but this reference would mean something else to other tools: what stands at that place within the schema, or what is beside the `$id`.",
    bad: `
      Node:
        $id: node
        type: object
        properties: { next: { $ref: "#" } }`,
    good: `
      Node:
        type: object
        properties: { next: { $ref: "#/components/schemas/Node" } }`,
    at: "schemas",
  },
  "ref-copies": {
    severity: "error",
    message: ({ limit }: { limit: number }) =>
      `references to path items and actions copy more than ${limit} objects into the document`,
    hint: "Path items and actions are copied to every place that refers to them. Refer to schemas inside them instead.",
    cause:
      "Path items and actions are copied to each place that refers to them. References to copies of copies grew to more than 100,000 objects.",
    bad: 'x-platform-search-actions: { $ref: "./actions.yaml" }   # again and again, each with all its schemas inline',
    good: 'body: { $ref: "#/components/schemas/SearchBody" }   # schemas are referred to, not copied',
    at: "yaml",
  },
  "ref-depth": {
    severity: "error",
    message: ({ ref, limit }: { ref: string; limit: number }) =>
      `$ref ${quote(ref)} is the end of a chain of more than ${limit} references`,
    hint: "Refer to the definition itself.",
    cause: "References that lead to references are followed 250 times. A longer chain is a mistake, and compilers overflow.",
    bad: `
      A1: { $ref: "#/components/schemas/A2" }
      A2: { $ref: "#/components/schemas/A3" }   # and so on, to A251`,
    good: `
      A1: { $ref: "#/components/schemas/Name" }
      A2: { $ref: "#/components/schemas/Name" }`,
    at: "yaml",
  },
  "ref-cycle": {
    severity: "error",
    message: ({ ref }: { ref: string }) => `$ref ${quote(ref)} leads back to itself and never to a value`,
    hint: "One of the references in the circle must lead to a definition, or stand below properties or items.",
    cause: "Following the references leads back to the start and never to a definition.",
    bad: `
      Name: { $ref: "#/components/schemas/Title" }
      Title: { $ref: "#/components/schemas/Name" }`,
    good: `
      Name: { $ref: "#/components/schemas/Title" }
      Title: { type: string }`,
    at: "schemas",
  },
  "null-value": {
    severity: "warning",
    message: ({ what, treatment }: { what: string; treatment: string }) => `${what} is null; ${treatment}`,
    hint: "Write what is meant, or remove the key. A key without a value is null in YAML.",
    cause:
      "There is no value where OpenAPI has a schema, a list or a map. The schema of a parameter is treated as a string, any other accepts any value; a list or a map is treated as empty, and so is a response, a media type or a path item.",
    bad: "Address: { type: object, properties: { street: null } }",
    good: "Address: { type: object, properties: { street: { type: string } } }",
    at: "schemas",
  },
  structure: {
    severity: "error",
    message: ({ what, expected, found, isIgnored }: { what: string; expected: string; found: string; isIgnored?: boolean }) =>
      `${what} must be ${expected}, but this is ${found}${isIgnored ? "; it is ignored" : ""}`,
    cause:
      "A part of the document has the wrong shape, for example a list where OpenAPI wants a map. Examples and links of the wrong shape are ignored, with a warning.",
    bad: "Address: { type: object, properties: [street, city] }",
    good: "Address: { type: object, properties: { street: { type: string }, city: { type: string } } }",
    at: "schemas",
  },
} satisfies CodeRecords;

/** Reports one of them. */
export const report = createReporter(documentCodes);
