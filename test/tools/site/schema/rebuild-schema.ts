import type { JsonObject, JsonValue } from "../../../../generator/document/json-value.js";
import type { FieldDescription, ObjectDescription } from "../../../../generator/tools/site/schema/describe-object.js";
import {
  joinedValues,
  readPhrase,
  readRule,
  readType,
  split,
  together,
  UnknownWords,
  wordsOf,
  Incomplete,
  valueOf,
} from "./read-words.js";

/** A value that rows describe, with the rows of what is in it. */
interface Node {
  readonly rows: FieldDescription[];
  readonly below: Map<string, Node>;
  /** Sentences about its fields. */
  readonly sentences: { readonly variant: string | undefined; readonly text: string }[];
  /** The alternatives that can have other fields. */
  readonly open: Set<string>;
}

/** Between the title of an alternative and the name of one of its fields. */
const behind = "\0";

function emptyNode(): Node {
  return { rows: [], below: new Map(), sentences: [], open: new Set() };
}

/** Rebuilds the schema that a description was made of, from its words alone. */
export function rebuildSchema(description: ObjectDescription): JsonValue {
  const root = emptyNode();
  const own: JsonValue[] = [];
  for (const field of description.fields) {
    if (field.components.length > 0) throw new Incomplete(field.path);
    nodeAt(root, segmentsOf(field.path), field.variant).rows.push(field);
  }
  for (const rule of description.rules) {
    const sentence = wordsOf(rule);
    if (/^More (?:about .* )?in the contract\.$/.test(sentence)) throw new Incomplete(sentence);
    const [, variant, rest = sentence] = /^In (Shape \d+|with \w+|\w+: [^:]*): (.*)$/s.exec(sentence) ?? [];
    const path = /«([^»"{]*)»/.exec(rest)?.[1];
    const isAboutFields =
      /^(?:«|With «|If |Always: |Exactly one of:? «|At least one of:? «|Not together: )/.test(rest) && path !== undefined;
    const open = /^«([^»]*)» can have other fields\.$/.exec(rest)?.[1];
    const [, object, condition] = /^«([^»"{]*)»: ((?:if |always: ).*)$/.exec(rest) ?? [];
    if (object !== undefined) nodeAt(root, segmentsOf(object), undefined).sentences.push({ variant, text: condition! });
    else if (open !== undefined) nodeAt(root, segmentsOf(open), undefined).open.add(variant!);
    else if (/^(?:If|Always)\b/.test(rest) && path === undefined) root.sentences.push({ variant, text: rest });
    else if (!isAboutFields) own.push(readRule(lowered(rest)));
    else nodeAt(root, segmentsOf(path).slice(0, -1), undefined).sentences.push({ variant, text: rest });
  }
  const choices = description.choices.map(({ allowsSeveral, shapes }) => {
    const rebuilt = shapes.map(({ value, shape, component }) => {
      if (component !== undefined) throw new Incomplete(component);
      return value === undefined ? rebuildSchema(shape) : readPhrase(wordsOf(value));
    });
    return allowsSeveral ? { anyOf: rebuilt } : { oneOf: rebuilt };
  });
  const isClosed = description.isClosed === true;
  const fields = objectOf(root, isClosed && choices.length === 0);
  return { allOf: [fields, ...own, ...choices], ...(isClosed && choices.length > 0 && { unevaluatedProperties: false }) };
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

/** `a.b`, `list[].x`, `pair[0]`, `a.*`, `a./^x/`. */
function segmentsOf(path: string): string[] {
  return [...path.matchAll(/\/[^/]*\/|\[\d*\]|[^.[\]]+/g)].map(([segment]) => segment);
}

function nodeAt(root: Node, segments: readonly string[], variant: string | undefined): Node {
  let node = root;
  segments.forEach((segment, index) => {
    // Rows of an alternative are those of the last object around them that has alternatives.
    const key = variant !== undefined && index === segments.length - 1 ? `${variant}${behind}${segment}` : segment;
    const next = node.below.get(key) ?? emptyNode();
    node.below.set(key, next);
    node = next;
  });
  return node;
}

/** Rebuilds the fields of an object. */
function objectOf(node: Node, isClosed: boolean, variant?: string): JsonValue {
  const properties: Record<string, JsonValue> = {};
  const patternProperties: Record<string, JsonValue> = {};
  const required: string[] = [];
  let others: JsonValue | undefined = isClosed ? false : undefined;
  for (const [key, inner] of node.below) {
    if (inner.rows.length === 0) continue;
    const name = key.split(behind).at(-1)!;
    if ((key === name ? undefined : key.split(behind)[0]) !== variant) continue;
    const schema = together(inner.rows.map((row) => valueSchema(row, inner)));
    if (name === "*") others = schema;
    else if (name.startsWith("/")) patternProperties[name.slice(1, -1)] = schema;
    else properties[name] = schema;
    if (inner.rows.some(({ isRequired }) => isRequired)) required.push(name);
  }
  const object = { properties, patternProperties, required, ...(others !== undefined && { additionalProperties: others }) };
  const sentences = node.sentences.filter((one) => one.variant === variant).map(({ text }) => readSentence(text));
  return { allOf: [object, ...sentences] };
}

/** Rebuilds the schema of a row, and of the rows below it. */
function valueSchema({ type, rules }: FieldDescription, node: Node): JsonValue {
  const words = rules.map(wordsOf);
  if (words.includes("fields as in the contract")) throw new Incomplete("fields as in the contract");
  const told = words.filter((rule) => !["other fields allowed", "any fields", "no other fields"].includes(rule));
  const isOpen = words.includes("other fields allowed") || words.includes("any fields");
  const typed = readType(type);
  if (typed === undefined) throw new UnknownWords(type);
  // The alternatives may be those of the items of lists.
  let holder = node;
  while (holder.below.has("[]")) holder = holder.below.get("[]")!;
  const variants = new Set([...holder.below.keys()].filter((key) => key.includes(behind)).map((key) => key.split(behind)[0]));
  const shapes = (title: string) => {
    if (!variants.has(title) && !/^(?:Shape \d+|with \w+)$/.test(title)) return undefined;
    return together([{ type: "object" }, objectOf(holder, !holder.open.has(title), title)]);
  };
  return together([typed, ...told.map((rule) => readRule(rule, shapes)), within(node, isOpen)]);
}

/** Rebuilds what rows below another describe, behind the lists around it. */
function within(node: Node, isOpen: boolean): JsonValue {
  const positions = [...node.below].filter(([key]) => /^\[\d+\]$/.test(key));
  const items = node.below.get("[]");
  const fields = [...node.below.keys()].filter((key) => !key.startsWith("["));
  const hasVariants = fields.some((key) => key.includes(behind));
  return {
    allOf: [
      // Beside `[0]`, `[]` are the items behind.
      {
        ...(positions.length > 0 && { prefixItems: positions.map(([, inner]) => valueSchema(inner.rows[0]!, inner)) }),
        ...(items && { items: within(items, isOpen) }),
      },
      ...(fields.length > 0 || node.sentences.length > 0 ? [objectOf(node, !isOpen && !hasVariants)] : []),
    ],
  };
}

/** Rebuilds a sentence about fields: `a needs b.` */
function readSentence(sentence: string): JsonValue {
  const text = sentence.replace(/\.$/, "");
  const names = (list: string) => [...list.matchAll(/«([^»]*)»/g)].map(([, path]) => segmentsOf(path!).at(-1)!);
  const require = (list: string) => ({ required: names(list) });
  const needs = /^(«[^»]*») needs (.*)$/.exec(text);
  if (needs) return { dependentRequired: { [names(needs[1]!)[0]!]: names(needs[2]!) } };
  const excludes = /^(«[^»]*») excludes (.*)$/.exec(text);
  if (excludes) {
    const others = Object.fromEntries(names(excludes[2]!).map((name) => [name, false]));
    return { dependentSchemas: { [names(excludes[1]!)[0]!]: { properties: others } } };
  }
  const dependent = /^With («[^»]*»): (.*)$/.exec(text);
  if (dependent) return { dependentSchemas: { [names(dependent[1]!)[0]!]: readParts(dependent[2]!, ", ") } };
  const always = /^always: (.*)$/i.exec(text);
  if (always) return readParts(always[1]!, ", ");
  const condition = /^if (.*)$/i.exec(text);
  if (condition) {
    const [before = "", ...rest] = split(condition[1]!, ", then ");
    const [then = "", otherwise = "nothing more"] = split(rest.join(", then "), "; otherwise ");
    return { if: readParts(before, " and ", true), then: readParts(then, ", "), else: readParts(otherwise, ", ") };
  }
  const alternatives = /^(Exactly|At least) one of(:?) (.*)$/.exec(text);
  if (alternatives) {
    const [, amount, colon, list = ""] = alternatives;
    return { [amount === "Exactly" ? "oneOf" : "anyOf"]: split(list, colon === "" ? ", " : "; ").map(require) };
  }
  if (text.startsWith("Not together: ")) return { not: require(text) };
  return readPart(text);
}

function readParts(text: string, separator: string, isCondition = false): JsonValue {
  return { allOf: joinedValues(split(text, separator)).map((part) => readPart(part, isCondition)) };
}

/** Rebuilds a requirement of a field: `a is required`; a condition about a field is met without it only if it says so. */
function readPart(part: string, isCondition = false): JsonValue {
  if (["nothing more", "the value is valid"].includes(part)) return true;
  const found = /^«([^»]*)»(.*)$/.exec(part);
  if (!found || part.startsWith("«{")) return valueOf(part);
  const name = segmentsOf(found[1]!).at(-1)!;
  const rest = found[2]!.replace(/ or absent$/, "");
  const isAbsent = rest !== found[2];
  if (rest === " is required" || rest === " is given") return { required: [name] };
  if (rest === " is not allowed") return { properties: { [name]: false } };
  const value = rest.startsWith(" is ") ? { const: valueOf(rest.slice(4)) } : readPhrase(rest.replace(/^: /, ""));
  return { properties: { [name]: value }, ...(isCondition && !isAbsent && { required: [name] }) } satisfies JsonObject;
}
