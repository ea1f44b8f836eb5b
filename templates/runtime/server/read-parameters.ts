import { headerOf, type RequestHeaders } from "./http.js";
import {
  decodeFormText,
  decodeText,
  isList,
  isObjectShape,
  MalformedText,
  parseList,
  parseObject,
  parsePairs,
} from "./parse-text.js";
import { parseStyled } from "./parameter-styles.js";
import type { ParameterRule, Route } from "./route.js";

/** Parameters of a call by place, read from text. */
export interface Parameters {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly cookies: Record<string, unknown>;
}

/** What is wrong with the text of a parameter. */
export interface ParameterProblem {
  readonly name: string;
  readonly message: string;
}

interface Sources {
  /** Percent-encoded, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** What follows the question mark. */
  readonly query: string;
  readonly headers: RequestHeaders;
}

/** Names, and texts as they stand there. */
export type Pairs = readonly (readonly [string, string])[];

/** Reads the parameters that the contract declares; those that are missing stay absent. */
export function readParameters(route: Route, sources: Sources): Parameters | ParameterProblem {
  const parameters: Parameters = { path: {}, query: {}, headers: {}, cookies: {} };
  let query: Pairs | undefined;
  let name = "query";
  try {
    for (const rule of route.parameters) {
      name = rule.name;
      let value: unknown;
      switch (rule.in) {
        case "path":
          value = parseStyled(sources.path[rule.name]!, rule);
          break;
        case "query":
          name = "query";
          query ??= parsePairs(sources.query);
          name = rule.name;
          value = readPairs(rule, query, decodeFormText);
          break;
        case "header": {
          const text = headerOf(sources.headers, rule.name);
          value = text === undefined ? undefined : parseStyled(text, rule, trim);
          break;
        }
        case "cookie":
          value = readPairs(rule, readCookies(sources.headers), decodeText);
          break;
        default:
          rule.in satisfies never;
      }
      if (value !== undefined) parameters[places[rule.in]][rule.name] = value;
    }
  } catch (error) {
    if (error instanceof MalformedText) return { name, message: error.message };
    throw error;
  }
  return parameters;
}

const places = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

/** A parameter of a query or of cookies, or a field of a form. Texts are decoded after they were split. */
export function readPairs(rule: ParameterRule, pairs: Pairs, decode: (text: string) => string): unknown {
  const { name, as, style = "form", explode = style === "form" || style === "deepObject" } = rule;
  const decoded = (own: Pairs) => own.map(([key, text]) => [key, decode(text)] as const);
  if (isObjectShape(as) && style === "deepObject") {
    const own = deepProperties(name, pairs);
    return own.length > 0 ? parseObject(decoded(own), as) : undefined;
  }
  if (isObjectShape(as) && style === "form" && explode) {
    const own = pairs.filter(([key]) => Object.hasOwn(as.properties, key));
    return own.length > 0 ? parseObject(decoded(own), as) : undefined;
  }
  const texts = pairs.filter(([key]) => key === name).map(([, text]) => text);
  if (texts.length === 0) return undefined;
  if (isList(as) && explode) return parseList(texts.map(decode), as);
  if (texts.length > 1) throw new MalformedText("is given more than once");
  // Browsers encode the separators too.
  const text = style === "spaceDelimited" || style === "pipeDelimited" ? decode(texts[0]!) : texts[0]!;
  return parseStyled(text, { ...rule, style, explode: false }, text === texts[0] ? decode : keep);
}

/** The properties of `filter` in `filter[state]=on&filter[tags][]=a`. */
function deepProperties(name: string, pairs: Pairs): Pairs {
  return pairs.flatMap(([key, text]) => {
    if (!key.startsWith(`${name}[`)) return [];
    if (!key.endsWith("]")) throw new MalformedText("has a property without a closing bracket");
    return [[key.slice(name.length + 1, -1).replace(/\]\[$/, ""), text] as const];
  });
}

function readCookies(headers: RequestHeaders): Pairs {
  return (headerOf(headers, "cookie") ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 0
      ? []
      : [
          [
            pair.slice(0, at).trim(),
            pair
              .slice(at + 1)
              .trim()
              .replace(/^"(.*)"$/, "$1"),
          ] as const,
        ];
  });
}

const trim = (text: string): string => text.trim();
const keep = (text: string): string => text;
