import { escapeSegment } from "../../../../../templates/runtime/json-pointer.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../../../document/json-value.js";
import { conjuncts, listOf } from "../../../../json-schema/samples/conjuncts.js";
import { sampleProperty, type Sampling } from "../../../../json-schema/samples/sample-value.js";
import { partAt, withPart } from "./edit-value.js";

/** A part of a valid value, and the schemas that it fits. */
export interface Position {
  /** The whole value, in which the part stands. */
  readonly root: JsonValue;
  readonly pointer: string;
  readonly value: JsonValue;
  readonly parts: readonly JsonObject[];
}

/**
 * The parts of a valid value: it, its properties, the first item of each list, and what it could have besides, as an example
 * has it or made up.
 */
export function findPositions(sampling: Sampling, schema: JsonValue, root: JsonValue, example: JsonValue): Position[] {
  const found = positionsIn(sampling, root, schema, root, "");
  const more = found.flatMap((position) => growPosition(sampling, schema, position, example));
  return [...found, ...more];
}

function positionsIn(sampling: Sampling, root: JsonValue, schema: JsonValue, value: JsonValue, pointer: string): Position[] {
  const parts = conjuncts(sampling.schemas, schema, (branches) =>
    branches.filter((branch) => sampling.judge(branch, value, sampling.direction).fits === true),
  );
  const position = { root, pointer, value, parts };
  if (Array.isArray(value)) {
    if (value.length === 0) return [position];
    const items = parts
      .map((part) => listOf(own(part, "prefixItems"))[0] ?? own(part, "items"))
      .filter((item) => item !== undefined);
    return [position, ...positionsIn(sampling, root, { allOf: items }, value[0]!, `${pointer}/0`)];
  }
  if (!isObject(value)) return [position];
  const inner = Object.entries(value).flatMap(([name, item]) => {
    const declared = parts.map((part) => own(ownObject(part, "properties"), name) ?? own(part, "additionalProperties"));
    const schemas = declared.filter(isObject);
    return schemas.length === 0 ? [] : positionsIn(sampling, root, { allOf: schemas }, item, `${pointer}/${escapeSegment(name)}`);
  });
  return [position, ...inner];
}

/** The value with each optional property that it lacks, one by one, and the positions in that property. */
function growPosition(
  sampling: Sampling,
  schema: JsonValue,
  { root, pointer, value, parts }: Position,
  example: JsonValue,
): Position[] {
  if (!isObject(value)) return [];
  const names = new Set(parts.flatMap((part) => Object.keys(ownObject(part, "properties") ?? {})));
  return [...names].flatMap((name) => {
    if (Object.hasOwn(value, name)) return [];
    const at = `${pointer}/${escapeSegment(name)}`;
    const property = partAt(example, at) ?? sampleProperty(sampling, parts, name);
    const grown = property === undefined ? undefined : withPart(root, at, property);
    if (grown === undefined || sampling.judge(schema, grown, sampling.direction).fits !== true) return [];
    return positionsIn(sampling, grown, schema, grown, "").filter(
      (found) => found.pointer === at || found.pointer.startsWith(`${at}/`),
    );
  });
}
