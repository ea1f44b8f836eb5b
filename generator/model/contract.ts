import type { Location } from "../diagnostics/diagnostic.js";
import type { JsonObject, JsonValue } from "../document/json-value.js";
import type { ErrorShape } from "../../templates/runtime/facts.js";
import type { SequenceRule } from "../../templates/runtime/sequence.js";
import type { ActionBinding } from "../binding/binding.js";
import type { Integers } from "../document/load-contract.js";
import type { MediaKind } from "../document/media-kind.js";
import type { ServerAddress } from "../document/server-address.js";
import type { WrittenIntegers } from "../document/written-integers.js";

/**
 * A contract without OpenAPI's syntax, for emitters and tools. Lists are sorted by name in code units; all names for emitted code
 * are created here.
 */
export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  /** In the contract's order. */
  readonly servers: readonly Server[];
  /** The tags that the contract describes, in its order. */
  readonly tags: readonly Tag[];
  /** By name. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** JSON Schemas (2020-12) by component name. Every `$ref` in them is `#/components/schemas/<name>`. */
  readonly schemas: ReadonlyMap<string, JsonValue>;
  readonly operations: readonly Operation[];
  /** Webhooks and callbacks, by name and method. */
  readonly sentRequests: readonly SentRequest[];
  readonly serviceTypes: readonly ServiceType[];
  readonly lifecycle: Lifecycle | undefined;
  readonly locations: ContractLocations;
  /** How errors are reported if nothing more specific is declared. */
  readonly errorShape: ErrorShape;
  /** How `format: int64` treats integers beyond 2^53. */
  readonly integers: Integers;
  readonly writtenIntegers: WrittenIntegers;
}

/**
 * A contract together with the documents it was read from, for code that copies parts of them into an output. Code that
 * interprets a contract takes a `Contract`.
 */
export interface ContractWithDocuments extends Contract {
  /** The bundled document as written, with extensions. */
  readonly source: JsonObject;
  /**
   * The bundled document as OpenAPI 3.1 with each action's body and result as a named component, an `operationId` on
   * every operation, and parameters of path items moved into their operations.
   */
  readonly document: JsonObject;
}

/** The locations of the parts of a contract. `Locations` finds their fields by the model's objects. */
export interface ContractLocations {
  /** The method in the path item. */
  operation(operation: Operation): Location | undefined;
  /** The name in the map of actions. */
  action(serviceType: ServiceType, action: Action): Location | undefined;
}

export interface Server {
  /** Of OpenAPI 3.2. */
  readonly name: string | undefined;
  /** As written, with variables in braces. */
  readonly url: string;
  /** With the default of every variable; absent if it is not the URL of an HTTP server. */
  readonly address: ServerAddress | undefined;
  /** Its paths for all values of its variables, the defaults first; variables with any value remain in braces. */
  readonly paths: readonly string[];
  readonly description: string | undefined;
  readonly variables: readonly ServerVariable[];
}

/** A variable in the URL of a server. */
export interface ServerVariable {
  readonly name: string;
  readonly default: string | undefined;
  /** Its values; empty: any. */
  readonly values: readonly string[];
  readonly description: string | undefined;
}

export interface Tag {
  readonly name: string;
  readonly description: string | undefined;
}

/** How callers authenticate. */
export interface SecurityScheme {
  /** `apiKey`, `http`, `oauth2`, `openIdConnect` or `mutualTLS`. */
  readonly type: string;
  readonly description: string | undefined;
  /** Of `http`, as written: `bearer`, `Basic`. */
  readonly scheme: string | undefined;
  /** Of `apiKey`: `header`, `query` or `cookie`. */
  readonly in: string | undefined;
  /** Of `apiKey`: the name of the header, query parameter or cookie. */
  readonly parameter: string | undefined;
  /** Of `http` with the scheme `bearer`: the form of its tokens, such as `JWT`. */
  readonly bearerFormat: string | undefined;
  /** Of `openIdConnect`: the URL of its configuration. */
  readonly openIdConnectUrl: string | undefined;
  /** Of `oauth2`, by the name of the flow. */
  readonly flows: ReadonlyMap<string, OAuthFlow>;
}

/** How callers obtain a token. */
export interface OAuthFlow {
  readonly authorizationUrl: string | undefined;
  readonly deviceAuthorizationUrl: string | undefined;
  readonly tokenUrl: string | undefined;
  readonly refreshUrl: string | undefined;
  /** Descriptions of the scopes by name. */
  readonly scopes: ReadonlyMap<string, string>;
}

/** A request that the service sends: a webhook, or a callback of an operation. */
export interface SentRequest {
  /** Of the webhook, or `<operation>.<callback>`. */
  readonly name: string;
  /** In lower case. */
  readonly method: string;
  /** The request and its responses; its path is the name. */
  readonly operation: Operation;
}

/** `x-<prefix>-lifecycle`: the states of a service, the transitions between them, and its plans. */
export interface Lifecycle {
  /** In the order in which a service reaches them; final ones last. */
  readonly states: readonly ServiceState[];
  readonly transitions: readonly Transition[];
  /** By service type. */
  readonly plans: ReadonlyMap<string, readonly ServicePlan[]>;
}

export interface ServiceState {
  readonly name: string;
  readonly description: string | undefined;
  /** The service types that have it; absent: all. */
  readonly types: readonly string[] | undefined;
}

export interface Transition {
  /** Absent: the service is created. */
  readonly from: string | undefined;
  readonly event: string;
  readonly to: string;
}

export interface ServicePlan {
  readonly name: string;
  readonly description: string | undefined;
}

