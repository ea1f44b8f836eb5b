import { createHash } from "node:crypto";
import { type Document, pathOf, textsIn, valuesAt } from "./attributes.js";
import type { Sliced } from "../../slices.js";
import type { Settings } from "./settings.js";
import { tokenize } from "./text.js";

/** A document as its table has it. */
export interface PreparedDocument {
  readonly id: string;
  readonly document: Document;
  /** A `tsvector` as text: the weight of a word is the place of its attribute. */
  readonly words: string;
  readonly facets: readonly string[];
  readonly bytes: number;
}

/** Larger documents are rejected, in bytes of JSON. */
export const maxDocumentBytes = 128 * 1024;

const sizes = new WeakMap<Document, number>();

/** Returns the bytes of a document as JSON. They are counted once: batches are cut by them, and the table has them. */
export function bytesOf(document: Document): number {
  let bytes = sizes.get(document);
  if (bytes === undefined) sizes.set(document, (bytes = Buffer.byteLength(JSON.stringify(document))));
  return bytes;
}

/** Prepares a document for its table. */
export function* prepareDocument(id: string, document: Document, settings: Settings): Sliced<PreparedDocument> {
  const facets = new Set<string>();
  for (const attribute of settings.filterable_attributes)
    for (const found of facetsOf(document, attribute)) {
      facets.add(found);
      yield;
    }
  return { id, document, words: yield* vectorOf(document, settings), facets: [...facets], bytes: bytesOf(document) };
}

/** Prepares documents, by their ids. */
export function* prepareDocuments(
  documents: Iterable<readonly [id: string, document: Document]>,
  settings: Settings,
): Sliced<readonly PreparedDocument[]> {
  const prepared: PreparedDocument[] = [];
  for (const [id, document] of documents) prepared.push(yield* prepareDocument(id, document, settings));
  return prepared;
}

/** The words of a prepared document. */
export function wordsOf({ words }: Pick<PreparedDocument, "words">): string[] {
  return words === "" ? [] : words.split(" ").map((entry) => entry.slice(0, entry.indexOf(":")));
}

/** PostgreSQL's limits of a word's positions. */
const maxPosition = 16_000;
const maxPositions = 200;

/** Words contain letters and digits only, so nothing has to be quoted. */
function* vectorOf(document: Document, { searchable_attributes }: Settings): Sliced<string> {
  const positions = new Map<string, string[]>();
  let position = 0;
  for (const [weight, value] of searchedValues(document, searchable_attributes)) {
    for (const text of textsIn(value)) {
      for (const { word } of tokenize(text)) {
        position = Math.min(position + 1, maxPosition);
        const known = positions.get(word);
        if (!known) positions.set(word, [`${position}${weight}`]);
        else if (known.length < maxPositions) known.push(`${position}${weight}`);
        yield;
      }
      // Words of different texts are not next to each other.
      position = Math.min(position + 8, maxPosition);
    }
  }
  return [...positions].map(([word, places]) => `${word}:${places.join(",")}`).join(" ");
}

const weights = ["A", "B", "C", "D"];

/** With `*` all attributes weigh the same: documents are kept without the order of theirs. */
function* searchedValues(document: Document, list: readonly string[]): Generator<[string, unknown]> {
  if (list.includes("*")) {
    for (const value of Object.values(document)) yield [weights[0]!, value];
    return;
  }
  for (const [index, attribute] of list.entries()) {
    const weight = weights[Math.min(index, weights.length - 1)]!;
    for (const value of valuesAt(document, pathOf(attribute))) yield [weight, value];
  }
}

/** By what filters find a document: that it has an attribute, and with which values. */
function* facetsOf(document: Document, attribute: string): Generator<string> {
  const path = pathOf(attribute);
  for (const value of valuesAt(document, path, false)) {
    yield existsFacet(attribute);
    if (value === null) yield nullFacet(attribute);
    if (value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0))
      yield emptyFacet(attribute);
  }
  for (const value of valuesAt(document, path)) {
    if (typeof value === "number") yield numberFacet(attribute, value);
    else if (typeof value === "string" || typeof value === "boolean") yield textFacet(attribute, String(value));
  }
}

/** The facet that documents with an attribute have. */
export function existsFacet(attribute: string): string {
  return facet(attribute);
}

/** The same for those in which it is null. */
export function nullFacet(attribute: string): string {
  return facet(attribute, "null");
}

/** The same for those in which it is an empty text, list or object. */
export function emptyFacet(attribute: string): string {
  return facet(attribute, "empty");
}

/** The same for those in which it is, or lists, a text. */
export function textFacet(attribute: string, value: string): string {
  return facet(attribute, "text", value);
}

/** The same for a number. */
export function numberFacet(attribute: string, value: number): string {
  return facet(attribute, "number", String(value));
}

/** Index entries have a maximum length: what is longer is replaced by its hash. */
function facet(...parts: readonly string[]): string {
  const text = JSON.stringify(parts);
  return text.length <= 200 ? text : createHash("sha256").update(text).digest("base64url");
}
