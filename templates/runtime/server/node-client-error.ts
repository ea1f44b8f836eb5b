/** What is needed of the socket of a `clientError`. */
export interface NodeSocket {
  readonly writable: boolean;
  end(text: string): unknown;
  destroy(): unknown;
}

/** A listener for `clientError`: requests that are no HTTP get an error body like all others. */
export function respondToClientError(error: { readonly code?: string }, socket: NodeSocket): void {
  const { _httpMessage: response } = socket as { _httpMessage?: { readonly headersSent: boolean } | null };
  if (!socket.writable || response?.headersSent === true) {
    socket.destroy();
    return;
  }
  const [status, code, text] = clientErrors[error.code ?? ""] ?? clientErrors["HPE"]!;
  const body = JSON.stringify({ error: `${code}: ${text}` });
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

const clientErrors: Readonly<Record<string, readonly [status: string, code: string, text: string]>> = {
  HPE: ["400 Bad Request", "invalid_request", "The request is not HTTP."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "headers_too_large", "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "request_timeout", "The request took too long."],
};
