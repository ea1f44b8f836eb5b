import type { JsonObject, JsonValue } from "../document/json-value.js";
import type { ErrorShape } from "../../templates/runtime/error-shape.js";
import type { ActionBinding } from "../binding/binding.js";
import type { Integers } from "../document/load-contract.js";
import type { WrittenIntegers } from "../document/written-integers.js";

/**
 * A contract, free of OpenAPI's syntax: what emitters read. Lists are sorted by name in code units; names for emitted
 * code are made here and nowhere else.
 */
export interface Contract {
  readonly title: string;
  readonly version: string;
  /** The closed document as it was written, extensions kept. */
  readonly source: JsonObject;
  /**
   * The closed document as OpenAPI 3.1 with each action's body and result as a named component, an `operationId` on
   * every operation, and parameters of path items moved into their operations.
   */
  readonly document: JsonObject;
  /** JSON Schemas (2020-12) by component name. Every `$ref` in them is `#/components/schemas/<name>`. */
  readonly schemas: ReadonlyMap<string, JsonValue>;
  readonly operations: readonly Operation[];
  readonly serviceTypes: readonly ServiceType[];
  /** How errors are reported where nothing more exact is declared. */
  readonly errorShape: ErrorShape;
  /** What `format: int64` does with integers beyond 2^53. */
  readonly integers: Integers;
  readonly writtenIntegers: WrittenIntegers;
}

/** One route of the API. */
export interface Operation {
  /** The contract's `operationId`, or one made of method and path. */
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: readonly Response[];
  /** Alternatives, each a map from security scheme to the scopes it needs; none: no authentication. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Names of the service types whose actions this route invokes. */
  readonly serviceTypes: readonly string[];
  /** Where the facts of its calls stand; set where it invokes actions. */
  readonly binding: ActionBinding | undefined;
  /** Whether its answer may hold secrets. */
  readonly reveals: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  readonly description: string | undefined;
  readonly style: string;
  readonly explode: boolean;
  /** Set where the parameter is text of this media type, as JSON in a query. */
  readonly mediaType: string | undefined;
  readonly schema: JsonValue;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly content: readonly MediaType[];
  readonly headers: readonly ResponseHeader[];
  /** How its JSON reports an error, where it is one and its schema or a binding tells. */
  readonly error: ErrorShape | undefined;
}

/** A header that a response declares. */
export interface ResponseHeader {
  /** In lower case. */
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: JsonValue;
}

export interface MediaType {
  readonly name: string;
  /** Absent where the contract says nothing about the shape. */
  readonly schema: JsonValue | undefined;
  /** How the fields of a form are written, by name, where the contract says so. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
}

/** How a field of a form is written. */
export interface FieldEncoding {
  /** Of the part; several are separated by commas. */
  readonly contentType: string | undefined;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
}

/** One `x-<prefix>-<type>-actions` map. */
export interface ServiceType {
  /** As in the contract: `postgres`, `share-groups`. */
  readonly name: string;
  /** For type names: `Postgres`, `ShareGroups`. */
  readonly pascalName: string;
  /** For variables: `postgres`, `share_groups`. */
  readonly identifier: string;
  /** For file names; never that of a fixed file. */
  readonly moduleName: string;
  /** The operation that invokes its actions. */
  readonly operationId: string;
  readonly actions: readonly Action[];
  /** Action names in the order in which the contract advertises them. */
  readonly advertised: readonly string[];
}

/** One Action Object. */
export interface Action {
  readonly serviceType: string;
  /** As in the contract: `add_ip`, `os-force_delete`. */
  readonly name: string;
  /** For variables. */
  readonly identifier: string;
  readonly label: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  /** Component name of the request body's schema. */
  readonly body: string;
  /** Whether the contract leaves the body out, so that only `{}` is valid. */
  readonly takesInput: boolean;
  /** Component name of the result's schema. */
  readonly result: string;
  /** Values of `status` in the answer; empty: any string. */
  readonly statuses: readonly string[];
  readonly scopes: readonly string[];
  /** What its endpoint's security and the action ask for together: alternatives; none: no scopes. */
  readonly effectiveScopes: readonly (readonly string[])[];
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly destructive: boolean;
  readonly async: boolean;
  readonly deprecated: boolean;
  /** Whether its result may hold secrets. */
  readonly reveals: boolean;
  /** Absent: all states, all plans. */
  readonly states: readonly string[] | undefined;
  readonly plans: readonly string[] | undefined;
  readonly errors: readonly ActionError[];
  readonly examples: readonly ActionExample[];
}

export interface ActionError {
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  readonly description: string | undefined;
}

export interface ActionExample {
  readonly name: string;
  readonly summary: string | undefined;
  readonly body: JsonValue | undefined;
  readonly status: string | undefined;
  readonly result: JsonValue | undefined;
}
