import { own, ownObject, ownString } from "../../document/json-value.js";
import type { Contract, Operation, Parameter } from "../../model/contract.js";
import type { ParameterRule, Route } from "../../../templates/runtime/server/contract.js";
import { contentRule } from "./content-rule.js";
import { leadsToService, pathSegments } from "./path-segments.js";
import { textShape } from "./text-shape.js";

/** The routes of all operations: what a server matches, reads and checks before a handler runs. */
export function buildRoutes(contract: Contract): Route[] {
  const endpoints = contract.operations.filter((operation) => operation.serviceTypes.length > 0);
  return contract.operations.map((operation) => buildRoute(operation, endpoints, contract));
}

function buildRoute(operation: Operation, endpoints: readonly Operation[], contract: Contract): Route {
  const challenge = challengeOf(operation, contract);
  const content = (operation.body?.content ?? []).map((mediaType) => contentRule(mediaType, contract));
  return {
    operation: operation.id,
    method: operation.method,
    path: pathSegments(operation.path),
    parameters: operation.parameters.map((parameter) => parameterRule(parameter, contract)),
    ...(operation.body ? { body: { required: operation.body.required, content } } : {}),
    authentication: authenticationOf(operation),
    scopes: scopesOf(operation),
    ...(challenge === undefined ? {} : { challenge }),
    reveals: operation.reveals,
    hasService: leadsToService(operation, endpoints),
    serviceTypes: operation.serviceTypes,
    responses: Object.fromEntries(
      operation.responses.map(({ status, content: types }) => [status, types.map(({ name }) => name)]),
    ),
  };
}

/** Whether a caller must say who it is. */
export function authenticationOf({ security }: Operation): Route["authentication"] {
  if (security.length === 0) return "none";
  return security.some((requirement) => Object.keys(requirement).length === 0) ? "optional" : "required";
}

function scopesOf({ security }: Operation): string[][] {
  return security.map((requirement) => [...new Set(Object.values(requirement).flat())]);
}

/** Only schemes of the Authorization header have a challenge. */
function challengeOf({ security }: Operation, { document }: Contract): string | undefined {
  const schemes = ownObject(ownObject(document, "components"), "securitySchemes");
  for (const name of security.flatMap((requirement) => Object.keys(requirement))) {
    const scheme = own(schemes, name);
    const type = ownString(scheme, "type");
    if (type === "oauth2" || type === "openIdConnect") return "Bearer";
    const http = type === "http" ? ownString(scheme, "scheme")?.toLowerCase() : undefined;
    if (http !== undefined && /^[a-z][a-z0-9-]*$/.test(http)) return http.charAt(0).toUpperCase() + http.slice(1);
  }
  return undefined;
}

const defaultStyles = { path: "simple", query: "form", header: "simple", cookie: "form" } as const;

function parameterRule(parameter: Parameter, contract: Contract): ParameterRule {
  const { in: place, mediaType } = parameter;
  const name = place === "header" ? parameter.name.toLowerCase() : parameter.name;
  if (mediaType !== undefined) return { name, in: place, style: "json", as: ["string"] };
  const style = parameter.style as NonNullable<ParameterRule["style"]>;
  const isDefaultExplode = parameter.explode === (style === "form" || style === "deepObject");
  return {
    name,
    in: place,
    ...(style === defaultStyles[place] ? {} : { style }),
    ...(isDefaultExplode ? {} : { explode: parameter.explode }),
    as: textShape(parameter.schema, contract),
  };
}
