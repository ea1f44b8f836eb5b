import { escapeSegment } from "../../../../templates/runtime/json.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import { checkPlanned } from "../fixtures/sampling/planned.js";
import { withPart } from "../fixtures/sampling/positions.js";

/** The texts in a value, and their pointers. */
export function textsIn(value: JsonValue, at = ""): readonly (readonly [pointer: string, text: string])[] {
  if (typeof value === "string") return [[at, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, `${at}/${escapeSegment(name)}`));
}

/**
 * The same request with other texts and times, as far as the contract allows: for something that must not be there twice. `turn`: the
 * first, second, … of them.
 */
export function distinctFrom(
  contract: ExchangeContract,
  target: CallTarget,
  request: ExchangeRequest,
  turn: number,
  kept: readonly string[] = [],
): ExchangeRequest {
  let { body } = request;
  for (const [pointer, text] of body === undefined ? [] : textsIn(body)) {
    if (kept.includes(pointer)) continue;
    const changed = withPart(body!, pointer, otherText(text, turn));
    if (checkPlanned(contract, target, { request: { ...request, body: changed! } }).length === 0) body = changed;
  }
  return { ...request, ...(body !== undefined && { body }) };
}

/** Another day, or a text that is counted up like a number, each character within its kind. */
export function otherText(text: string, turn: number): string {
  const [, day, rest] = /^(\d{4}-\d\d-\d\d)(?!\d)(.*)$/s.exec(text) ?? [];
  if (day !== undefined && !Number.isNaN(Date.parse(day)))
    return new Date(Date.parse(day) + turn * 86_400_000).toISOString().slice(0, 10) + rest;
  let carry = turn;
  return [...text]
    .reverse()
    .map((character) => {
      const kind = kinds.find((one) => one.includes(character));
      if (!kind || carry === 0) return character;
      const sum = kind.indexOf(character) + carry;
      carry = Math.floor(sum / kind.length);
      return kind[sum % kind.length]!;
    })
    .reverse()
    .join("");
}

const kinds = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
