import type { ParameterRule as ReadRule } from "../server/contract.js";
import { readParameters } from "../server/read-parameters.js";
import type { TextShape } from "../facts.js";
import type { ParameterRule, WriteParameters } from "./call.js";
import { pathText, type StyledRoute, type StyledRule, unrepresentable, writeStyled } from "./encoding.js";

/** A parameter of which some values may have the text of others, or none. */
export interface ReadBackRule extends StyledRule {
  /** How servers read it. */
  readonly as?: TextShape;
  /** The names that an object with open keys leaves to others; one that ends in `[` is the start of names. */
  readonly taken?: readonly string[];
}

/** An operation with such parameters. */
export interface CheckedRoute extends StyledRoute {
  readonly parameters?: readonly ReadBackRule[];
}

/** For contracts in which some values of a parameter have no text of their own: sends only what servers read as the same value. */
export const writeChecked: WriteParameters = (call, headers) => {
  const target = writeStyled(call, headers);
  const valueOf = ({ name, argument = name }: ParameterRule) => call.args[argument];
  const { parameters = [] }: CheckedRoute = call.route;
  for (const rule of parameters) {
    const value = valueOf(rule);
    if (rule.as === undefined || value === undefined) continue;
    const name = rule.in === "header" ? rule.name.toLowerCase() : rule.name;
    const path = rule.in === "path" ? { [name]: pathText(rule, value, call.name) } : {};
    const query = target.split("?").slice(1).join("?");
    const parameter = { ...rule, name } as ReadRule; // `in` is a location with a name
    const read = readParameters({ parameters: [parameter] }, { path, query, headers: Object.fromEntries(headers) });
    const values = "message" in read ? undefined : { ...read.path, ...read.query, ...read.headers, ...read.cookies };
    if (!values || !isSame(value, values[name])) throw unrepresentable(rule, call.name);
  }
  return target;
};

/** Whether a value was read as it was given. Empty lists and objects are sent as nothing; without a type, all is text. */
function isSame(given: unknown, read: unknown): boolean {
  if (typeof given !== "object" || given === null) {
    return typeof given === "string" || typeof read === "object" ? given === read : String(given) === String(read);
  }
  if (Array.isArray(given)) {
    if (given.length === 0 && read === undefined) return true;
    return Array.isArray(read) && read.length === given.length && given.every((item, index) => isSame(item, read[index]));
  }
  const entries = Object.entries(given).filter(([, item]) => item !== undefined && !isEmptyList(item));
  if (entries.length === 0 && read === undefined) return true;
  if (typeof read !== "object" || read === null || Array.isArray(read) || Object.keys(read).length !== entries.length)
    return false;
  return entries.every(([name, item]) => Object.hasOwn(read, name) && isSame(item, (read as Record<string, unknown>)[name]));
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
