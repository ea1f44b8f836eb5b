import { factLocations, type FactLocation } from "../../templates/runtime/selector.js";
import { isTransportHeader } from "../document/reserved-headers.js";
import { isAt } from "../document/fact-places.js";
import { selectorOf } from "./action-requests.js";
import type { Contract, Operation, Parameter } from "./contract.js";

/**
 * The names of operations, service types and actions on a client: those of the contract, followed by `_` if that is not possible.
 */
export interface ClientNames {
  /** Methods of the client by operation id. */
  readonly operations: ReadonlyMap<string, string>;
  /** Methods of the client by service type. If an operation has the same name, the type gets the underscore. */
  readonly serviceTypes: ReadonlyMap<string, string>;
}

/** Names of methods that JavaScript itself calls: when an object is awaited or serialized as JSON. */
const calledByItself = new Set(["then", "toJSON"]);

/** The names of a client's methods. */
export function clientNames({ operations, serviceTypes }: Contract): ClientNames {
  const taken = new Set(calledByItself);
  const take = (wanted: string): [string, string] => {
    let name = wanted;
    while (taken.has(name)) name += "_";
    taken.add(name);
    return [wanted, name];
  };
  return {
    operations: new Map(operations.map(({ id }) => take(id))),
    serviceTypes: new Map(serviceTypes.map(({ name }) => take(name))),
  };
}

/** The method that invokes an action. No action's name ends with an underscore, so the name is known from the method. */
export function actionMethod(action: string): string {
  return calledByItself.has(action) ? `${action}_` : action;
}

const places: readonly Parameter["in"][] = ["path", "query", "querystring", "header", "cookie"];

/**
 * The parameters of an operation by the names of the arguments that contain them. The later of two same-named parameters
 * gets its location as a suffix: `id_in_query`. So does one named like a member of every object, such as `constructor`, which would
 * be sent without having been given. `body` is the body, `querystring` the whole query string. Headers of the connection are not
 * arguments.
 */
export function argumentNames(operation: Operation): ReadonlyMap<string, Parameter> {
  const named = new Map<string, Parameter>();
  const isTaken = (name: string) => named.has(name) || name === "body" || name in Object.prototype;
  for (const place of places) {
    for (const parameter of operation.parameters) {
      if (parameter.in !== place) continue;
      if (place === "header" && isTransportHeader(parameter.name)) continue;
      const wanted = place === "querystring" ? place : parameter.name;
      let name = isTaken(wanted) ? `${wanted}_in_${place}` : wanted;
      while (isTaken(name)) name += "_";
      named.set(name, parameter);
    }
  }
  return named;
}

/** The arguments of an endpoint that name the action or the type of its service: clients derive them from the call. */
export function factArguments(endpoint: Operation): ReadonlyMap<string, FactLocation> {
  const places = factLocations(selectorOf(endpoint));
  return new Map(
    [...argumentNames(endpoint)].flatMap(([argument, parameter]) => {
      const place = places.find((one) => isAt(one, parameter));
      return place ? [[argument, place] as const] : [];
    }),
  );
}
