/** Thrown by a handler that nobody has written yet; a server answers 501. */
export class NotImplementedError extends Error {
  override readonly name = "NotImplementedError";
}

/** The body of a stub. */
export function notImplemented(handler: string): never {
  throw new NotImplementedError(`${handler} is not implemented`);
}