/** One route of the API. */
export interface Operation {
  /** The contract's `operationId`, or one derived from method and path. */
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: readonly Response[];
  /** Alternatives, each a map from security scheme to the scopes it needs; none: no authentication. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Whether it invokes actions. */
  readonly isEndpoint: boolean;
  /** Names of the service types whose actions this route invokes. */
  readonly serviceTypes: readonly string[];
  /** The locations of the facts of its calls; set if it is an endpoint. */
  readonly binding: ActionBinding | undefined;
  /** Whether its response may contain secrets. */
  readonly reveals: boolean;
  /** How handlers receive its uploads; absent: as the config says. */
  readonly uploads?: Uploads;
  /** Of an action's operation: the components of the parameters by location, names of headers in lower case, where it has its own. */
  readonly ownParameters?: OwnParameters;
  /** Of an operation that invokes actions: the component of the members of its body that all of them have in common. */
  readonly envelope?: string;
}

/** Components by the locations of the parameters that they describe. */
export type OwnParameters = Partial<Readonly<Record<Parameter["in"], string>>>;

/** Whether handlers receive files and other bytes while they arrive, or whole. */
export type Uploads = "stream" | "buffer";

export interface Parameter {
  readonly name: string;
  /** `querystring`: the whole query string, as a single parameter. Its name is not sent. */
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  readonly required: boolean;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** Set if the parameter is text of this media type, such as JSON in a query. */
  readonly mediaType: string | undefined;
  /** The reserved characters that are sent as they are, with `allowReserved`. */
  readonly reserved?: string;
  readonly schema: JsonValue;
  readonly examples: readonly Example[];
  /** How the fields of a query string that is a form are written, by name, if the contract declares it. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  /** Without `Content-Type`, which the media types describe. */
  readonly headers: readonly Header[];
  readonly content: readonly MediaType[];
  /** The calls that can follow; absent if there are none. */
  readonly links?: readonly Link[];
  /** The shape of the error in its JSON; set if it is an error and its schema or a binding defines the shape. */
  readonly error: ErrorShape | undefined;
}

/** A call that can follow a response. */
export interface Link {
  readonly name: string;
  readonly description: string | undefined;
  /** The operation by its id, or else by a reference: `#/paths/~1users~1{id}/get`. */
  readonly operation: { readonly id: string } | { readonly reference: string } | undefined;
  /** Expressions such as `$response.body#/id`, or values, by the names of parameters as the link has them: `id`, `path.id`. */
  readonly parameters: readonly (readonly [name: string, value: JsonValue])[];
  /** The body: an expression or a value. */
  readonly body: JsonValue | undefined;
}

/** A header of a response, or of a part of a form. */
export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly explode: boolean;
  /** Set if the header is text of this media type. */
  readonly mediaType: string | undefined;
  /** Absent if the contract does not define the shape. */
  readonly schema: JsonValue | undefined;
}

export interface MediaType {
  /** It may be a range, such as `text/*`. */
  readonly name: string;
  readonly kind: MediaKind;
  /** Absent if the contract does not define the shape. */
  readonly schema: JsonValue | undefined;
  /** Set if it is a sequence whose items the contract describes. */
  readonly items?: ItemSequence;
  readonly examples: readonly Example[];
  /** How the fields of a form are written, by name, if the contract declares it. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** How the parts of a list are written; set if it is one. */
  readonly parts?: PartEncodings;
}

/** How the parts of a list are written, by their positions. */
export interface PartEncodings {
  /** Of the first parts. */
  readonly first: readonly FieldEncoding[];
  /** Of all others. */
  readonly rest: FieldEncoding;
}

/** The items of a body that is written and read item by item. */
export interface ItemSequence extends SequenceRule {
  /** Of an item; the `data` of an event that is JSON is described as its value. */
  readonly schema: JsonValue;
}

/** An example in the contract. */
export interface Example {
  /** Absent for the value of `example`, which comes first. */
  readonly name: string | undefined;
  /** Absent if the contract only has a text from which nothing can be read. */
  readonly value: JsonValue | undefined;
  /** As it is sent, if the contract says so. */
  readonly serialized?: string;
}

/** How a field of a form is written. */
export interface FieldEncoding {
  /** Of the part; several are separated by commas. */
  readonly contentType: string | undefined;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  /** The reserved characters that are sent as they are in a URL-encoded form, with `allowReserved`. */
  readonly reserved?: string;
  /** Set if it is a part that is sent as a list of parts. */
  readonly parts?: PartEncodings;
}

/** One `x-<prefix>-<type>-actions` map. */
export interface ServiceType {
  /** As in the contract: `postgres`, `share-groups`. */
  readonly name: string;
  /** For type names: `Postgres`, `ShareGroups`. */
  readonly pascalName: string;
  /** The type of its handlers: `PostgresHandlers`. */
  readonly handlersName: string;
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
  /** The tags, which group the type's actions. */
  readonly tags: readonly string[];
  /** Component name of the request body's schema. */
  readonly body: string;
  /** Whether the contract describes the body; otherwise only `{}` is valid. */
  readonly takesInput: boolean;
  /** Whether it declares that calls may have no body: its handler receives `undefined`. */
  readonly mayLackBody?: true;
  /** Its endpoint with what it declares itself: parameters, the request body, responses; absent: it declares none of these. */
  readonly operation?: Operation;
  /** Component name of the result's schema. */
  readonly result: string;
  /** Whether the contract describes the result. */
  readonly returnsResult: boolean;
  /** Values of `status` in the response; empty: any string. */
  readonly statuses: readonly string[];
  readonly scopes: readonly string[];
  /** The scopes that its endpoint's security and the action require together: alternatives; none: no scopes. */
  readonly effectiveScopes: readonly (readonly string[])[];
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly destructive: boolean;
  readonly async: boolean;
  readonly deprecated: boolean;
  /** Whether its result may contain secrets. */
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
