import type { JsonObject } from "../../document/json-value.js";

/** How an API names the action that is invoked. */
export type Style =
  | "header"
  | "query"
  | "custom verb"
  | "literal below /actions/"
  | "literal verb"
  | "path parameter"
  | "body field"
  | "only key of the body";

/** `certain`: the document says it; `likely`: names and structure suggest it; `unsure`: a person has to decide. */
export type Certainty = "certain" | "likely" | "unsure";

/** An endpoint that invokes actions, as the document has it. */
export interface FoundEndpoint {
  readonly style: Style;
  readonly certainty: Certainty;
  readonly method: string;
  /** The path that calls are sent to; `{action}` replaces what differs between literal paths. */
  readonly path: string;
  /** The type of the service, as it would be called. */
  readonly type: string;
  /** `action` of the binding. */
  readonly selector: { readonly in: string; readonly name?: string; readonly value?: string };
  readonly actions: readonly FoundAction[];
  /** Why something of it is left for a person. */
  readonly open: readonly string[];
}

/** An action, and where the document has it. */
export interface FoundAction {
  readonly name: string;
  /** The path that represents it alone; absent where all actions share an operation. */
  readonly path?: string;
  readonly operation?: JsonObject;
  /** The schema of its body in that of the operation; absent: it is not described, or has no members. */
  readonly body?: ActionBody;
}

/** The body of an action that shares its operation with others. */
export interface ActionBody {
  /** The locations of its schemas, as the texts of references: each is enough. */
  readonly pointers: readonly string[];
  /** The member that names the action, which is not the body's own. */
  readonly without?: string;
}

/** An operation of the document. */
export interface FoundOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
  readonly pathItem: JsonObject;
}
