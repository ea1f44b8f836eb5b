import { valueAt } from "../json-pointer.js";
import type { ServiceFacts } from "./application.js";
import type { FactsReader } from "./call.js";
import type { Route } from "./contract.js";

/** Type, state and plan of a service, from where the contract of a route has them; `named` is the type where services don't tell it. */
export function factsAt({ service: shape, serviceTypes }: Route, service: object, named = serviceTypes[0]): ServiceFacts {
  if (!shape) return service as ServiceFacts;
  const text = (pointer: string | undefined) => {
    const value = pointer === undefined ? undefined : valueAt(service, pointer);
    return typeof value === "string" ? value : undefined;
  };
  const type = shape.type === undefined ? named : text(shape.type);
  return { type: type ?? "", status: text(shape.status), plan: text(shape.plan) };
}

/** Reads the facts of services that are not found by a call. */
export function createFactsReader(routes: readonly Route[]): FactsReader {
  const endpoints = routes.filter(({ serviceTypes, hasService }) => serviceTypes.length > 0 && hasService);
  if (!endpoints.some(({ service }) => service)) return (service) => service as ServiceFacts;
  return (service, type) => {
    const fitting = endpoints.filter((route) => {
      const facts = factsAt(route, service, type);
      return route.serviceTypes.includes(facts.type) && (type === undefined || facts.type === type);
    });
    const saysType = fitting.find((route) => !route.service || route.service.type !== undefined);
    const route = saysType ?? fitting[0];
    if (!route) return undefined;
    const possible = type === undefined && !saysType ? fitting.flatMap(({ serviceTypes }) => serviceTypes) : [];
    if (possible.length > 1 || (!saysType && fitting.length > 1))
      throw new TypeError(`Several types are possible, give one: ${possible.join(", ")}`);
    return factsAt(route, service, type);
  };
}
