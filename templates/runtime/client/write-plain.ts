import type { Call } from "./call.js";
import { ClientError } from "./errors.js";
import type { ParameterRule } from "./route.js";
import { setHeader } from "./set-header.js";

/** Puts the parameters of a call where the contract wants them: headers into `headers`, the others into the URL it returns. */
export type WriteParameters = (call: Call, headers: Headers) => string;

/** For contracts whose parameters are single values, and lists that a query repeats. */
export const writePlain: WriteParameters = (call, headers) => {
  const query: string[] = [];
  for (const rule of call.route.parameters ?? []) {
    const value = argumentOf(call, rule);
    if (value === undefined || rule.in === "path") continue;
    if (rule.in === "header") setHeader(headers, rule.name, String(value), call.name);
    else query.push(...[value].flat().map((item) => `${encode(rule.name)}=${encode(item)}`));
  }
  const path = fillPath(call, encode);
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
};

const encode = (value: unknown) => encodeURIComponent(String(value));

/** What a call has for a parameter; `undefined`: nothing. */
export function argumentOf({ args }: Call, { name, argument = name }: ParameterRule): unknown {
  return args[argument];
}

/** The path of a call, its parameters written. */
export function fillPath(call: Call, write: (value: unknown, rule: ParameterRule) => string): string {
  return call.route.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const isMeant = (rule: ParameterRule) => rule.in === "path" && rule.name === name;
    const rule = call.route.parameters?.find(isMeant) ?? { name, in: "path" };
    const value = argumentOf(call, rule);
    const text = value === undefined ? "" : write(value, rule);
    // Dots alone would lead to another path, even percent-encoded.
    if (/^(\.|%2e){0,2}$/i.test(text))
      throw new ClientError("InvalidCallError", call.name, `needs a parameter ${name} that fits into a path`);
    return text;
  });
}
