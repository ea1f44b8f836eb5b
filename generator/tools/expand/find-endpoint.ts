import { own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { resolveComponent } from "../../document/resolve-component.js";
import type { ContractSource, Endpoint } from "./lowered-contract.js";

/** Finds the operation that invokes actions, by its id in the model. */
export function findEndpoint({ contract, base }: ContractSource, operationId: string): Endpoint {
  const model = contract.operations.find(({ id }) => id === operationId)!;
  const operationOf = (document: JsonObject) =>
    ownObject(ownObject(ownObject(document, "paths"), model.path), model.method.toLowerCase())!;
  // Those of the path item are merged in there.
  const parameters = own(operationOf(contract.document), "parameters") as JsonValue[];
  return {
    model,
    operation: operationOf(base),
    parameters: parameters.filter((parameter) => {
      const target = resolveComponent(parameter, base);
      return ownString(target, "in") !== "path" || ownString(target, "name") !== "action";
    }),
  };
}
