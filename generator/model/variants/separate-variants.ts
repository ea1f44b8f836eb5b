import { ownObject, ownString, type JsonObject, isObject, own, type JsonValue } from "../../document/json-value.js";
import { methodKey } from "../../document/path-operations.js";
import { referencedName } from "../../document/reference.js";
import { buildActionOperation } from "../action-operation.js";
import { buildOperation, buildParts, type WrittenOperation } from "../build-operation.js";
import type { Action, Contract, ContractWithDocuments, Operation, ServiceType } from "../contract.js";
import { mapParts } from "../map-parts.js";
import { sortKeys } from "../names.js";
import { buildSentRequests } from "../sent-requests.js";
import { operationObject } from "../source-objects.js";
import { nameVersions, type Versions } from "./name-versions.js";
import { rewriteSchema } from "../../json-schema/variants/rewrite-schema.js";
import { fileSchemaOf, type SchemaVariant } from "../../json-schema/variants/variant.js";
import { isPartList } from "../../document/part-lists.js";
import { encodesFile, isFile } from "../../document/media-kind.js";
import { mapChildren, type IsActions, type Kind, type Slot } from "../../document/visitor.js";

/**
 * Returns the contract with separate schemas for each direction: requests need no `readOnly` property, and responses have no
 * `writeOnly` one, unless the operation reveals secrets. Files of multipart forms are marked. A component that is used in
 * several ways becomes several. A contract without any of this is returned unchanged.
 */
export function separateVariants(contract: ContractWithDocuments): ContractWithDocuments {
  const { schemas, document } = contract;
  let differ = false;
  const onChange = () => {
    differ = true;
  };
  const revealing = contract.operations.filter(mayReveal).map((operation) => operationObject(document, operation)!);
  const revealingActions = actionsWithOwn(contract).flatMap(({ written, action }) => (action.reveals ? [written] : []));
  const known = {
    reveals: new Set([...revealing, ...revealingActions]),
    revealing: sharedAnswers(revealing),
    isActions: (key: string) => contract.serviceTypes.some(({ name }) => isMapOf(key, name)),
    part(schema: JsonValue) {
      if (!isFile(schema)) return schema;
      differ = true;
      return fileSchemaOf(schema as JsonObject);
    },
  };
  const versions = nameVersions(schemas, (refer) => {
    const schema: DocumentVariants["schema"] = (value, variant) =>
      rewriteSchema(value, variant, { schemas, nameOf: refer, onChange });
    rewriteDocument(document, { ...known, schema });
    for (const { actions, operationId } of contract.serviceTypes) {
      for (const action of actions) {
        refer(action.body, bodyVariant(operationId, contract), []);
        refer(action.result, resultVariant(action), []);
        for (const component of Object.values(action.operation?.ownParameters ?? {})) refer(component, "request", []);
      }
    }
  });
  if (!differ && !versions.differ) return contract;

  const { nameOf } = versions;
  const silently = { schemas, nameOf, onChange: () => undefined };
  const rewritten = rewriteDocument(document, { ...known, schema: (value, variant) => rewriteSchema(value, variant, silently) });
  const sorted = sortKeys(versions.schemas);
  const separated: JsonObject = { ...rewritten, components: { ...ownObject(rewritten, "components"), schemas: sorted } };
  const operations = contract.operations.map((operation) => rebuild(operation, separated));
  return {
    ...contract,
    document: separated,
    schemas: new Map(Object.entries(sorted)),
    operations,
    sentRequests: buildSentRequests(separated, operations),
    serviceTypes: contract.serviceTypes.map((serviceType) => ({
      ...serviceType,
      actions: serviceType.actions.map((action) => ({
        ...action,
        body: nameOf(action.body, bodyVariant(serviceType.operationId, contract), []),
        result: nameOf(action.result, resultVariant(action), []),
        ...(action.operation && { operation: rebuildOwn(serviceType, action, { ...contract, document: separated }, nameOf) }),
      })),
    })),
  };
}

