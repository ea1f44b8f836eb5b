import { actionContract, object } from "../../bench/contracts/small-contract.mjs";

/** A kind of document that can be as large as one likes, by its smallest measured size. */
export interface Growing {
  readonly size: number;
  readonly text: (size: number) => string;
}

type Json = Record<string, unknown>;

const text = { type: "string", maxLength: 100 };

/** A contract whose schema wraps a text so many times. */
const nested = (wrap: (inner: Json) => Json): Growing => ({
  // Four times as many are close to the limit of nesting.
  size: 25,
  text(size) {
    let body: Json = text;
    for (let level = 0; level < size; level++) body = wrap(body);
    return JSON.stringify(actionContract({ act: { label: "Act", summary: "Do the thing.", body, result: body } }));
  },
});

/** Documents that nest schemas. */
export const growing: Readonly<Record<string, Growing>> = {
  "nested objects": nested((n) => ({ type: "object", properties: { n } })),
  "nested required and closed objects": nested((n) => object({ n, a: text }, ["n"])),
  "nested lists": nested((items) => ({ type: "array", items })),
  "nested tuples": nested((first) => ({ type: "array", prefixItems: [first], maxItems: 1 })),
  "nested maps": nested((additionalProperties) => ({ type: "object", additionalProperties })),
  "nested patterns": nested((inner) => ({ type: "object", patternProperties: { "^a": inner } })),
};
