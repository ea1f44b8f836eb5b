import { plural, resourceNoun } from "../binding/resource-noun.js";
import type { Contract, Operation, ServiceType } from "./contract.js";

/** What texts call the resources that have the actions of a service type. */
export interface ResourceWords {
  /** `robot` */
  readonly one: string;
  /** `robots of type arm`; `robots` if the type is called after them. */
  readonly ofType: string;
}

/** The words for the resources of a service type. */
export function resourceWords({ name, operationId }: ServiceType, { operations }: Contract): ResourceWords {
  const one = nounOf(operations.find(({ id }) => id === operationId)!);
  const many = plural(one);
  return { one, ofType: name === one || name === many ? many : `${many} of type ${name}` };
}

/** The word for the resources of all actions of a contract: `service` if their endpoints don't agree. */
export function commonNoun({ operations }: Contract): string {
  const [noun = "service", ...others] = new Set(operations.flatMap((one) => (one.binding?.hasService ? nounOf(one) : [])));
  return others.length === 0 ? noun : "service";
}

/** The word for the resource of an operation's actions. */
export function nounOf({ path, binding }: Operation): string {
  return resourceNoun(path, binding?.selector);
}

/** `a robot`, `an arm` */
export function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}