/** Returns the actions that declare parts of an operation themselves, with their Action Objects. */
function actionsWithOwn(contract: ContractWithDocuments): { readonly action: Action; readonly written: JsonObject }[] {
  return contract.serviceTypes.flatMap((serviceType) =>
    serviceType.actions.flatMap((action) => {
      const written = action.operation && actionObject(serviceType, action, contract);
      return written ? [{ action, written }] : [];
    }),
  );
}

/** Returns an Action Object in the document of a contract. */
function actionObject(
  { name, operationId }: ServiceType,
  action: Action,
  contract: ContractWithDocuments,
): JsonObject | undefined {
  const endpoint = operationObject(
    contract.document,
    contract.operations.find(({ id }) => id === operationId)!,
  );
  const key = Object.keys(endpoint ?? {}).find((one) => isMapOf(one, name));
  return key === undefined ? undefined : ownObject(ownObject(endpoint, key), action.name);
}

/** Returns whether a key is that of the actions of a service type. */
function isMapOf(key: string, type: string): boolean {
  return key.startsWith("x-") && key.endsWith(`-${type}-actions`);
}

function rebuildOwn(
  serviceType: ServiceType,
  action: Action,
  contract: ContractWithDocuments,
  nameOf: Versions["nameOf"],
): Operation {
  const { document, operations } = contract;
  const endpoint = operations.find(({ id }) => id === serviceType.operationId)!;
  const { operation: own } = action;
  const written = writtenOf(endpoint, document);
  const built = buildActionOperation(written, actionObject(serviceType, action, contract)!, { document, extensionPrefix: "" })!;
  const parameters = Object.entries(own!.ownParameters ?? {}).map(
    ([place, name]) => [place, nameOf(name, "request", [])] as const,
  );
  return { ...withSchemasOf(own!, built), ownParameters: Object.fromEntries(parameters) };
}

/**
 * Returns whether successful responses of an operation may contain secrets. Its name counts, too: lint assumes that the mark is
 * missing.
 */
export function mayReveal({ id, reveals }: Pick<Operation, "id" | "reveals">): boolean {
  return reveals || /^reveal(?![a-z])/.test(id);
}

/** Returns the variant of the bodies of an endpoint's actions: forms, unless they may be JSON, too. */
export function bodyVariant(operationId: string, { operations }: Pick<Contract, "operations">): SchemaVariant {
  const content = operations.find(({ id }) => id === operationId)?.body?.content ?? [];
  return content.length > 0 && content.every(({ kind }) => kind === "multipart") ? "form" : "request";
}

function resultVariant({ reveals }: Action): SchemaVariant {
  return reveals ? "written" : "response";
}

/** Returns the names of the response components that are successful responses of some operations. */
function sharedAnswers(operations: readonly JsonObject[]): Set<string> {
  const names = operations.flatMap((operation) => {
    const responses = Object.entries(ownObject(operation, "responses") ?? {});
    return responses.flatMap(([status, response]) =>
      status.startsWith("2") ? (referencedName(response, "responses") ?? []) : [],
    );
  });
  return new Set(names);
}

/** Returns the operation in the separated document. */
function rebuild(operation: Operation, document: JsonObject): Operation {
  return withSchemasOf(operation, buildOperation(writtenOf(operation, document), { document, extensionPrefix: "" }));
}

/** Returns an operation as written in a document. The locations of its facts were read from the original contract. */
function writtenOf(operation: Operation, document: JsonObject): WrittenOperation {
  const { id, path, serviceTypes, binding } = operation;
  const written = operationObject(document, operation)!;
  return { id, method: methodKey(operation.method), path, operation: written, serviceTypes, binding };
}

/** Returns an operation with what has schemas of another one; errors are found by the extensions of the original. */
function withSchemasOf(operation: Operation, { parameters, body, responses: built }: Operation): Operation {
  const errors = new Map(operation.responses.map(({ status, error }) => [status, error]));
  const responses = built.map((response) => ({ ...response, error: errors.get(response.status) }));
  return { ...operation, parameters, body, responses };
}

