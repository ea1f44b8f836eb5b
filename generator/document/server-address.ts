import { own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "./json-value.js";

/** The address of an API, from a Server Object. */
export interface ServerAddress {
  /** `https://api.example.com`; absent if the URL is relative to that of the document, or if its host is a wildcard. */
  readonly origin: string | undefined;
  /** Set if its host stands for many, as in `https://*.example.com/v1`: only its path is known. */
  readonly isWildcard?: true;
  /** The prefix of the paths of operations: empty, or `/v1`. */
  readonly path: string;
}

/** Returns the URL of a Server Object with its variables replaced by their defaults. */
export function serverUrl(server: JsonValue | undefined): string {
  const variables = ownObject(server, "variables");
  return (ownString(server, "url") ?? "").replace(/\{([^{}]*)\}/g, (hole, name: string) => {
    return ownString(own(variables, name), "default") ?? hole;
  });
}

/** Parses the URL of a Server Object like a browser; returns `undefined` for other protocols and invalid hosts. */
export function serverAddress(server: JsonValue | undefined): ServerAddress | undefined {
  // Browsers ignore tabs and line breaks anywhere, and spaces around a URL.
  const url = serverUrl(server)
    .replace(/[\t\n\r]/g, "")
    .trim()
    .replace(/[?#].*$/s, "");
  const [, scheme = "https:", host, path] = /^(https?:)?\/\/([^/]+)(.*)$/is.exec(url) ?? [];
  if (host !== undefined) {
    // The value of a variable without a default is unknown.
    const known = `${scheme}//${host.replace(/\{[^{}]*\}/g, "1")}`;
    if (!URL.canParse(known)) return undefined;
    const address = { origin: `${scheme}//${host}`, path: normalizePath(path!) };
    return isCallable(known) ? address : { ...address, origin: undefined, isWildcard: true };
  }
  const isRelative = !url.startsWith("//") && !/^[^/]*:/.test(url);
  return isRelative ? { origin: undefined, path: normalizePath(url) } : undefined;
}

/** Returns whether a URL has a host that requests can be sent to: a wildcard stands for many, also where it is encoded. */
export function isCallable(url: string): boolean {
  return URL.canParse(url) && !new URL(url).hostname.includes("*");
}

/** Removes the segments `.` and `..`, and the trailing slash. */
function normalizePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.replace(/^\/|\/+$/g, "").split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return segments.join("/") === "" ? "" : `/${segments.join("/")}`;
}

/** The maximum number of combined values of variables. */
const maxPaths = 100;

/**
 * Returns the paths of a server with all values of its variables, those with defaults first. A variable that lists no values can
 * have any, and stays in braces.
 */
export function serverPaths(server: JsonValue | undefined): string[] {
  const url = ownString(server, "url") ?? "";
  let choices: JsonObject[] = [{}];
  for (const [name, variable] of Object.entries(ownObject(server, "variables") ?? {})) {
    const listed = ownStrings(variable, "enum");
    if (!url.includes(`{${name}}`) || listed.length === 0) continue;
    const values = new Set([...[ownString(variable, "default") ?? []].flat(), ...listed]);
    const [first] = values;
    // Beyond the maximum, a variable's values are combined with the defaults of the others.
    const used = choices.length * values.size > maxPaths ? [first] : [...values];
    choices = choices.flatMap((choice) =>
      used.map((value) => (value === undefined ? choice : { ...choice, [name]: { default: value } })),
    );
  }
  const paths = choices.map((variables) => serverAddress({ url, variables })?.path);
  return [...new Set(paths.filter((path) => path !== undefined))];
}
