import type { Arrange, Call, Negotiation, Step } from "./contract.js";
import { reject } from "./errors.js";
import { headerOf, isJsonType } from "./http.js";
import { OperationInput, usualType } from "./run-handler.js";

/** Rejects calls of operations that declare a 406, if the caller accepts none of the media types of their successes. */
export const rejectUnacceptable: Arrange = (steps) => {
  const at = steps.findIndex(({ name }) => name === "body");
  return [...steps.slice(0, at), { name: "accept", prepare: checkAccept }, ...steps.slice(at)];
};

const checkAccept: Step["prepare"] = ({ responses }) => {
  if (!Object.hasOwn(responses, "406")) return undefined;
  const successes = Object.entries(responses).flatMap(([status, types]) => (status.startsWith("2") ? [types] : []));
  const types = successes.flat();
  // Without a body, anything is acceptable, and a range has types that only the handler knows.
  if (successes.some(({ length }) => length === 0) || types.length === 0 || types.some((type) => type.includes("*")))
    return undefined;
  const rejection = reject(406, "not_acceptable", `Accept ${[...new Set(types)].join(" or ")}.`);
  return ({ request }) => (preferredType(headerOf(request.headers, "accept"), types) === undefined ? rejection : undefined);
};

/** Lets callers choose the media types of responses. */
export const negotiation: Negotiation = {
  inputOf: (call) => new NegotiatedInput(call),
  choose(call, types, body) {
    const negotiable = negotiableTypes(types, body);
    if (negotiable.length < 2) return undefined;
    call.isNegotiated = true;
    return preferredType(headerOf(call.request.headers, "accept"), negotiable);
  },
  mark: (response) => ({ ...response, headers: withVary(response.headers) }),
};

/** The argument of a handler that can ask what its caller accepts. */
class NegotiatedInput extends OperationInput {
  readonly #call: Call;

  constructor(call: Call) {
    super(call);
    this.#call = call;
  }

  get accepts(): (...types: readonly string[]) => string | undefined {
    return (...types) => {
      this.#call.isNegotiated = true;
      return preferredType(headerOf(this.#call.request.headers, "accept"), types);
    };
  }
}

/** The media types that a body may have for which the handler names none, the usual one first. */
function negotiableTypes(types: readonly string[], body: unknown): readonly string[] {
  const isWritten = typeof body === "string" || body instanceof Uint8Array;
  const usual = usualType(types, body);
  const others = types.filter((type) => type !== usual && isJsonType(type) !== isWritten);
  return [usual!, ...others].filter((type) => !type.includes("*"));
}

/** Headers of a response that depends on `Accept`, for caches. */
export function withVary(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const given = Object.entries(headers).filter(([name]) => name.toLowerCase() === "vary");
  const fields = given.flatMap(([, value]) => value.split(",")).map((field) => field.trim());
  if (fields.some((field) => field === "*" || field.toLowerCase() === "accept")) return headers;
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "vary");
  return { ...Object.fromEntries(others), vary: [...fields, "accept"].join(", ") };
}

/** One range of an `Accept` header. */
interface AcceptedRange {
  readonly type: string;
  readonly subtype: string;
  /** In lower case, in their order. */
  readonly parameters: readonly string[];
  readonly weight: number;
}

/**
 * The media type that a caller prefers by its `Accept` header (RFC 9110, section 12.5.1): the first of those with the highest weight. `undefined`: it
 * accepts none. Without the header, or if it is malformed as a whole, all are accepted.
 */
export function preferredType<Type extends string>(accept: string | undefined, types: readonly Type[]): Type | undefined {
  const ranges = accept === undefined ? [] : readAccept(accept);
  if (ranges.length === 0) return types[0];
  let best: Type | undefined;
  let highest = 0;
  for (const type of types) {
    const weight = weightOf(type, ranges);
    if (weight > highest) [best, highest] = [type, weight];
  }
  return best;
}

/** The weight of a media type: that of the most specific range that contains it. */
function weightOf(mediaType: string, ranges: readonly AcceptedRange[]): number {
  const wanted = readRange(mediaType);
  if (!wanted) return 0;
  let weight = 0;
  let specific = -1;
  for (const range of ranges) {
    const rank = rankOf(range, wanted);
    if (rank <= specific) continue;
    specific = rank;
    weight = range.weight;
  }
  return weight;
}

/** How specific a range is for a media type; -1: it doesn't contain it. */
function rankOf({ type, subtype, parameters }: AcceptedRange, wanted: AcceptedRange): number {
  if (type === "*") return subtype === "*" && parameters.length === 0 ? 0 : -1;
  if (type !== wanted.type) return -1;
  if (subtype === "*") return parameters.length === 0 ? 1 : -1;
  if (subtype !== wanted.subtype || !parameters.every((parameter) => wanted.parameters.includes(parameter))) return -1;
  return 2 + parameters.length;
}

function readAccept(text: string): AcceptedRange[] {
  // Commas and semicolons may be in quoted text.
  return (text.match(/(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g) ?? []).flatMap((part) => readRange(part) ?? []);
}

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** Reads a range; `undefined`: it is malformed, and ignored. */
function readRange(text: string): AcceptedRange | undefined {
  const [name = "", ...rest] = (text.match(/(?:[^";]|"(?:[^"\\]|\\.)*"?)+/g) ?? []).map((part) => part.trim());
  const [type = "", subtype = "", ...others] = name.toLowerCase().split("/");
  if (!token.test(type) || !token.test(subtype) || others.length > 0) return undefined;
  const parameters: string[] = [];
  let weight = 1;
  for (const parameter of rest) {
    const lower = parameter.toLowerCase();
    if (lower.startsWith("q=")) {
      if (!/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(lower.slice(2))) return undefined;
      weight = Number(lower.slice(2));
      // Extensions of Accept follow.
      break;
    }
    // Text is UTF-8, whatever is asked for.
    if (!lower.startsWith("charset=") && lower !== "") parameters.push(lower.replace(/"/g, ""));
  }
  return { type, subtype, parameters, weight };
}
