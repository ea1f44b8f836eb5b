import type { JsonObject, JsonValue } from "../../document/json-value.js";
import type { Locations } from "../../document/locations.js";
import type { Action, ContractWithDocuments, Operation } from "../../model/contract.js";
import type { SourceOffset } from "./source-map.js";

/** A contract with its actions lowered to operations, before they are assembled as documents. */
export interface LoweredContract extends ContractSource {
  /** By service type and name. */
  readonly actions: readonly LoweredAction[];
  /** The Paths Object without the endpoints that invoke actions. Every operation has an id. */
  readonly ordinaryPaths: JsonObject;
  /** The contract's components, with the schemas of all bodies, results and responses. */
  readonly components: JsonObject;
}

/** The input of lowering. */
export interface ContractSource {
  readonly contract: ContractWithDocuments;
  /** The bundled document as OpenAPI 3.1. */
  readonly base: JsonObject;
  /** Locates the objects of `base`, and records the origins of new ones. */
  readonly locations: Locations;
  readonly extensionPrefix: string;
}

/** One action as an ordinary operation. */
export interface LoweredAction {
  readonly serviceType: string;
  readonly action: Action;
  /** The operation that invokes it. */
  readonly endpoint: Operation;
  /** `postgres.add_ip`. */
  readonly operationId: string;
  /** In lower case. */
  readonly method: string;
  /** The path of the endpoint with the action's name. */
  readonly path: string;
  /** The Operation Object. */
  readonly operation: JsonObject;
  /** The schema of the request body; for an action without input, the closed empty object. */
  readonly body: NamedSchema;
  /** Schemas of whole responses, such as `{ action, status, message, result }`; empty if no success has a body. */
  readonly responses: readonly NamedSchema[];
  /** The action's name in the contract. */
  readonly declaredAt: SourceOffset | undefined;
}

/** A schema and its name in `components`. */
interface NamedSchema {
  readonly name: string;
  readonly schema: JsonValue;
}

/** An endpoint that invokes actions. */
export interface ActionEndpoint {
  readonly model: Operation;
  /** The operation in `base`. */
  readonly operation: JsonObject;
  /** Parameters of the path item and the operation, except those in the path that name the action or its type. */
  readonly parameters: readonly JsonValue[];
}

/** An action and its source, the Action Object. */
export interface ActionSource {
  readonly action: Action;
  readonly source: JsonObject;
}
