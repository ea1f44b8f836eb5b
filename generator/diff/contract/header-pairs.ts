import { isObject, own, ownObject, type JsonObject } from "../../load/json-value.js";
import type { ContractVersion } from "./contract-version.js";
import type { Maps, OperationPair } from "./pairs.js";
import { keptResponses, type ResponsePair } from "./response-pairs.js";

/** A header of an answer. */
export interface HeaderSide {
  readonly name: string;
  readonly object: JsonObject;
  readonly isRequired: boolean;
}

/** The headers of an answer in both versions, by name in lower case. */
export interface HeaderPairs extends Maps<HeaderSide> {
  readonly response: ResponsePair;
}

/** The headers of all answers that both versions of an operation give. */
export function headersOf(pair: OperationPair): HeaderPairs[] {
  return keptResponses(pair).map((response) => ({
    response,
    before: headers(response.before, pair.before.version),
    after: headers(response.after, pair.after.version),
  }));
}

function headers(response: JsonObject, version: ContractVersion): ReadonlyMap<string, HeaderSide> {
  const list = Object.entries(ownObject(response, "headers") ?? {}).flatMap(([name, value]) => {
    const object = version.resolve(value);
    return isObject(object) ? [{ name, object, isRequired: own(object, "required") === true }] : [];
  });
  return new Map(list.map((header) => [header.name.toLowerCase(), header]));
}
