import { isVerb, isPlural, typeName, typeOfPath } from "./words.js";
import type { Certainty, FoundEndpoint, Style } from "./endpoint.js";
import { hasOwnField } from "../../document/path-operations.js";

/** A path that names an action. */
export interface LiteralPath {
  readonly style: Style;
  readonly certainty: Certainty;
  readonly name: string;
  /** The path of the endpoint, with `{action}` if the action is part of the path. */
  readonly path: string;
  readonly type: string;
  readonly selector: FoundEndpoint["selector"];
  /** Whether no binding can say where the action is named. */
  readonly isUnwritable?: boolean;
  /** Whether a single path of its kind is not sufficient for an endpoint. */
  readonly isLoose?: boolean;
  /** Whether it is not even sufficient next to others that are more certain, as the name of a collection. */
  readonly isWeak?: boolean;
  /** Whether it stays unsure next to others that are not. */
  readonly isApart?: boolean;
}

/** What the notations ask about the other paths of the document. */
export interface Surroundings {
  /** The title or the id of the document. */
  readonly title: string;
  /** The methods of each path, without a slash at the end. */
  readonly paths: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths that have other paths below them. */
  readonly parents: ReadonlySet<string>;
  /** Whether nearly all paths are commands. */
  readonly isOfCommands: boolean;
}

/** Returns how a path names an action; `undefined` if it names none. */
export function readLiteralPath(path: string, method: string, surroundings: Surroundings): LiteralPath | undefined {
  if (path.includes("#")) return method === "get" ? undefined : inFragment(path, surroundings);
  if (!isInvoking(method)) return undefined;
  if (path.includes("?")) return inQuery(path, surroundings);
  const [, before, last, slash] = /^(.*)\/([^/]+)(\/?)$/.exec(path) ?? [];
  if (before === undefined || last === undefined || slash === undefined) return undefined;
  const verb = customVerb(before, last);
  if (verb) return verb;
  const early = beforeParameter(before, last, slash, isRead(path, surroundings));
  if (early) return early;
  if (last.includes("{")) return undefined;
  const place: Place = { path, before, last, slash, isRead: isRead(path, surroundings), ...surroundings };
  // `/snapshots/{id}/export`, with `/snapshots/{id}/export/options` below it, may be a resource.
  if (surroundings.parents.has(withoutSlash(path)))
    return isVerb(last) && !place.isRead ? unsure(lastSegment(place, method)) : undefined;
  if (!place.isRead) {
    const found = behindDot(place) ?? belowActions(place);
    if (found) return found;
  }
  return lastSegment(place, method);
}

/** Returns whether a method may change something: a read is an action only if its path says so. */
export function isInvoking(method: string): boolean {
  return ["post", "put", "patch"].includes(method) || !hasOwnField(method);
}

/** A path without the slash at its end. */
export function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, "");
}

/** The last segment of a path, and what is known of its surroundings. */
interface Place extends Surroundings {
  readonly path: string;
  readonly before: string;
  readonly last: string;
  /** The slash at the end of the path, if there is one. */
  readonly slash: string;
  /** Whether the path can also be read or deleted, as a resource can. */
  readonly isRead: boolean;
}

function isRead(path: string, { paths }: Surroundings): boolean {
  const methods = paths.get(withoutSlash(path))!;
  return methods.has("get") || methods.has("delete");
}

/** Names of parameters that contain the name of an action. */
const actionParameter = /^~?(?:action|method|command|cmd|op|operation)$/i;

