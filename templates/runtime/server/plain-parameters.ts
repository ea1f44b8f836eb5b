import type { ReadParameters, Sources, ParameterRule, Parameters } from "./contract.js";
import { MalformedText, decodeFormText, decodeText, isList, isObjectShape, parsePairs, parseText } from "./text.js";

/** Reads parameters of paths, queries and headers that are single values in the usual styles. */
export const readPlainParameters: ReadParameters = (route, sources) => {
  const parameters: Parameters = { path: {}, query: {}, querystring: undefined, headers: {}, cookies: {} };
  let name = "query";
  try {
    let query: ReturnType<typeof parsePairs> | undefined;
    for (const rule of route.parameters) {
      if (rule.in === "query") {
        name = "query";
        query ??= parsePairs(sources.query);
      }
      name = rule.name;
      if (rule.in === "path") parameters.path[name] = parseText(decodeText(sources.path[name]!), rule.as);
      else if (rule.in === "query") {
        const texts = query!.filter(([key]) => key === name);
        if (texts.length > 1) throw new MalformedText("is given more than once");
        if (texts.length > 0) parameters.query[name] = parseText(decodeFormText(texts[0]![1]), rule.as);
      } else {
        const text = headerText(rule, sources);
        if (text !== undefined) parameters.headers[name] = parseText(text.trim(), rule.as);
      }
    }
  } catch (error) {
    if (error instanceof MalformedText) return { name, message: error.message };
    throw error;
  }
  return parameters;
};

/** The text of a header. Several with one name form a list; all others may be sent once. */
export function headerText({ name, as }: ParameterRule, { headers, request }: Sources): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  const count = typeof value === "object" ? value.length : value === undefined ? 0 : (request?.countHeaders?.(name) ?? 1);
  if (count > 1 && !isList(as) && !isObjectShape(as)) throw new MalformedText("is given more than once");
  return typeof value === "object" ? value.join(", ") : value;
}
