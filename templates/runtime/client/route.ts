/** One operation of the contract, as data: what a client needs to know to send it. */
export interface Route {
  /** The operation's id, where it is not the name on the client. */
  readonly id?: string;
  /** In upper case. */
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** All but path parameters that are written plainly. */
  readonly parameters?: readonly ParameterRule[];
  /** Media types of the body; absent: only `application/json`, if it takes a body at all. */
  readonly content?: readonly string[];
  /** How fields of its form are written, by name; absent: each as text. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** Alternatives, each a list of security schemes; absent: the token, if there is one. */
  readonly security?: readonly (readonly string[])[];
  /** Media types of successes in lower case, an empty text where one has no body; absent: `application/json`. */
  readonly answers?: readonly string[];
  /** Fields of the answer that hold secrets, at any depth. */
  readonly secrets?: readonly string[];
}

/** How one field of a form is written. */
export interface FieldEncoding extends Pick<ParameterRule, "style" | "explode"> {
  /** The media type of a part that is JSON. */
  readonly contentType?: string;
}

/** How one parameter becomes text. */
export interface ParameterRule {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** Its name among the arguments, where two parameters of an operation have the same. */
  readonly argument?: string;
  /** `json`: text of that format. Absent: the place's default, `form` for query and cookie, `simple` for the others. */
  readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "json";
  /** Absent: the style's default, true for `form` only. */
  readonly explode?: boolean;
}
