import type { Location } from "../../diagnostics/diagnostic.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../load/json-value.js";
import { createSchemaCompiler, type Judge } from "../compile-schema.js";
import type { Rule, RuleContext } from "../rule.js";

/** Examples are copied, so they must work: each body and result of an action's examples fits its schema. */
export const exampleInvalid: Rule = {
  code: "example-invalid",
  check(context) {
    const compile = createSchemaCompiler(context);
    const judges = new Map<JsonValue, Judge | undefined>();
    for (const { action } of context.actions) {
      for (const [name, example] of Object.entries(ownObject(action, "examples") ?? {})) {
        if (!isObject(example)) continue;
        for (const part of ["body", "result"] as const) {
          if (!Object.hasOwn(example, part)) continue;
          const schema = own(action, part) ?? absent[part];
          if (!judges.has(schema)) judges.set(schema, compile(schema));
          const refusal = judges.get(schema)?.(example[part]!);
          if (!refusal) continue;
          const pointer = `/${part}${refusal.pointer}`;
          context.report(
            "example-invalid",
            { example: name, pointer, problem: refusal.problem },
            placeOf(context, example, pointer),
          );
        }
      }
    }
  },
};

/** What an action takes and returns that declares no schema. */
const absent: Readonly<Record<"body" | "result", JsonObject>> = {
  body: { type: "object", maxProperties: 0 },
  result: { type: "object" },
};

/** The place of the value that a pointer leads to, or of the nearest one around it. */
function placeOf({ places }: RuleContext, example: JsonObject, pointer: string): Location | undefined {
  let holder: JsonValue = example;
  let place = places.value(example);
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, key)) return place;
    place = places.value(holder, key);
    holder = own(holder, key)!;
  }
  return place;
}
