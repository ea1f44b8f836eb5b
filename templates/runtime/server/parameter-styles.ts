import { JsonProblem, parseJson } from "./parse-json.js";
import { decodeText, isList, isObjectShape, MalformedText, parseList, parseObject, parseText } from "./parse-text.js";
import type { ParameterRule } from "./route.js";

/** Reads a parameter that is one piece of text, by its style. Path parameters are still percent-encoded. */
export function parseStyled(text: string, rule: ParameterRule, decode: (part: string) => string = decodeText): unknown {
  if (rule.style === "json") return parseJsonText(decode(text));
  const { as } = rule;
  if (!isList(as) && !isObjectShape(as)) return parseText(decode(unprefix(text, rule)), as);
  const parts = splitStyled(text, rule);
  if (isList(as)) return parseList(parts.map(decode), as);
  return parseObject(rule.explode === true ? parts.map((part) => splitPair(part, decode)) : pairUp(parts.map(decode)), as);
}

const separators = {
  simple: ",",
  form: ",",
  spaceDelimited: " ",
  pipeDelimited: "|",
  label: ",",
  matrix: ",",
  deepObject: ",",
  json: ",",
} as const;

function splitStyled(text: string, rule: ParameterRule): string[] {
  const { style = "simple", explode = false } = rule;
  const rest = unprefix(text, rule);
  if (rest === "") return [];
  if (style === "label" && explode) return rest.split(".");
  if (style === "matrix" && explode) {
    const parts = rest.split(";");
    return isList(rule.as) ? parts.map((part) => unprefixMatrix(`;${part}`, rule)) : parts;
  }
  return rest.split(separators[style]);
}

/** Cuts off what `label` and `matrix` begin with. */
function unprefix(text: string, rule: ParameterRule): string {
  if (rule.style === "label") {
    if (!text.startsWith(".")) throw new MalformedText("does not begin with a dot");
    return text.slice(1);
  }
  if (rule.style !== "matrix") return text;
  if (rule.explode === true && (isList(rule.as) || isObjectShape(rule.as))) {
    if (!text.startsWith(";")) throw new MalformedText("does not begin with a semicolon");
    return text.slice(1);
  }
  return unprefixMatrix(text, rule);
}

function unprefixMatrix(text: string, rule: ParameterRule): string {
  if (text === `;${rule.name}`) return "";
  if (!text.startsWith(`;${rule.name}=`)) throw new MalformedText("does not begin with its name");
  return text.slice(rule.name.length + 2);
}

function splitPair(part: string, decode: (part: string) => string): readonly [string, string] {
  const at = part.indexOf("=");
  if (at < 0) throw new MalformedText("has a property without a value");
  return [decode(part.slice(0, at)), decode(part.slice(at + 1))];
}

function pairUp(parts: readonly string[]): (readonly [string, string])[] {
  if (parts.length % 2 === 1) throw new MalformedText("has a property without a value");
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1]!] as const] : []));
}

/** Deeper values have no place in a parameter. */
const deepest = 32;

function parseJsonText(text: string): unknown {
  try {
    return parseJson(text, deepest);
  } catch (error) {
    if (error instanceof JsonProblem) throw new MalformedText("is not acceptable JSON");
    throw error;
  }
}
