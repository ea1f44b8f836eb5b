/** A contract whose requests name their actions in one way, and calls of it as they stand on the wire, written by hand. */
export interface SelectorCase {
  /** Name of its file in `contracts`, without the extension. */
  readonly name: string;
  /** The path and the method of the endpoint in the contract. */
  readonly template: string;
  readonly method: string;
  /** The path in the contract against which requests and responses are validated, where the endpoint itself says nothing. */
  readonly wireTemplate?: string;
  /** The media type of bodies. */
  readonly mediaType?: string;
  /** The service at the path; absent: there is none. */
  readonly service?: object;
  readonly calls: readonly WireCall[];
  /** Requests that name no action, and the status that the contract has for it. */
  readonly unknown: readonly (WireRequest & { readonly status: number })[];
  /** Bodies that the action rejects, and the pointer into what was sent. */
  readonly invalid: readonly (WireRequest & { readonly pointer: string })[];
  /** The requests on the page of the first action. */
  readonly documented: readonly string[];
  /** The paths of the actions in the expanded document. */
  readonly expanded: readonly string[];
  /** Expressions that must not compile, with `client` in scope. */
  readonly mistakes: readonly string[];
}

/** A request as it is sent. */
export interface WireRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: none. */
  readonly body?: unknown;
}

/** A call of an action, as a client makes it and as it is sent. */
export interface WireCall {
  readonly type: string;
  readonly action: string;
  /** Arguments of the client's handle. */
  readonly target?: object;
  /** The action's own body; absent: it takes no input. */
  readonly body?: object;
  readonly options?: { readonly parameters?: object; readonly envelope?: object };
  /** The members that handlers receive beside the action's own body; absent: none are declared. */
  readonly envelope?: object;
  readonly sent: WireRequest;
  /** The return value of the handler, and the response for it. */
  readonly returns: object | undefined;
  readonly status: number;
  readonly received: unknown;
  /** The value to which the client's call resolves. */
  readonly resolved: object | undefined;
}

/** The path in the contract that describes requests and responses. */
export function wireTemplate({ template, wireTemplate: own = template }: SelectorCase): string {
  return own;
}

/** The media type of the body of a request: its own, or that of its contract. */
export function bodyType({ mediaType = "application/json" }: SelectorCase, { headers }: WireRequest): string {
  return headers?.["content-type"] ?? mediaType;
}

/** The media type of forms: the texts of their fields are those of an object. */
export const formType = "application/x-www-form-urlencoded";

/** A body as text. */
export function wireText(mediaType: string, body: unknown): string {
  return mediaType === formType ? String(new URLSearchParams(body as Record<string, string>)) : JSON.stringify(body);
}
