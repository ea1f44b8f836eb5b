import { ownObject, ownString, type JsonObject, isObject, own, type JsonValue } from "../../document/json-value.js";
import { componentName } from "../../document/reference.js";
import { buildOperation } from "../build-operation.js";
import type { Action, Contract, Operation } from "../contract.js";
import { sortKeys } from "../names.js";
import { nameVersions } from "./name-versions.js";
import { rewriteSchema } from "../../json-schema/variants/rewrite-schema.js";
import { type Side, isFileType } from "../../json-schema/variants/variant.js";
import { mapChildren, type Kind, type Step } from "../../document/visitor.js";

/**
 * The contract with schemas that say for each direction what is valid in it: requests need no `readOnly` property, answers
 * have no `writeOnly` one, unless the operation reveals secrets; files of multipart forms are marked. A component that is
 * used in several ways becomes several. A contract without any of this is returned as it is.
 */
export function separateVariants(contract: Contract): Contract {
  const { schemas, document } = contract;
  const revealing = contract.operations.filter(mayReveal).map((operation) => objectOf(operation, document));
  const known = { reveals: new Set(revealing), revealing: sharedAnswers(revealing) };

  let differ = false;
  const onChange = () => {
    differ = true;
  };
  const versions = nameVersions(schemas, (refer) => {
    const schema: DocumentVariants["schema"] = (value, side) => rewriteSchema(value, side, { schemas, nameOf: refer, onChange });
    rewriteDocument(document, { ...known, schema });
    for (const action of contract.serviceTypes.flatMap(({ actions }) => actions)) {
      refer(action.body, "request", []);
      refer(action.result, resultVariant(action), []);
    }
  });
  if (!differ && !versions.differ) return contract;

  const { nameOf } = versions;
  const silently = { schemas, nameOf, onChange: () => undefined };
  const rewritten = rewriteDocument(document, { ...known, schema: (value, side) => rewriteSchema(value, side, silently) });
  const sorted = sortKeys(versions.schemas);
  const separated: JsonObject = { ...rewritten, components: { ...ownObject(rewritten, "components"), schemas: sorted } };
  return {
    ...contract,
    document: separated,
    schemas: new Map(Object.entries(sorted)),
    operations: contract.operations.map((operation) => rebuild(operation, separated)),
    serviceTypes: contract.serviceTypes.map((serviceType) => ({
      ...serviceType,
      actions: serviceType.actions.map((action) => ({
        ...action,
        body: nameOf(action.body, "request", []),
        result: nameOf(action.result, resultVariant(action), []),
      })),
    })),
  };
}

/** Whether successful answers of an operation may hold secrets. Lint takes one that is called so for one that was not marked. */
export function mayReveal({ id, reveals }: Pick<Operation, "id" | "reveals">): boolean {
  return reveals || /^reveal(?![a-z])/.test(id);
}

function resultVariant({ reveals }: Action): Side {
  return reveals ? "written" : "answer";
}

/** The Operation Object that an operation was read from. */
function objectOf({ path, method }: Operation, document: JsonObject): JsonObject {
  return ownObject(ownObject(ownObject(document, "paths"), path), method.toLowerCase())!;
}

/** Names of the response components that are successful answers of some operations. */
function sharedAnswers(operations: readonly JsonObject[]): Set<string> {
  const refs = operations.flatMap((operation) => {
    const responses = Object.entries(ownObject(operation, "responses") ?? {});
    return responses.flatMap(([status, response]) => (status.startsWith("2") ? (ownString(response, "$ref") ?? []) : []));
  });
  return new Set(refs.flatMap((ref) => componentName(ref, "responses") ?? []));
}

/** The operation as the separated document has it. */
function rebuild(operation: Operation, document: JsonObject): Operation {
  const { id, method, path, serviceTypes, reveals } = operation;
  return {
    ...buildOperation(id, method.toLowerCase(), path, objectOf(operation, document), document, serviceTypes, ""),
    reveals,
  };
}

/** How the schemas of a document are to be read. */
interface DocumentVariants {
  /** Rewrites a schema for a side. */
  readonly schema: (schema: JsonValue, side: Side) => JsonValue;
  /** Operations whose successful answers may hold secrets. */
  readonly reveals: ReadonlySet<JsonObject>;
  /** Names of the components that are such answers. */
  readonly revealing: ReadonlySet<string>;
}

/** Where an object stands: who sends requests, and what schemas below it are read for. */
interface Place {
  /** In webhooks and callbacks the service sends the requests. */
  readonly isReversed: boolean;
  readonly side: Side;
}

/** The document with every schema outside `components.schemas` rewritten for the side that it stands on. */
function rewriteDocument(document: JsonObject, variants: DocumentVariants): JsonObject {
  return rewrite(document, "root", { isReversed: false, side: "written" }, variants);
}

function rewrite(value: JsonObject, kind: Kind, place: Place, variants: DocumentVariants): JsonObject {
  return mapChildren(value, kind, (child, childKind, step) => {
    // The components themselves are named and rewritten as a whole.
    if (kind === "components" && childKind === "schema") return child;
    const below = placeBelow(kind, childKind, step, place, variants);
    if (childKind === "schema") return variants.schema(child, below.side);
    if (!isObject(child)) return child;
    return rewrite(childKind === "mediaType" && below.side === "form" ? withFiles(child) : child, childKind, below, variants);
  });
}

function placeBelow(kind: Kind, child: Kind, { holder, key, name }: Step, place: Place, variants: DocumentVariants): Place {
  switch (child) {
    case "callback":
      return { ...place, isReversed: true };
    case "pathItem":
      return kind === "root" ? { ...place, isReversed: true } : place;
    case "parameter":
    case "requestBody":
      return { ...place, side: place.isReversed ? "answer" : "request" };
    case "response": {
      const mayReveal =
        kind === "components" ? variants.revealing.has(String(name)) : key.startsWith("2") && place.side === "written";
      return { ...place, side: place.isReversed ? "request" : mayReveal ? "written" : "answer" };
    }
    case "responses":
      return { ...place, side: !place.isReversed && variants.reveals.has(holder) ? "written" : "answer" };
    case "header":
      return kind === "components" ? { ...place, side: "answer" } : place;
    case "mediaType":
      return place.side === "request" && isMultipart(String(name)) ? { ...place, side: "form" } : place;
    default:
      return place;
  }
}

function isMultipart(mediaType: string): boolean {
  return /^multipart\/form-data *(?:;|$)/i.test(mediaType);
}

/** Parts that are files because their encoding says so have a schema that says so too. */
function withFiles(mediaType: JsonObject): JsonObject {
  const encoding = ownObject(mediaType, "encoding");
  const schema = ownObject(mediaType, "schema");
  const properties = ownObject(schema, "properties");
  if (!encoding || !schema || !properties) return mediaType;
  const files = Object.keys(properties).filter((name) => {
    const types = ownString(own(encoding, name), "contentType")?.split(",");
    return types?.every(isFileType) === true && isTextOrAnything(properties[name]!);
  });
  const binary = Object.fromEntries(files.map((name) => [name, { format: "binary", type: "string" }]));
  return { ...mediaType, schema: { ...schema, properties: { ...properties, ...binary } } };
}

/** A schema that does not say otherwise may be that of a file. */
function isTextOrAnything(schema: JsonValue): boolean {
  return (
    schema === true || (isObject(schema) && !Object.hasOwn(schema, "$ref") && (own(schema, "type") ?? "string") === "string")
  );
}
