import type http from "node:http";
import { isObject } from "../attributes.js";

/** An error that the endpoint responds with. Its message is for callers. */
export class EndpointError extends Error {
  override readonly name = "EndpointError";

  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A request that can't be used. */
export function badRequest(message: string): EndpointError {
  return new EndpointError(400, "invalid_request", message);
}

/** Larger bodies are rejected, in bytes. */
const maxBody = 1024 * 1024;

/** Bodies that take longer are given up, in milliseconds. */
const maxTime = 30_000;

const maxDepth = 32;

/** Up to here a double represents each integer exactly. */
const maxNumber = Number.MAX_SAFE_INTEGER;

/** The body of a request as JSON; `undefined` if it has none. */
export async function readBody(message: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => message.destroy(), maxTime);
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBody) throw new EndpointError(413, "body_too_large", `The body is larger than ${maxBody} bytes.`);
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
  if (size === 0) return undefined;
  const value = parse(Buffer.concat(chunks));
  checkStorable(value, 0);
  return value;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw badRequest("The body is not JSON.");
  }
}

/** What JSON can contain and PostgreSQL can't store: NUL, and halves of surrogate pairs. */
const unstorable = /[\0\p{Cs}]/u;

function checkStorable(value: unknown, depth: number): void {
  if (depth > maxDepth) throw badRequest(`The body is nested more than ${maxDepth} deep.`);
  if (typeof value === "string" && unstorable.test(value)) throw badRequest("Texts must not contain NUL or a lone surrogate.");
  // `JSON.parse` has rounded them, or made them infinite.
  if (typeof value === "number" && Math.abs(value) > maxNumber)
    throw badRequest(`Numbers must be between -${maxNumber} and ${maxNumber}: send others as texts.`);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (unstorable.test(key)) throw badRequest("Names must not contain NUL or a lone surrogate.");
    checkStorable(inner, depth + 1);
  }
}

/** The body as an object with these properties only. */
export function objectWith<Name extends string>(body: unknown, names: readonly Name[]): Partial<Readonly<Record<Name, unknown>>> {
  if (!isObject(body)) throw badRequest("The body must be an object.");
  const unknown = Object.keys(body).find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) throw badRequest(`unknown property "${unknown.slice(0, 100)}"`);
  return body as Partial<Readonly<Record<Name, unknown>>>;
}

/** A number of the query string within these bounds. */
export function numberIn(query: URLSearchParams, name: string, fallback: number, most: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value <= most) return value;
  throw badRequest(`"${name}" must be a whole number up to ${most}.`);
}
