import { servicePathOf } from "../../binding/binding.js";
import { parsePathTemplate } from "../../document/path-template.js";
import type { Operation } from "../../model/contract.js";
import { normalizePath } from "../../../templates/runtime/server/router.js";
import type { Segment } from "../../../templates/runtime/server/contract.js";

/** A path as the router reads it: `["v1", { parameter: "id" }, { pattern: ["", "name", ".json"] }]`. */
export function pathSegments(path: string): Segment[] {
  return parsePathTemplate(path)
    .path.split("/")
    .slice(1)
    .map((segment) => {
      const parts = segment.split(/[{}]/);
      if (parts.length === 1) return normalizePath(segment);
      if (parts.length === 3 && parts[0] === "" && parts[2] === "") return { parameter: parts[1]! };
      return { pattern: parts.map((part, index) => (index % 2 === 0 ? normalizePath(part) : part)) };
    });
}

/** Names of the parameters in some segments. */
export function segmentParameters(segments: readonly Segment[]): string[] {
  return segments.flatMap((segment) => {
    if (typeof segment === "string") return [];
    return "parameter" in segment ? [segment.parameter] : segment.pattern.filter((_, index) => index % 2 === 1);
  });
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
