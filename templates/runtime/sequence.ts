/** How a body encodes a sequence of items: as server-sent events, lines of JSON, or the records of `json-seq`. */
export interface SequenceRule {
  readonly format: "events" | "lines" | "records";
  /** The events whose `data` is JSON: all, or those with these names. Absent: `data` is text. */
  readonly json?: true | readonly string[];
}

/** The media types of an operation's responses that are sequences, by operation and status; the types in lower case. */
export type SequenceRules = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, SequenceRule>>>>>>;

/** A server-sent event as OpenAPI describes it. */
export interface SequenceEvent {
  /** Text, or the value of a text that is JSON. */
  readonly data?: unknown;
  readonly event?: string;
  readonly id?: string;
  /** Milliseconds. */
  readonly retry?: number;
}

/** Whether the `data` of an event is JSON. An event without a name is a `message`. */
export function hasJsonData({ json }: SequenceRule, event = "message"): boolean {
  return json === true || json?.includes(event) === true;
}
