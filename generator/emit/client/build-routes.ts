import { clientNames } from "../../model/client-names.js";
import type { Contract, MediaType, Operation } from "../../model/contract.js";
import type { FieldEncoding, Route } from "../../../templates/runtime/client/call.js";
import { findSecrets } from "./find-secrets.js";
import { essenceOf, mediaKind } from "../../model/media-kind.js";
import { parameterRules } from "./parameter-rules.js";
import { isBearerOnly } from "./security-schemes.js";
import { successes } from "./successes.js";

/** The operations of a contract as a client sends them, by the names of its methods. */
export function buildRoutes(contract: Contract): Map<string, Route> {
  const names = clientNames(contract).operations;
  const security = describeSecurity(contract);
  return new Map(
    contract.operations.map((operation) => {
      const name = names.get(operation.id)!;
      return [name, buildRoute(operation, name, security(operation), findSecrets(operation, contract))];
    }),
  );
}

function buildRoute(operation: Operation, name: string, security: string[][] | undefined, secrets: readonly string[]): Route {
  const parameters = parameterRules(operation);
  const content = operation.body?.content.map((mediaType) => mediaType.name) ?? [];
  return {
    ...(name === operation.id ? {} : { id: operation.id }),
    method: operation.method,
    path: operation.path,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content.every((type) => type === "application/json") ? {} : { content }),
    ...fieldEncoding(operation),
    ...responses(operation),
    ...(security ? { security } : {}),
    ...(secrets.length > 0 ? { secrets } : {}),
  };
}

/** What successes hold, unless all are JSON, as those of actions are. Where the type of the call promises nothing, anything will do. */
function responses(operation: Operation): Pick<Route, "responses"> {
  if (operation.serviceTypes.length > 0) return {};
  const types = new Set(successes(operation).flatMap(({ content }) => (content.length > 0 ? content.map(essence) : [""])));
  if ([...types].every((type) => type === "")) types.add("*/*");
  const isJson = [...types].every((type) => mediaKind(type) === "json");
  if (operation.method === "HEAD" || types.has("*/*") || types.has("application/*")) types.add("");
  return isJson && !types.has("") ? {} : { responses: [...types] };
}

const essence = ({ name }: MediaType) => essenceOf(name);

/** What the contract says about how fields of a form are written. */
function fieldEncoding({ body }: Operation): Pick<Route, "encoding"> {
  const fields: Record<string, FieldEncoding> = {};
  for (const { name, encoding = {} } of body?.content ?? []) {
    if (mediaKind(name) !== "form" && mediaKind(name) !== "multipart") continue;
    for (const [field, { style, explode, contentType }] of Object.entries(encoding)) {
      const said: FieldEncoding = {
        ...(style === undefined ? {} : { style: style as NonNullable<FieldEncoding["style"]> }),
        ...(explode === undefined ? {} : { explode }),
        ...(contentType !== undefined && mediaKind(contentType) === "json" ? { contentType } : {}),
      };
      if (Object.keys(said).length > 0) fields[field] ??= said;
    }
  }
  return Object.keys(fields).length > 0 ? { encoding: fields } : {};
}

/** Whether all successes have a body of JSON. */
export function hasJsonResponses(contract: Contract): boolean {
  return contract.operations.every((operation) => responses(operation).responses === undefined);
}

/** Whether any body is a form. */
export function hasForms(contract: Contract): boolean {
  const isForm = ({ name }: MediaType) => mediaKind(name) === "form" || mediaKind(name) === "multipart";
  return contract.operations.some(({ body }) => body?.content.some(isForm));
}

/** Whether all bodies are JSON. */
export function hasJsonBodies(contract: Contract): boolean {
  return contract.operations.every(({ body }) => (body?.content ?? []).every(({ name }) => name === "application/json"));
}

/**
 * What a route says of security. In a contract of bearer tokens only that one needs none: a token is sent if there is one,
 * also where the contract speaks of security nowhere.
 */
function describeSecurity(contract: Contract): (operation: Operation) => string[][] | undefined {
  const isBearer = isBearerOnly(contract);
  const isSilent = contract.operations.every((operation) => operation.security.length === 0);
  return ({ security }) => {
    if (isBearer) return isSilent || security.length > 0 ? undefined : [];
    return security.map((requirement) => Object.keys(requirement));
  };
}
