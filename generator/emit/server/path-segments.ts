import { servicePathOf } from "../../binding/binding.js";
import { parsePathTemplate, segmentsFor } from "../../document/path-template.js";
import type { Operation } from "../../model/contract.js";
import { defaultSelector, writtenFact } from "../../../templates/runtime/selector.js";
import { normalizePath } from "../../../templates/runtime/server/router.js";
import type { Route, Segment } from "../../../templates/runtime/server/contract.js";

/**
 * A path as the router reads it: `["v1", { parameter: "id" }, { pattern: ["", "name", ".json"] }]`. A parameter that contains slashes has
 * a segment for each of its own, of which those with a value are named `name/0`, `name/1`.
 */
export function pathSegments(text: string): Segment[] {
  const { path, segments } = parsePathTemplate(text);
  return path
    .split("/")
    .slice(1)
    .flatMap((segment): Segment[] => {
      const [before, name = "", ...after] = segment.split(/[{}]/);
      const template = before === "" ? segments.get(name) : undefined;
      if (template === undefined) return [segmentOf([before!, ...(segment.includes("{") ? [name, ...after] : [])])];
      let values = 0;
      const own = template.split("/");
      return own.map((part, index) => {
        const end = index === own.length - 1 ? after : [""];
        if (!part.startsWith("*")) return segmentOf([`${part}${end[0]!}`, ...end.slice(1)]);
        return segmentOf(["", `${name}/${values++}`, ...end]);
      });
    });
}

/** A segment of fixed texts, and between them the names of parameters. */
function segmentOf(parts: readonly string[]): Segment {
  if (parts.length === 1) return normalizePath(parts[0]!);
  if (parts.length === 3 && parts[0] === "" && parts[2] === "") return { parameter: parts[1]! };
  return { pattern: parts.map((part, index) => (index % 2 === 0 ? normalizePath(part) : part)) };
}

/** The names of actions at the end of an endpoint's path that contain the text before them, if another parameter precedes it. */
export function endsOf({ path, isEndpoint, binding }: Operation): Pick<Route, "ends"> {
  const { action, names = [] } = binding?.selector ?? defaultSelector;
  const last = pathSegments(path).at(-1)!;
  if (!isEndpoint || action.in !== "path" || typeof last === "string" || "parameter" in last) return {};
  if (last.pattern.length < 5 || last.pattern.at(-2) !== action.name) return {};
  return { ends: names.map((name) => writtenFact(action, name)).sort((a, b) => b.length - a.length) };
}

/** How values of several segments are composed: the texts around the parts that are values, and the index of a `**`. */
export function joinedSegments(text: string): Pick<Route, "joined" | "restAt"> {
  const { path, segments } = parsePathTemplate(text);
  if (segments.size === 0) return {};
  const joined = [...segments].map(([name, template]) => [name, template.split(/\*\*?/)] as const);
  const before = [...segments].find(([, template]) => template.endsWith("**"));
  const upTo = before && path.slice(0, path.indexOf(`{${before[0]}}`) + before[0].length + 2);
  const rest = upTo === undefined ? undefined : pathSegments(`${upTo}${segmentsFor(upTo, text)}`).length - 1;
  return { joined: Object.fromEntries(joined), ...(rest !== undefined && { restAt: rest }) };
}

/** Names of the parameters in some segments. */
export function segmentParameters(segments: readonly Segment[]): string[] {
  const names = segments.flatMap((segment) => {
    if (typeof segment === "string") return [];
    return "parameter" in segment ? [segment.parameter] : segment.pattern.filter((_, index) => index % 2 === 1);
  });
  return [...new Set(names.map((name) => name.replace(/\/\d+$/, "")))];
}

/** The part of an action endpoint's path that identifies the service. */
export function servicePath(endpoint: Operation): readonly Segment[] {
  return pathSegments(servicePathOf(endpoint.path, endpoint.binding?.selector));
}

/** Whether a path identifies a service: it is, or begins with, the path of one. */
export function leadsToService(operation: Operation, endpoints: readonly Operation[]): boolean {
  if (operation.binding) return operation.binding.hasService;
  const segments = pathSegments(operation.path);
  return endpoints
    .filter(({ binding }) => binding!.hasService)
    .map(servicePath)
    .some((prefix) => {
      return prefix.length > 0 && JSON.stringify(segments.slice(0, prefix.length)) === JSON.stringify(prefix);
    });
}
