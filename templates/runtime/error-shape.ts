/**
 * Where the facts of an error stand in the body of its response: JSON pointers (RFC 6901), in which `0` names the first
 * element of a list. Absent: not there. Where code and message are in the same place, it holds `code: message`.
 */
export interface ErrorShape {
  /** `application/json`, or another type of JSON. */
  readonly mediaType: string;
  readonly code?: string;
  readonly message?: string;
  /** The HTTP status as a number. */
  readonly status?: string;
  /** The HTTP status as text. */
  readonly statusText?: string;
  /** The name of the HTTP status: `Not Found`. */
  readonly title?: string;
  readonly requestId?: string;
  /** A list with an element for each thing that is wrong with the request. */
  readonly details?: DetailShape;
  /** Values that are the same in every error, by their pointers. */
  readonly fixed?: Readonly<Record<string, string | number | boolean | null>>;
  /** What the contract calls the server's own codes. */
  readonly codes?: Readonly<Record<string, string>>;
}

/** Where the list of details stands, and the names of the members of its elements. */
export interface DetailShape {
  readonly at: string;
  /** Holds the JSON pointer to the failing field. */
  readonly pointer?: string;
  /** Holds the keyword that it breaks. */
  readonly rule?: string;
  readonly message?: string;
  /** Whether the message is a list of texts. */
  readonly isMessageList?: boolean;
  /** Whether every error has the list, an empty one too. */
  readonly isRequired?: boolean;
  /** What every error has and is null where there are no details: the list, or what is around it. */
  readonly nullable?: string;
}

/** One thing that is wrong with a request. It never contains a value of the request. */
export interface ErrorDetail {
  /** JSON pointer of the failing field in the body; name of the parameter. */
  readonly pointer: string;
  /** The keyword of JSON Schema that it breaks: `required`. */
  readonly rule: string;
  readonly message: string;
}

/** The error of contracts that don't say otherwise: `{ "error": "code: message" }`. */
export const defaultErrorShape: ErrorShape = { mediaType: "application/json", code: "/error", message: "/error" };
