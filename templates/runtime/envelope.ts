/**
 * Where the facts of an action stand in the body of its response: JSON pointers (RFC 6901) of member names. Absent: not
 * there. An empty pointer: the whole body.
 */
export interface Envelope {
  readonly action?: string;
  readonly status?: string;
  readonly message?: string;
  readonly result?: string;
}

/** The envelope of contracts that don't say otherwise: `{ action, status, message, result }`. */
export const defaultEnvelope: Envelope = { action: "/action", status: "/status", message: "/message", result: "/result" };
