/** Why a call is not answered as asked. A caller gets the status and `{"error": "code: text"}`. */
export interface Rejection {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A rejection as plain data, which costs no stack trace. */
export function refuse(status: number, code: string, text: string, headers?: Readonly<Record<string, string>>): Rejection {
  return { status, code, text, headers };
}
