import type http from "node:http";
import { isStorable } from "../../../database/storable.js";
import { EndpointError, parseJson, readBytes } from "../../../http/endpoint-request.js";
import { type Sliced, inSlices } from "../../../slices.js";
import { isObject } from "../attributes.js";

/** A request that can't be used. */
export function badRequest(message: string): EndpointError {
  return new EndpointError(400, "invalid_request", message);
}

/** Larger bodies are rejected, in bytes. */
const maxBytes = 1024 * 1024;

/** Bodies that take longer are given up, in milliseconds. */
const maxTime = 30_000;

const maxDepth = 32;

/** The largest integer up to which doubles are exact. */
const maxNumber = Number.MAX_SAFE_INTEGER;

/** The body of a request as JSON; `undefined` if it has none. Of each tenant one body is parsed at a time. */
export async function readBody(message: http.IncomingMessage, tenant: string): Promise<unknown> {
  const bytes = await readBytes(message, { maxBytes, maxTime, reject });
  if (bytes.length === 0) return undefined;
  return inSlices(tenant, parse(bytes));
}

function reject(status: 408 | 413, message: string): EndpointError {
  return new EndpointError(status, status === 413 ? "body_too_large" : "request_timeout", message);
}

function* parse(bytes: Buffer): Sliced<unknown> {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch {
    throw badRequest("The body is not JSON.");
  }
  yield;
  yield* checkStorable(value);
  return value;
}

function* checkStorable(body: unknown): Sliced<void> {
  const left: [value: unknown, depth: number][] = [[body, 0]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [value, depth] = next;
    if (depth > maxDepth) throw badRequest(`The body is nested more than ${maxDepth} deep.`);
    if (typeof value === "string" && !isStorable(value)) throw badRequest("Texts must not contain NUL or a lone surrogate.");
    // `JSON.parse` has rounded them, or made them infinite.
    if (typeof value === "number" && Math.abs(value) > maxNumber)
      throw badRequest(`Numbers must be between -${maxNumber} and ${maxNumber}: send others as texts.`);
    if (Array.isArray(value)) for (const item of value as readonly unknown[]) left.push([item, depth + 1]);
    else if (isObject(value))
      for (const [key, inner] of Object.entries(value)) {
        if (!isStorable(key)) throw badRequest("Names must not contain NUL or a lone surrogate.");
        left.push([inner, depth + 1]);
      }
    yield;
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
