import { typePattern } from "../../document/extension.js";
import { ref, type JsonSchema } from "../../json-schema/build-schema.js";
import { actionDefinitions } from "../../lint/action-object.js";
import { schemaDefinitions } from "./schema-object.js";

/** The keys of the extension, as regular expressions: those with a valid type, and every other `x-` key. */
export function extensionKeys(prefix: string): { readonly actions: string; readonly others: string } {
  const type = typePattern.source.slice(1, -1);
  return { actions: `^x-${prefix}-${type}-actions$`, others: `^x-(?!${prefix}-(?:.*-)?actions$)` };
}

/** The JSON Schema of a file with a map of actions: the target of `x-<prefix>-<type>-actions` or a `$ref` there. */
export function actionsSchema(prefix: string): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Actions of one service type, x-${prefix}-<type>-actions`,
    ...ref("Actions"),
    $defs: { ...actionDefinitions(prefix), ...schemaDefinitions },
  };
}
