import { ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { createMeanings } from "./meaning.js";
import { createProver } from "./prover.js";
import { createView } from "./view.js";
import type { Direction } from "../interpreter.js";

/** Returns whether it can be proved that no value is valid for both schemas. */
export type DisjointCheck = (one: JsonValue, other: JsonValue) => boolean;

/** Creates a check that is true only if two schemas are disjoint in each of some directions. */
export function createDisjointCheck(document: JsonObject, directions: readonly (Direction | undefined)[]): DisjointCheck {
  const schemas = ownObject(ownObject(document, "components"), "schemas") ?? {};
  const meaning = createMeanings(schemas, schemas).before;
  const prover = createProver();
  const views = directions.map((direction) => createView(schemas, meaning, direction).strict);
  return (one, other) => views.every((view) => prover.areDisjoint(view.node([one]), view.node([other])));
}
