import { listPointer } from "../../../templates/runtime/selector.js";
import { jsonSchemaOf } from "../../document/derived-parts.js";
import { own } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { boundEndpoints } from "../bindings.js";
import { defineRule } from "../rule.js";

const example = (limits: string) => `
      x-platform-action-binding: { list: /actions, action: { in: body-key }, response: null }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties: { actions: { type: array, ${limits}items: { type: object } } }`;

/** A list of actions that can't have a single one. */
export const listLength = defineRule({
  code: "list-length",
  severity: "warning",
  comparesParts: true,
  message: ({ limit }: { limit: string }) => `a list of actions can't have one item: ${limit}`,
  hint: "Allow one item, or send several actions with runAll only.",
  cause:
    "The methods of a client send a list with one item, and so do fixtures, the documentation and test. Servers reject each of these calls.",
  bad: example("minItems: 2, "),
  good: example("minItems: 1, maxItems: 50, "),
  at: "operation",

  check(context, report) {
    const { upgraded: document, locations } = context;
    for (const { endpoint, binding } of boundEndpoints(context)) {
      const { item } = binding.selector ?? {};
      if (item === undefined) continue;
      const list = schemasIn(document).at(jsonSchemaOf(own(endpoint.operation, "requestBody"), document), listPointer(item));
      for (const piece of list?.schema.pieces ?? []) {
        const [least, most] = [own(piece, "minItems"), own(piece, "maxItems")];
        if (typeof least === "number" && least > 1) report({ limit: `minItems is ${least}` }, locations.value(piece, "minItems"));
        if (typeof most === "number" && most < 1) report({ limit: `maxItems is ${most}` }, locations.value(piece, "maxItems"));
      }
    }
  },
});