/** How to read the schemas of a document. */
export interface DocumentVariants {
  /** Returns a variant of a schema. */
  readonly schema: (schema: JsonValue, variant: SchemaVariant) => JsonValue;
  /** Returns the schema of a part of a list; absent: as it is. */
  readonly part?: (schema: JsonValue) => JsonValue;
  /** Operations whose successful responses may contain secrets. */
  readonly reveals: ReadonlySet<JsonObject>;
  /** Names of the components that are such responses. */
  readonly revealing: ReadonlySet<string>;
  /** Returns whether a key is that of a map of actions. */
  readonly isActions: IsActions;
}

/** The context of an object: who sends requests, and the purpose of the schemas below it. */
interface VariantScope {
  /** In webhooks and callbacks the service sends the requests. */
  readonly isReversed: boolean;
  readonly variant: SchemaVariant;
}

/** Returns the document with every schema outside `components.schemas` rewritten for its variant. */
export function rewriteDocument(document: JsonObject, variants: DocumentVariants): JsonObject {
  return rewrite(document, "root", { isReversed: false, variant: "written" }, variants);
}

function rewrite(value: JsonObject, kind: Kind, scope: VariantScope, variants: DocumentVariants): JsonObject {
  const change: Parameters<typeof mapChildren>[2] = (child, childKind, step) => {
    // The components themselves are named and rewritten as a whole, bodies and results of actions are references to them.
    if ((kind === "components" || kind === "action") && childKind === "schema") return child;
    const below = placeBelow(kind, childKind, step, scope, variants);
    if (childKind === "schema") return variants.schema(child, below.variant);
    if (!isObject(child)) return child;
    if (childKind !== "mediaType") return rewrite(child, childKind, below, variants);
    const { part } = variants;
    const schema = isPartList(child) && part && mapParts(own(child, "schema"), buildParts(child), part);
    const parts = schema ? { ...child, schema } : child;
    return rewrite(below.variant === "form" ? withFiles(parts) : parts, childKind, below, variants);
  };
  return mapChildren(value, kind, change, { isActions: variants.isActions });
}

function placeBelow(
  kind: Kind,
  child: Kind,
  { holder, key, name }: Slot,
  scope: VariantScope,
  variants: DocumentVariants,
): VariantScope {
  switch (child) {
    case "callback":
      return { ...scope, isReversed: true };
    case "pathItem":
      return kind === "root" ? { ...scope, isReversed: true } : scope;
    case "parameter":
    case "requestBody":
      return { ...scope, variant: scope.isReversed ? "response" : "request" };
    case "response": {
      const mayReveal =
        kind === "components" ? variants.revealing.has(String(name)) : key.startsWith("2") && scope.variant === "written";
      return { ...scope, variant: scope.isReversed ? "request" : mayReveal ? "written" : "response" };
    }
    case "responses":
      return { ...scope, variant: !scope.isReversed && variants.reveals.has(holder) ? "written" : "response" };
    case "header":
      return kind === "components" ? { ...scope, variant: "response" } : scope;
    case "mediaType":
      return scope.variant === "request" && isMultipart(String(name)) ? { ...scope, variant: "form" } : scope;
    default:
      return scope;
  }
}

function isMultipart(mediaType: string): boolean {
  return /^multipart\/form-data *(?:;|$)/i.test(mediaType);
}

/** Gives parts that are files because of their encoding a schema of a file. */
export function withFiles(mediaType: JsonObject): JsonObject {
  const encoding = ownObject(mediaType, "encoding");
  const schema = ownObject(mediaType, "schema");
  const properties = ownObject(schema, "properties");
  if (!encoding || !schema || !properties) return mediaType;
  const files = Object.keys(properties).filter(
    (name) => encodesFile(ownString(own(encoding, name), "contentType")) && isTextOrAnything(properties[name]!),
  );
  const binary = Object.fromEntries(
    files.map((name) => [name, { ...ownObject(properties, name), format: "binary", type: "string" }]),
  );
  return { ...mediaType, schema: { ...schema, properties: { ...properties, ...binary } } };
}

/** Returns whether a schema may be that of a file: it doesn't exclude that. */
function isTextOrAnything(schema: JsonValue): boolean {
  return (
    schema === true || (isObject(schema) && !Object.hasOwn(schema, "$ref") && (own(schema, "type") ?? "string") === "string")
  );
}
