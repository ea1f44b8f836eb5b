import { own, type JsonObject } from "../../document/json-value.js";
import { formats, uncheckedFormats } from "../../../templates/runtime/formats.js";
import { isBinary } from "./own-shape.js";
import { meansNoMore } from "./compare-numbers.js";
import type { Failure, KnownClaims } from "./reason.js";
import type { Bound, Shape, SchemaView } from "./shape.js";
import { typeSet } from "./type-set.js";

/** Yields reasons why the right rejects strings of the left. */
export function* compareTexts(
  left: Shape,
  right: Shape,
  views: readonly [SchemaView, SchemaView],
  known: KnownClaims,
): Generator<Failure> {
  yield* compareCounts(left, right, "minLength", "maxLength", left.bounds.get("x-max-utf8-bytes")?.value ?? Infinity);
  const bytes = right.bounds.get("x-max-utf8-bytes");
  // A character has at most four bytes.
  const longest = Math.min(
    left.bounds.get("x-max-utf8-bytes")?.value ?? Infinity,
    (left.bounds.get("maxLength")?.value ?? Infinity) * 4,
  );
  if (bytes && longest > bytes.value)
    yield { kind: "bound", left: left.bounds.get("x-max-utf8-bytes"), right: bytes, shape: left };
  for (const pattern of right.patterns) {
    if (!left.patterns.some(({ value }) => value === pattern.value))
      yield { kind: "pattern", left: left.patterns[0], right: pattern, shape: left };
  }
  yield* compareContents(left, right, views, known);
}

/** Compares formats. Unchecked formats are only contained in themselves. */
export function* compareFormats(left: Shape, right: Shape): Generator<Failure> {
  for (const format of right.formats) {
    if (
      isSilent(format.value) ||
      !isAbout(format.value, left) ||
      left.formats.some(({ value }) => isWithin(value, format.value)) ||
      meansNoMore(format.value, left)
    )
      continue;
    yield { kind: "format", left: left.formats[0], right: format, shape: left };
  }
}

/** Returns whether a format applies to a type; it is irrelevant for values of another type. */
function isAbout(format: string, shape: Shape): boolean {
  const type = Object.hasOwn(formats, format) ? formats[format]?.type : undefined;
  return type === undefined || shape.types === typeSet(type);
}

/** Formats about presentation or storage, which don't restrict values. */
const silentFormats = new Set(["password", "double", "float", "html", "commonmark"]);

function isSilent(format: string): boolean {
  return silentFormats.has(format) && uncheckedFormats.includes(format);
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || (inner === "int32" && outer === "int64");
}

/** Compares lengths, or numbers of items or properties; `most` and `least` are further limits of the left. */
export function* compareCounts(
  left: Shape,
  right: Shape,
  lower: Bound,
  upper: Bound,
  most = Infinity,
  least = 0,
): Generator<Failure> {
  const [low, high] = [left.bounds.get(lower), left.bounds.get(upper)];
  const [min, max] = [right.bounds.get(lower), right.bounds.get(upper)];
  if (min && Math.max(low?.value ?? 0, least) < min.value) yield { kind: "bound", left: low, right: min, shape: left };
  if (max && Math.min(high?.value ?? Infinity, most) > max.value) yield { kind: "bound", left: high, right: max, shape: left };
}

/** Validators don't parse the content of a string, but readers do: it is compared like a part of the value. */
function* compareContents(
  left: Shape,
  right: Shape,
  [leftView, rightView]: readonly [SchemaView, SchemaView],
  known: KnownClaims,
): Generator<Failure> {
  for (const { schema } of right.contents) {
    const keyword = ["contentEncoding", "contentMediaType"].find(
      (key) =>
        own(schema, key) !== undefined &&
        !isBinary(schema, key) &&
        !left.contents.some((content) => own(content.schema, key) === own(schema, key)),
    );
    if (keyword !== undefined) yield { kind: "other", left: left.contents[0], right: { schema, keyword }, shape: left };
    const wanted = own(schema, "contentSchema");
    if (wanted === undefined) continue;
    const node = leftView.node(left.contents.flatMap((content) => contentSchemas(content.schema)));
    const other = rightView.node([wanted]);
    if (!known.isContained(node, other)) yield { kind: "part", step: { kind: "content" }, left: node, right: other, shape: left };
  }
}

function contentSchemas(schema: JsonObject) {
  const content = own(schema, "contentSchema");
  return content === undefined ? [] : [content];
}
