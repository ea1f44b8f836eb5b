import { isObject, ownString, type JsonValue } from "../../../document/json-value.js";
import { maxNesting } from "../../../document/limits.js";
import { serviceParameter } from "../check-service.js";
import type { ExchangeContract } from "../exchange-contract.js";

/** What a caller says about types of services: `*` stands for all that are not named. */
export type GivenTypes = ReadonlyMap<string, string>;

/** Knows the types of the services of a recording. */
export interface ServiceTypes {
  /** Learns from an answer that represents services. */
  learn(answer: JsonValue): void;
  /** The type of a service by its identifier, as it stands in the path. */
  of(id: string): string | undefined;
}

/** A service is an object with a `type` that has actions, and an `id`, or one named like the path's parameter. */
export function createServiceTypes(contract: ExchangeContract, given: GivenTypes): ServiceTypes {
  const types = new Map<string, string>();
  const idNames = new Set(["id", serviceParameter(contract) ?? "id"]);
  const learn = (value: JsonValue, depth: number): void => {
    if (depth > maxNesting) return;
    if (Array.isArray(value)) return value.forEach((item) => learn(item, depth + 1));
    if (!isObject(value)) return;
    const type = ownString(value, "type");
    if (type !== undefined && contract.actions.has(type)) {
      for (const name of idNames) {
        const id = ownString(value, name);
        if (id !== undefined) types.set(id, type);
      }
    }
    for (const part of Object.values(value)) learn(part, depth + 1);
  };
  return { learn: (answer) => learn(answer, 0), of: (id) => given.get(id) ?? types.get(id) ?? given.get("*") };
}
