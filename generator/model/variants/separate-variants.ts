import { ownObject, ownString, type JsonObject } from "../../document/json-value.js";
import { componentName } from "../../document/reference.js";
import { buildOperation } from "../build-operation.js";
import type { Action, Contract, Operation } from "../contract.js";
import { sortKeys } from "../names.js";
import { nameVersions } from "./name-versions.js";
import { rewriteDocument, type DocumentSides } from "./rewrite-document.js";
import { rewriteSchema } from "../../json-schema/variants/rewrite-schema.js";
import type { Side } from "../../json-schema/variants/variant.js";

/**
 * The contract with schemas that say for each direction what is valid in it: requests need no `readOnly` property, answers
 * have no `writeOnly` one, unless the operation reveals secrets; files of multipart forms are marked. A component that is
 * used in several ways becomes several. A contract without any of this is returned as it is.
 */
export function separateSides(contract: Contract): Contract {
  const { schemas, document } = contract;
  const revealing = contract.operations.filter(mayReveal).map((operation) => objectOf(operation, document));
  const known = { reveals: new Set(revealing), revealing: sharedAnswers(revealing) };

  let differ = false;
  const onChange = () => {
    differ = true;
  };
  const versions = nameVersions(schemas, (refer) => {
    const schema: DocumentSides["schema"] = (value, side) => rewriteSchema(value, side, { schemas, nameOf: refer, onChange });
    rewriteDocument(document, { ...known, schema });
    for (const action of contract.serviceTypes.flatMap(({ actions }) => actions)) {
      refer(action.body, "request", []);
      refer(action.result, answerSide(action), []);
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
        result: nameOf(action.result, answerSide(action), []),
      })),
    })),
  };
}

/** Whether successful answers of an operation may hold secrets. Lint takes one that is called so for one that was not marked. */
export function mayReveal({ id, reveals }: Pick<Operation, "id" | "reveals">): boolean {
  return reveals || /^reveal(?![a-z])/.test(id);
}

function answerSide({ reveals }: Action): Side {
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
