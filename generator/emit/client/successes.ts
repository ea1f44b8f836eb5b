import type { Operation, Response } from "../../model/contract.js";

/** The responses that are no errors; where the contract names none, `default` stands for them. */
export function successes({ responses }: Operation): readonly Response[] {
  const named = responses.filter(({ status }) => status.startsWith("2"));
  return named.length > 0 ? named : responses.filter(({ status }) => status === "default");
}
