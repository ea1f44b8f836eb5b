import { valueAt } from "../json-pointer.js";
import type { ServiceFacts } from "./application.js";
import type { FactsReader } from "./call.js";
import type { Route } from "./contract.js";

/** Type, state and plan of a service, from where the contract of a route has them. */
export function factsAt({ service: shape, serviceTypes }: Route, service: object): ServiceFacts {
  if (!shape) return service as ServiceFacts;
  const text = (pointer: string | undefined) => {
    const value = pointer === undefined ? undefined : valueAt(service, pointer);
    return typeof value === "string" ? value : undefined;
  };
  const type = shape.type === undefined ? serviceTypes[0] : text(shape.type);
  return { type: type ?? "", status: text(shape.status), plan: text(shape.plan) };
}

/** Reads the facts of services that are not found by a call. */
export function createFactsReader(routes: readonly Route[]): FactsReader {
  const endpoints = routes.filter(({ serviceTypes }) => serviceTypes.length > 0);
  if (!endpoints.some(({ service }) => service)) return (service) => service as ServiceFacts;
  return (service, type) => {
    const fitting = endpoints.filter((route) => {
      const facts = factsAt(route, service);
      return route.serviceTypes.includes(facts.type) && (type === undefined || facts.type === type);
    });
    const saysType = fitting.find((route) => !route.service || route.service.type !== undefined);
    const route = saysType ?? fitting[0];
    if (!route) return undefined;
    if (!saysType && fitting.length > 1)
      throw new TypeError(
        `Several types are possible, give one: ${fitting.map(({ serviceTypes }) => serviceTypes[0]).join(", ")}`,
      );
    return factsAt(route, service);
  };
}