/** `/#X-Amz-Target=Service_1.Action` and `/#Action=Name`, which distinguish paths that are the same for a server. */
function inFragment(path: string, { title }: Surroundings): LiteralPath | undefined {
  const [, base, name, value] = /^([^#]*)#([\w-]+)=([^&#]+)$/.exec(path) ?? [];
  if (base === undefined || name === undefined || value === undefined) return undefined;
  if (/^x-amz-target$/i.test(name)) {
    const dot = value.lastIndexOf(".");
    const prefix = value.slice(0, dot + 1);
    return {
      style: "header",
      certainty: "certain",
      name: value.slice(dot + 1),
      path: base,
      type: typeName(prefix.replace(/_?\d{6,}.*$|\.$/, "") || title),
      selector: { in: "header", name: "X-Amz-Target", value: `${prefix}{action}` },
    };
  }
  return namedByParameter(base, name, value, typeName(title));
}

/** `/vms/{vm}/power?action=start`, which is one path for a server. */
function inQuery(path: string, { title }: Surroundings): LiteralPath | undefined {
  const [, base, name, value] = /^([^?]*)\?(~?[\w-]+)=([^&=?]+)$/.exec(path) ?? [];
  if (base === undefined || name === undefined || value === undefined) return undefined;
  return namedByParameter(base, name, value, typeOfPath(base, false, title));
}

function namedByParameter(path: string, name: string, value: string, type: string): LiteralPath | undefined {
  if (!actionParameter.test(name) || value.includes("{")) return undefined;
  return { style: "query", certainty: "certain", name: value, path, type, selector: { in: "query", name } };
}

/** `/disks/{id}:resize` and `/disks:purge`. A segment that only starts with a colon may be a parameter as others write it. */
function customVerb(before: string, last: string): LiteralPath | undefined {
  const [, resource, name] = /^(.*[^:])?:([A-Za-z][\w-]*)$/.exec(last) ?? [];
  if (name === undefined) return undefined;
  const start = `${before}/${resource ?? ""}`;
  const isUnsure = resource === undefined && !isVerb(name);
  return {
    type: typeOfPath(resource === undefined ? before : start),
    style: "custom verb",
    certainty: resource !== undefined ? "certain" : isUnsure ? "unsure" : "likely",
    isApart: isUnsure,
    name,
    path: `${start}:{action}`,
    selector: { in: "path-suffix", name: "action" },
  };
}

/** `/jobs/run/{id}`: the path up to the action doesn't name the service. */
function beforeParameter(before: string, last: string, slash: string, canBeRead: boolean): LiteralPath | undefined {
  const [, owner, name] = /^(.*)\/([^/{}]+)$/.exec(before) ?? [];
  if (owner === undefined || name === undefined || canBeRead || !/^\{[^{}]*\}$/.test(last) || !isVerb(name)) return undefined;
  return {
    type: typeOfPath(owner),
    style: "literal verb",
    certainty: "unsure",
    isUnwritable: true,
    isApart: true,
    name,
    path: `${owner}/{action}/${last}${slash}`,
    selector: { in: "path", name: "action" },
  };
}

/** Endings of files, not names of actions. */
const fileType = /^(?:json|xml|html|txt|csv|php|aspx?|do)$/i;

/** `/vm.boot` and `/users/{id}/acme.api.block`. */
function behindDot({ before, last }: Place): LiteralPath | undefined {
  const [, owner, name] = /^([A-Za-z][\w.-]*)\.([A-Za-z][\w-]*)$/.exec(last) ?? [];
  if (owner === undefined || name === undefined || /\/Actions(?:\/Oem)?$/.test(before) || fileType.test(name)) return undefined;
  return {
    style: "custom verb",
    certainty: isVerb(name) ? "likely" : "unsure",
    name,
    path: `${before}/${owner}.{action}`,
    // `/users/{id}/microsoft.graph.assignLicense` is about users, `/vm.boot` about the part before the dot.
    type: owner.includes(".") && before !== "" ? typeOfPath(before) : typeName(owner),
    selector: { in: "path-suffix", name: "action" },
    isLoose: true,
  };
}

/** `/servers/{id}/actions/reboot`, `/cars/{id}/command/honk` and `/Systems/{id}/Actions/ComputerSystem.Reset`. */
function belowActions({ before, last, slash }: Place): LiteralPath | undefined {
  const [, actor] = /^(.*)\/(?:[Aa]ctions?|[Cc]ommands?|Actions\/Oem)$/.exec(before) ?? [];
  if (actor === undefined) return undefined;
  const [, kind, redfishName] = (/\/Actions(?:\/Oem)?$/.test(before) && /^([^.]+)\.(.+)$/.exec(last)) || [];
  const { prefix, name, suffix } = kind === undefined ? decorated(last) : { prefix: `${kind}.`, name: redfishName!, suffix: "" };
  return {
    type: kind === undefined ? typeOfPath(actor) : typeName(kind),
    style: "literal below /actions/",
    certainty: kind !== undefined || isVerb(name) || actor.endsWith("}") ? "certain" : "likely",
    name,
    path: `${before}/{action}${slash}`,
    selector: inPath(prefix, suffix),
  };
}

/** `/orders/{id}/cancel`, `/swarm/join`, `/indexes/{id}/_close`, `/orders/{id}/cancel.json` and `/sendMessage`. */
function lastSegment(place: Place, method: string): LiteralPath | undefined {
  const { before, last, slash, paths, isRead: canBeRead } = place;
  const { prefix, name, suffix } = decorated(last);
  const isCommand = place.isOfCommands && method === "post" && !canBeRead;
  const isNamed = isVerb(name) || prefix !== "";
  // Other methods change a resource, whatever its name.
  if (!isCommand && !isNamed && (method !== "post" || canBeRead || !/^[A-Za-z]/.test(name))) return undefined;
  const hasOwner = paths.has(before) && (before.endsWith("}") || prefix === "$");
  const isLikely = isCommand || ((isVerb(name) || prefix === "$") && hasOwner && !canBeRead);
  return {
    type: typeOfPath(before, false, place.title),
    style: "literal verb",
    certainty: isLikely ? "likely" : "unsure",
    isApart: !isLikely,
    name,
    path: `${before}/{action}${slash}`,
    selector: inPath(prefix, suffix),
    ...(!isCommand && !isNamed && { isLoose: true }),
    ...(!isCommand && !isNamed && isPlural(name) && { isWeak: true }),
  };
}

function unsure(found: LiteralPath | undefined): LiteralPath | undefined {
  return found && { ...found, certainty: "unsure", isApart: true };
}

/** A segment such as `_close`, `$validate` or `cancel.json`: the name, and what is around it. */
function decorated(segment: string): { readonly prefix: string; readonly name: string; readonly suffix: string } {
  const [, prefix = "", name = segment, suffix = ""] = /^([_$]?)([A-Za-z][\w-]*)(\.[a-z]+)?$/.exec(segment) ?? [];
  return suffix === "" || fileType.test(suffix.slice(1)) ? { prefix, name, suffix } : { prefix: "", name: segment, suffix: "" };
}

function inPath(prefix: string, suffix: string): FoundEndpoint["selector"] {
  const isPlain = prefix === "" && suffix === "";
  return { in: "path", name: "action", ...(!isPlain && { value: `${prefix}{action}${suffix}` }) };
}
