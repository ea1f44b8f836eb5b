import type { SchemaData } from "../../../../templates/runtime/validators/all-errors.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { MediaKind } from "../../../document/media-kind.js";
import type { ClientPart } from "../../../emit/client/describe-client.js";
import type { DescribedParts } from "../../../emit/client/route-parts.js";
import type { Route } from "../../../emit/client/routes.js";
import type { FormField } from "./form-field.js";

/** What a page needs to call its operation or action: plain data, which it loads when the reader opens the form. */
export interface TryPage {
  /** The operation's id or the action's name. */
  readonly name: string;
  readonly method: string;
  /** Set if the call may destroy something: the reader types the name before it is sent. */
  readonly isDestructive?: true;
  /** Base URLs to choose from; the first is filled in. */
  readonly servers: readonly string[];
  /** The origins that the page's policy allows, besides its own. */
  readonly origins: readonly string[];
  readonly credentials: readonly TryCredential[];
  readonly parameters: readonly TryParameter[];
  readonly body?: TryBody;
  /** The members of the body that all actions have in common. */
  readonly envelope?: FormField;
  /** The fields that contain themselves. */
  readonly shared: Readonly<Record<string, FormField>>;
  readonly client: TryClient;
  readonly responses: readonly TryResponse[];
  readonly result?: TryResult;
  /** Names of members of responses that contain secrets; an empty one: the whole response. */
  readonly secrets: readonly string[];
  readonly schemas: readonly TrySchema[];
  /** Set if the call reads a service of a type, whose actions the page lists. */
  readonly service?: TryService;
}

/** The locations of the facts of a service in its representation, as JSON pointers, and its actions in their order. */
export interface TryService {
  readonly type: string;
  readonly typeAt?: string;
  readonly statusAt?: string;
  readonly planAt?: string;
  readonly actionsAt: string;
  /** With the addresses of their pages, from the type's. */
  readonly actions: readonly { readonly name: string; readonly href: string }[];
}

/** A credential that the reader may enter, by its security scheme. */
export interface TryCredential {
  readonly scheme: string;
  readonly type: "bearer" | "basic" | "key" | "none";
  /** Of a key: where it is sent. */
  readonly in?: "header" | "query" | "cookie";
  readonly name?: string;
}

/** A parameter, by the name of its argument. */
export interface TryParameter {
  readonly argument: string;
  /** The value that names the action or the type of the service; others are entered. */
  readonly fixed?: string;
  readonly name: string;
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  readonly isRequired: boolean;
  readonly field: FormField;
  readonly example?: JsonValue;
  /** The schema of all parameters in the same location. */
  readonly check: number;
}

export interface TryBody {
  readonly field: FormField;
  readonly isRequired: boolean;
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly examples: readonly TryExample[];
  /** Absent: nothing is known of it. */
  readonly check?: number;
  /** Its location in the body of the request, which errors name. */
  readonly at: string;
}

/** A body to start from. */
export interface TryExample {
  readonly name: string;
  readonly value: JsonValue;
}

/** A part of the description of a client. */
export interface TryClient {
  readonly id: string;
  readonly route: Route;
  readonly parts: DescribedParts;
  readonly authorize: ClientPart;
  /** Of an action: the client's method of its service type, and its own. */
  readonly service?: string;
  readonly action?: string;
  /** The options of the client in the sample, and the members that a call returns. */
  readonly options: readonly string[];
  readonly returns: readonly string[];
  readonly isSequence?: true;
}

/** A declared response: with a media type if its schema is not that of all. */
export interface TryResponse {
  readonly status: string;
  readonly mediaType?: string;
  readonly check?: number;
}

/** The facts of an action in its successes. */
export interface TryResult {
  readonly check: number;
  /** JSON pointers; absent: responses have none. */
  readonly at?: string;
  readonly statusAt?: string;
  readonly statuses: readonly string[];
}

/** A schema as data, as the interpreter takes it. */
export interface TrySchema extends Omit<SchemaData, "refs" | "linearPattern"> {
  /** Indices of the schemas that it refers to. */
  readonly refs?: readonly number[];
  readonly isLinear?: true;
}
