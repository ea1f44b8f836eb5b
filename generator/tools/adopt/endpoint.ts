import type { WrittenPlace } from "../../document/fact-places.js";
import type { JsonObject } from "../../document/json-value.js";

/** How an API names the invoked action. */
export type Style =
  | "header"
  | "query"
  | "custom verb"
  | "literal below /actions/"
  | "literal verb"
  | "path parameter"
  | "media type"
  | "body field"
  | "only key of the body";

/** `certain`: the document defines it; `likely`: names and structure suggest it; `unsure`: the user has to decide. */
export type Certainty = "certain" | "likely" | "unsure";

/** An endpoint that invokes actions, as found in the document. */
export interface FoundEndpoint {
  readonly style: Style;
  readonly certainty: Certainty;
  readonly method: string;
  /** Whether no binding can say where the action is named. */
  readonly isUnwritable?: boolean;
  /** The path that calls are sent to; `{action}` replaces the part in which literal paths differ. */
  readonly path: string;
  /** The proposed type of the service. */
  readonly type: string;
  /** `action` of the binding. */
  readonly selector: { readonly in: WrittenPlace; readonly name?: string; readonly value?: string };
  readonly actions: readonly FoundAction[];
  /** The reasons why parts of it are left to the user. */
  readonly open: readonly string[];
}

/** An action and its location in the document. */
export interface FoundAction {
  readonly name: string;
  /** The path of this action only; absent if all actions share an operation. */
  readonly path?: string;
  readonly operation?: JsonObject;
  /** The schema of its body within that of the operation; absent: it is not described, or has no members. */
  readonly body?: ActionBody;
}

/** The body of an action that shares its operation with others. */
export interface ActionBody {
  /** The locations of its schemas, as the texts of references: each is sufficient. */
  readonly pointers: readonly string[];
  /** The member that names the action, which is not part of the action's own body. */
  readonly without?: string;
  /** Whether the document doesn't describe it: it may be any object. */
  readonly isUndescribed?: boolean;
  /** Whether the request may lack it. */
  readonly isOptional?: boolean;
}

/** An operation of the document. */
export interface FoundOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
  readonly pathItem: JsonObject;
}
