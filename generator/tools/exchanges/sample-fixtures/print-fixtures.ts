import type { JsonObject, JsonValue } from "../../../document/json-value.js";
import { printYaml } from "../../../document/print-yaml.js";
import type { PlannedExchange, PlannedFile } from "./planned.js";

/** The text of a fixture file. What is called stands in its path, or in front. */
export function printFixtures({ exchanges, target }: Pick<PlannedFile, "exchanges" | "target">): string {
  return exchanges.length === 0 ? "" : printYaml({ ...(target as JsonObject | undefined), exchanges: exchanges.map(toData) });
}

function toData({ name, request, response, invalid }: PlannedExchange): JsonObject {
  return {
    name,
    ...(request && { request: request as JsonObject }),
    ...(response && { response: response as unknown as JsonObject }),
    ...(invalid.length > 0 && { expect: { invalid: invalid.map(({ pointer, rule }): JsonValue => ({ pointer, rule })) } }),
  };
}
