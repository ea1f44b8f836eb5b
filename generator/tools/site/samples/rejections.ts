import { explainErrors, type Explanation } from "../../../../templates/runtime/server/errors.js";
import { listErrors, type SchemaData } from "../../../../templates/runtime/validators/all-errors.js";
import type { JsonValue } from "../../../document/json-value.js";
import { componentPointer } from "../../../document/reference.js";
import { buildSchemaData, type SchemaSource } from "../../../emit/validators/schema-data.js";

/**
 * Explains why a generated server rejects a body, for a component's schema; absent: the body is valid. `at` is the
 * body's location in the request.
 */
export type Rejections = (component: string, body: JsonValue, at?: string) => Explanation | undefined;

/** The maximum number of listed errors. */
const maxErrors = 1000;

/** Interprets a contract's schemas like the output, so that pages show the texts that callers get. */
export function createRejections(contract: SchemaSource): Rejections {
  const known = new Map<string, SchemaData>();
  const dataOf = (component: string): SchemaData => {
    let data = known.get(component);
    if (!data) {
      const built = buildSchemaData(contract, contract.schemas.get(component)!, componentPointer("schemas", component));
      known.set(component, (data = { ...built.data, refs: () => built.components.map(dataOf) }));
    }
    return data;
  };
  return (component, body, at = "") => {
    const errors = listErrors(dataOf(component), body, maxErrors);
    if (errors === undefined || errors.length === 0) return undefined;
    const { text, details } = explainErrors(
      at === "" ? errors : errors.map((error) => ({ ...error, instancePath: at + error.instancePath })),
    );
    return { text: `${text}.`, details };
  };
}
