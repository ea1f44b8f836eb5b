import type { ServiceBinding } from "../binding/binding.js";
import { isJsonType } from "../../templates/runtime/server/http.js";
import { isObject, own, type JsonValue } from "../document/json-value.js";
import { resolveSchema } from "../document/reference.js";
import { memberAt, textsOf } from "../json-schema/members.js";
import type { Contract, ServiceType } from "./contract.js";

/** Whether a service has its facts in `type`, `status` and `plan`, or lacks some of them. */
export function hasUsualFacts({ type, status, plan }: ServiceBinding): boolean {
  return type === "/type" && (status ?? "/status") === "/status" && (plan ?? "/plan") === "/plan";
}

/** Whether some services of a contract have their facts elsewhere. */
export function hasOwnFacts({ operations }: Contract): boolean {
  return operations.some(({ binding }) => binding !== undefined && !hasUsualFacts(binding.service));
}

/** Where a service of a type says of which type it is; `undefined`: nowhere. */
export function typePointer({ operationId }: ServiceType, { operations }: Contract): string | undefined {
  const binding = operations.find(({ id }) => id === operationId)?.binding;
  return binding ? binding.service.type : "/type";
}

/** The plans or states that the schema of a service lists for those of a type; empty where it lists none. */
export function listedFacts({ name, operationId }: ServiceType, fact: "status" | "plan", contract: Contract): readonly string[] {
  const { operations, schemas } = contract;
  const service = operations.find(({ id }) => id === operationId)?.binding?.service;
  const pointer = service?.[fact];
  if (!service?.representation || pointer === undefined) return [];
  const { path, method } = service.representation;
  const read = operations.find((operation) => operation.path === path && operation.method === method.toUpperCase());
  const success = read?.responses.find(({ status }) => /^2(00|XX)$/i.test(status));
  const schema = success?.content.find(({ name: mediaType }) => isJsonType(mediaType))?.schema;
  const textsAt = (part: JsonValue | undefined, at: string) => {
    const member = memberAt(part, at, schemas);
    return member && textsOf(member, schemas);
  };
  const ofType = alternatives(resolveSchema(schema, schemas)).filter((part) => {
    return service.type === undefined || (textsAt(part, service.type)?.includes(name) ?? true);
  });
  const lists = ofType.map((part) => textsAt(part, pointer));
  return lists.includes(undefined) ? [] : [...new Set(lists.flatMap((texts) => texts ?? []))];
}

/** The schemas of which one describes a value: a service type can have one of its own. */
function alternatives(schema: JsonValue | undefined): readonly JsonValue[] {
  if (!isObject(schema)) return [];
  const list = own(schema, "oneOf") ?? own(schema, "anyOf");
  return Array.isArray(list) && own(schema, "properties") === undefined ? list : [schema];
}
