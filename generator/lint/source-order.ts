import type { JsonObject } from "../document/json-value.js";
import type { RuleContext } from "./rule.js";

/** The keys of a map as its author wrote them down: of two that clash, the later one is to blame. */
export function keysInSourceOrder({ places }: RuleContext, map: JsonObject): string[] {
  const entries = places.origin(map)?.entries;
  const start = (key: string) => entries?.get(key)?.key[0] ?? 0;
  return Object.keys(map).sort((a, b) => start(a) - start(b));
}
