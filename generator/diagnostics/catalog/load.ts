import { error, quote, warning } from "./entry.js";

/** Problems of reading files and following references. */
export const loadCodes = {
  "file-unreadable": error(
    ({ path, reason }: { path: string; reason: string }) => `cannot read ${quote(path)}: ${reason}`,
    "Give the path of a file that is there and may be read.",
  ),
  "file-too-large": error(
    ({ path, limit }: { path: string; limit: number }) => `${quote(path)} is larger than ${limit} bytes`,
    "Split the document into files that refer to each other.",
  ),
  "too-many-files": error(
    ({ limit }: { limit: number }) => `the contract refers to more than ${limit} files`,
    "Put several schemas into one file.",
  ),
  encoding: error(({ detail }: { detail: string }) => `the file is not clean UTF-8 text: ${detail}`, "Save the file as UTF-8."),
  syntax: error(({ language, detail }: { language: string; detail: string }) => `not valid ${language}: ${detail}`),
  "empty-document": error(() => "the document is empty", "An OpenAPI document starts with `openapi: 3.1.0`."),
  "root-not-object": error(({ found }: { found: string }) => `an OpenAPI document is a map at its root, but this is ${found}`),
  "openapi-version": error(
    ({ found }: { found: string | undefined }) =>
      found === undefined ? "the document does not say its OpenAPI version" : `OpenAPI version ${found} is not supported`,
    "Write `openapi: 3.1.0` (3.0.x and 3.1.x are supported).",
  ),
  "duplicate-key": error(
    ({ key }: { key: string }) => `the key ${quote(key)} occurs twice in one map`,
    "Remove one of the two: readers disagree about which one counts.",
  ),
  "forbidden-name": error(
    ({ name }: { name: string }) => `${quote(name)} is not allowed as a name`,
    "The name is part of every JavaScript object. Choose another.",
  ),
  "unsafe-number": error(
    () => "the number is not finite in double precision",
    "JSON has no NaN and no infinity. Leave the keyword out, or give a number below 1.8e308.",
  ),
  "unpaired-surrogate": error(
    () => "the text has half of a surrogate pair, which is no character and cannot be written to a file",
    "Write the whole character, or both halves of its escape.",
  ),
  "nesting-limit": error(
    ({ limit }: { limit: number }) => `maps and lists are nested more than ${limit} deep`,
    "Give inner schemas a name in components and refer to them.",
  ),
  "yaml-tag": error(
    ({ tag }: { tag: string }) => `the YAML tag ${quote(tag)} is not supported`,
    "An OpenAPI document holds JSON data only. Write the value without a tag.",
  ),
  "yaml-version": warning(
    ({ version }: { version: string }) => `the file declares YAML ${version}, but is read as YAML 1.2`,
    "Remove the %YAML directive, and check plain values such as yes, no, on, off and 0755: YAML 1.2 reads them differently.",
  ),
  "yaml-key-type": error(
    ({ found }: { found: string }) => `a key must be a string, but this is ${found}`,
    "Put the key in quotes.",
  ),
  "yaml-alias-limit": error(
    ({ limit }: { limit: number }) => `YAML aliases add more than ${limit} nodes or uses to the document`,
    "Use $ref instead of YAML aliases.",
  ),
  "yaml-alias-cycle": error(
    ({ name }: { name: string }) => `the YAML alias ${quote(`*${name}`)} refers to a value that contains it`,
    "Use $ref for recursive schemas.",
  ),
  "yaml-alias-unknown": error(
    ({ name }: { name: string }) => `no anchor ${quote(`&${name}`)} stands before the alias ${quote(`*${name}`)}`,
  ),
  "yaml-merge-key": error(
    ({ found }: { found: string }) => `a merge key (<<) needs a map or a list of maps, but this is ${found}`,
  ),
  "ref-syntax": error(
    ({ ref, reason }: { ref: string; reason: string }) => `$ref ${quote(ref)} ${reason}`,
    'A reference looks like "#/components/schemas/Name" or "./file.yaml#/Name".',
  ),
  "ref-remote": error(
    ({ ref }: { ref: string }) => `$ref ${quote(ref)} points to a URL; remote references are never fetched`,
    "Copy the document into the contract's folder and refer to the file.",
  ),
  "ref-outside-root": error(
    ({ ref }: { ref: string }) => `$ref ${quote(ref)} leaves the contract's folder`,
    "Move the file below the folder of the contract's main document.",
  ),
  "ref-unresolved": error(({ ref, reason }: { ref: string; reason: string }) => `$ref ${quote(ref)} leads nowhere: ${reason}`),
  "ref-kind": error(
    ({ ref, expected, found }: { ref: string; expected: string; found: string }) =>
      `$ref ${quote(ref)} must lead to ${expected}, but leads to ${found}`,
  ),
  "ref-misplaced": error(
    ({ what }: { what: string }) => `a $ref cannot stand in place of ${what}`,
    "Write the value in its place, or refer to its entries one by one.",
  ),
  "ref-copies": error(
    ({ limit }: { limit: number }) => `references to path items and actions copy more than ${limit} objects into the document`,
    "Path items and actions are copied to every place that refers to them. Refer to schemas inside them instead.",
  ),
  "ref-depth": error(
    ({ ref, limit }: { ref: string; limit: number }) =>
      `$ref ${quote(ref)} is the end of a chain of more than ${limit} references`,
    "Refer to the definition itself.",
  ),
  "ref-cycle": error(
    ({ ref }: { ref: string }) => `$ref ${quote(ref)} leads back to itself and never to a value`,
    "One of the references in the circle must lead to a definition, or stand below properties or items.",
  ),
  structure: error(
    ({ what, expected, found }: { what: string; expected: string; found: string }) =>
      `${what} must be ${expected}, but this is ${found}`,
  ),
};
