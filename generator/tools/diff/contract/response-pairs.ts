import type { JsonObject } from "../../../document/json-value.js";
import type { OperationPair, Pair } from "./pairs.js";

/** An answer that both versions of an operation may give. */
export interface ResponsePair extends Pair<JsonObject> {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
}

type Responses = ReadonlyMap<string, JsonObject>;

/** Answers of both versions, each with the one that stands for the same status: `404` with `4XX` where there is no other. */
export function keptResponses({ before, after }: OperationPair): ResponsePair[] {
  const statuses = [...new Set([...before.responses.keys(), ...after.responses.keys()])];
  const pairs = statuses.flatMap((status): ResponsePair[] => {
    const [one, other] = [covering(before.responses, status), covering(after.responses, status)];
    return one && other ? [{ status, before: one, after: other }] : [];
  });
  // An answer that stands for several statuses is compared once with each other answer.
  return pairs.filter(
    (pair, index) => pairs.findIndex(({ before: one, after: other }) => one === pair.before && other === pair.after) === index,
  );
}

/** The statuses that only the second lists. */
export function uncoveredResponses(first: Responses, second: Responses): string[] {
  return [...second.keys()].filter((status) => covering(first, status) === undefined);
}

/** The answer that stands for a status: its own, that of its range, or the default. */
function covering(responses: Responses, status: string): JsonObject | undefined {
  const own = responses.get(status) ?? responses.get(`${status[0]}XX`);
  return own ?? (isSuccess(status) && !hasDefaultSuccess(responses) ? undefined : responses.get("default"));
}

/** Whether only the revision's default may be a success. Beside a success that is listed, the default is meant for failures. */
export function isDefaultSuccessNew({ before, after }: OperationPair): boolean {
  return hasDefaultSuccess(after.responses) && !hasDefaultSuccess(before.responses);
}

function hasDefaultSuccess(responses: Responses): boolean {
  return responses.has("default") && ![...responses.keys()].some(isSuccess);
}

/** True for a status, or a range of them, that isn't an error. */
export function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}
