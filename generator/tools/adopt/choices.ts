import { requestMethod } from "../../document/path-operations.js";
import type { FoundAction, FoundEndpoint } from "./endpoint.js";

/** What the user decided about endpoints: patterns in which `*` stands for any text, and `unsure` for all that are. */
export interface WrittenChoices {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The decisions, to ask for single endpoints and their actions. */
export interface Choices {
  /** Whether an endpoint, or the action with this path, is written although it is unsure. */
  readonly isIncluded: (endpoint: Named, action?: Pick<FoundAction, "path">) => boolean;
  readonly isExcluded: (endpoint: Named, action?: Pick<FoundAction, "path">) => boolean;
}

type Named = Pick<FoundEndpoint, "method" | "path">;

/** Reads patterns such as `POST /orders/{id}/*`: they match the endpoint or the path of one action. */
export function readChoices({ include, exclude }: WrittenChoices): Choices {
  const matcher = (patterns: readonly string[]) => {
    const tests = patterns.map((pattern) => wildcard(pattern));
    return (endpoint: Named, action?: Pick<FoundAction, "path">) => {
      const paths = [endpoint.path, ...(action?.path === undefined ? [] : [action.path])];
      const names = paths.map((path) => nameOf({ ...endpoint, path }));
      return tests.some((test) => names.some(test));
    };
  };
  const included = matcher(include.filter((pattern) => pattern !== "unsure"));
  const isExcluded = matcher(exclude);
  return {
    isIncluded: (endpoint, action) => (include.includes("unsure") || included(endpoint, action)) && !isExcluded(endpoint, action),
    isExcluded,
  };
}

/** Returns a test for texts in which `*` stands for any text. A pattern may leave out the method. */
function wildcard(pattern: string): (text: string) => boolean {
  const parts = pattern.split("*");
  const whole = (text: string): boolean => {
    if (parts.length === 1) return text === pattern;
    if (!text.startsWith(parts[0]!) || !text.slice(parts[0]!.length).endsWith(parts.at(-1)!)) return false;
    let from = parts[0]!.length;
    for (const part of parts.slice(1, -1)) {
      const at = text.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return from <= text.length - parts.at(-1)!.length;
  };
  return (text) => whole(text) || (pattern.startsWith("/") && whole(text.slice(text.indexOf(" ") + 1)));
}

/** Returns the name of an endpoint for people, which an overlay also uses to ignore it. */
export function nameOf({ method, path }: Named): string {
  return `${requestMethod(method)} ${path}`;
}
