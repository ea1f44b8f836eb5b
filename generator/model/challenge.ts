import { schemeChallenge } from "../binding/challenge.js";
import type { Contract, Operation } from "./contract.js";

/** The challenge of a 401: that of the first scheme of the Authorization header. */
export function challengeOf({ security }: Pick<Operation, "security">, { securitySchemes }: Contract): string | undefined {
  for (const name of security.flatMap((requirement) => Object.keys(requirement))) {
    const { parameter, ...scheme } = securitySchemes.get(name) ?? {};
    const challenge = schemeChallenge({ ...scheme, name: parameter });
    if (challenge !== undefined) return challenge;
  }
  return undefined;
}
