import type { Operation } from "../../model/contract.js";
import { serviceResource } from "../../resources/services.js";
import { isCreatable, roleOf } from "../../resources/uses.js";
import type { MockContext } from "./context.js";
import { findFamilies } from "./families.js";
import { findRuns } from "./runs.js";

/** What a mock understood of an operation or an action. */
export interface Understood {
  /** `GET /servers/{id}`, or `postgres.add_ip`. */
  readonly name: string;
  /** `read`, `list` and so on; `sampled`: the response is made from the schema or an example. */
  readonly role: string;
  /** What it is about: the path of a collection, or a component. */
  readonly of?: string;
  /** The member that identifies an item. */
  readonly id?: string;
}

/** Lists what a mock understood of every operation and action. */
export function explain(context: MockContext): readonly Understood[] {
  const { serviceTypes } = context.contract.model;
  const operations = context.contract.model.operations.map((operation) => explainOperation(context, operation));
  const actions = serviceTypes.flatMap((type) => {
    const families = [...findRuns(type, context.contract.model), ...findFamilies(type, context.contract.model)];
    return type.actions.map(({ name }): Understood => {
      const used = families.filter(({ uses }) => uses.has(name));
      const called = `${type.name}.${name}`;
      if (used.length === 0) return { name: called, role: "sampled" };
      return {
        name: called,
        role: used[0]!.uses.get(name)!.role,
        of: used.map((family) => family.name).join(", "),
        id: used.map(({ id }) => id).join(", "),
      };
    });
  });
  return [...operations, ...actions];
}

function explainOperation(context: MockContext, operation: Operation): Understood {
  const name = `${operation.method} ${operation.path}`;
  if (operation.isEndpoint) {
    const services = serviceResource(context, operation);
    return { name, role: "actions", ...(services && { of: services.resource.path }) };
  }
  const found = roleOf(context, operation);
  if (!found) return { name, role: "sampled" };
  const { resource, use } = found;
  const id = resource.id && { id: resource.id.member };
  const made = resource.id && !isCreatable(resource) ? `${resource.path}, made up` : resource.path;
  return { name, role: use.role, of: made, ...id };
}
