import type { JsonValue } from "../../../document/json-value.js";
import type { CallTarget } from "../find-target.js";
import type { CaseSource } from "./case.js";
import { pathSchema } from "./item-paths.js";

/** An id that nothing has: valid by the usual schemas of identifiers. */
const missing = { text: "00000000-0000-4000-8000-0000000dead0", number: 2_147_483_646 } as const;

/** A value of a path parameter that nothing has. `undefined`: the contract allows no such value. */
export function missingValue(
  { contract }: CaseSource,
  { endpoint: { operation } }: CallTarget,
  name: string,
): JsonValue | undefined {
  const schema = pathSchema(operation, name) ?? true;
  return [missing.text, missing.number, missing.text.replaceAll("-", "")].find(
    (value) => contract.evaluate(schema, value).isValid === true,
  );
}
