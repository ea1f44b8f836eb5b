import { setHeader } from "./set-header.js";
import { queryPairs, styledText } from "./parameter-styles.js";
import { argumentOf, fillPath, type WriteParameters } from "./write-plain.js";

/** For contracts with objects, cookies or styles of their own among their parameters. */
export const writeStyled: WriteParameters = (call, headers) => {
  const query: string[] = [];
  const cookies: string[] = [];
  for (const rule of call.route.parameters ?? []) {
    const value = argumentOf(call, rule);
    if (value === undefined || rule.in === "path") continue;
    if (rule.in === "header")
      setHeader(
        headers,
        rule.name,
        styledText(rule, value, (text) => text, call.name),
        call.name,
      );
    else (rule.in === "query" ? query : cookies).push(...queryPairs(rule, value, call.name));
  }
  if (cookies.length > 0) setHeader(headers, "cookie", cookies.join("; "), call.name);
  const path = fillPath(call, (value, rule) =>
    // In the style `label` dots part the values.
    styledText(rule, value, (text) => encodeURIComponent(text).replaceAll(".", rule.style === "label" ? "%2E" : "."), call.name),
  );
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
};
