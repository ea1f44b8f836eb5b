import { quote } from "../diagnostics/escape.js";
import type { CodeRecords } from "../diagnostics/code-record.js";

/** References that can't be followed, or that are followed although they are misplaced. */
export const referenceCodes = {
  "ref-syntax": {
    severity: "error",
    message: ({ ref, reason }: { ref: string; reason: string }) => `$ref ${quote(ref)} ${reason}`,
    hint: 'A reference looks like "#/components/schemas/Name" or "./file.yaml#/Name".',
    cause:
      "The value of `$ref` is not a valid reference. A reference consists of a file, `#` and a JSON pointer; the file or the pointer is optional.",
    bad: 'Name: { $ref: "#components/schemas/Text" }',
    good: `
      Name: { $ref: "#/components/schemas/Text" }
      Text: { type: string }`,
    at: "schemas",
  },
  "ref-remote": {
    severity: "error",
    message: ({ ref }: { ref: string }) => `$ref ${quote(ref)} is a URL; remote references are not supported`,
    hint: "Copy the document into the contract's folder and refer to the file.",
    cause:
      "The reference points to another machine. A contract that is fetched at build time can change between builds, and could make the build access arbitrary addresses.",
    bad: 'Name: { $ref: "https://example.com/schemas.yaml#/Name" }',
    good: "Name: { type: string }   # or a copy: ./schemas.yaml#/Name",
    at: "schemas",
  },
  "ref-outside-root": {
    severity: "error",
    message: ({ ref }: { ref: string }) => `$ref ${quote(ref)} points outside the root folder`,
    hint: "Move the file into the root folder: the setting `root`, or the nearest of the config's folder and the repository's.",
    cause:
      "A contract may only refer to files in its root folder, after resolving links. Otherwise it could read any file on the disk. The root is the setting `root`, or else the nearest of the config's folder, the repository's (with `.git`) and, outside of both, the contract's own. Absolute paths and percent-encoded `..` are never followed.",
    bad: 'Name: { $ref: "/srv/shared/schemas.yaml#/Name" }',
    good: "Name: { type: string }   # or a file in the root folder: ../shared/schemas.yaml#/Name",
    at: "schemas",
  },
  "root-folder": {
    severity: "error",
    message: ({ root, problem }: { root: string; problem: string }) => `invalid root ${quote(root)}: ${problem}`,
    hint: "Specify a folder that contains the contract, in the same repository.",
    cause:
      "The setting `root` is the folder whose files a contract may refer to. It must contain the contract, and it must not be outside the repository.",
    bad: "openapi-actions lint services/api/openapi.yaml --root services/common",
    good: "openapi-actions lint services/api/openapi.yaml --root services",
    at: "sh",
  },
  "ref-unresolved": {
    severity: "error",
    message: ({ ref, reason }: { ref: string; reason: string }) => `cannot resolve $ref ${quote(ref)}: ${reason}`,
    cause: "The file or the location in it doesn't exist. The message reports the part of the reference that could be resolved.",
    bad: 'Name: { $ref: "#/components/schemas/Txt" }',
    good: `
      Name: { $ref: "#/components/schemas/Text" }
      Text: { type: string }`,
    at: "schemas",
  },
  "ref-kind": {
    severity: "error",
    message: ({ ref, expected, found }: { ref: string; expected: string; found: string }) =>
      `$ref ${quote(ref)} must point to ${expected}, but points to ${found}`,
    cause: "The target of the reference is of the wrong kind, for example a schema instead of a response.",
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
    message: ({ what }: { what: string }) => `OpenAPI does not allow $ref in place of ${what}; it is followed`,
    hint: "Inline the value, or refer to its entries individually.",
    cause:
      "OpenAPI allows references only in certain locations. Elsewhere the target is inlined, but other tools treat `$ref` as an ordinary key. A file whose name ends with `.md`, `.markdown` or `.txt` is a single text.",
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
      `$ref ${quote(ref)} is relative to the enclosing $id ${quote(id)} and has another target`,
    hint: "Remove the `$id`, or give the target an `$id` too, in the same file.",
    cause:
      "In JSON Schema, an `$id` is the base of the references below it: other tools would look for this file next to the `$id`. A contract is never fetched, so only schemas of the same file are found by their `$id`.",
    bad: `
      Node:
        $id: https://shop.test/schemas/node
        type: object
        properties: { name: { $ref: name.yaml } }`,
    good: `
      Node:
        type: object
        properties: { name: { $ref: "#/components/schemas/Name" } }
      Name: { type: string }`,
    at: "schemas",
  },
  "ref-copies": {
    severity: "error",
    message: ({ limit }: { limit: number }) => `references to path items and actions exceed the limit of ${limit} copied objects`,
    hint: "Refer to schemas inside path items and actions instead. Path items and actions themselves are copied for each reference.",
    cause:
      "Path items and actions are copied for each reference. References to copies of copies grew to more than 100,000 objects.",
    bad: 'x-platform-search-actions: { $ref: "./actions.yaml" }   # again and again, each with all its schemas inline',
    good: 'body: { $ref: "#/components/schemas/SearchBody" }   # schemas are referred to, not copied',
    at: "yaml",
  },
  "dynamic-ref-copies": {
    severity: "error",
    message: ({ limit }: { limit: number }) => `dynamic references exceed the limit of ${limit} copied schemas`,
    hint: "Use fewer anchors below one schema, or $ref where there is one target.",
    cause:
      "A schema with a `$dynamicRef` is copied for each combination of its targets, as a template would be. Several anchors with several schemas each multiply.",
    bad: `
      Page:   # with ten anchors that have ten schemas each
        properties: { first: { $dynamicRef: "#first" }, second: { $dynamicRef: "#second" } }`,
    good: `
      Page:
        properties: { first: { $ref: "#/components/schemas/First" }, second: { $dynamicRef: "#second" } }`,
    at: "yaml",
  },
  "ref-depth": {
    severity: "error",
    message: ({ ref, limit }: { ref: string; limit: number }) =>
      `$ref ${quote(ref)} exceeds the limit of ${limit} chained references`,
    hint: "Refer directly to the definition.",
    cause:
      "A chain of references to references is followed 250 times. A longer chain is probably a mistake, and would overflow compilers.",
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
    message: ({ ref }: { ref: string }) => `circular $ref ${quote(ref)} never reaches a value`,
    hint: "Point one of the references in the cycle to a definition, or move it below properties or items.",
    cause: "The references form a cycle and never reach a definition.",
    bad: `
      Name: { $ref: "#/components/schemas/Title" }
      Title: { $ref: "#/components/schemas/Name" }`,
    good: `
      Name: { $ref: "#/components/schemas/Title" }
      Title: { type: string }`,
    at: "schemas",
  },
} as const satisfies CodeRecords;
