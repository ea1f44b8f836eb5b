import { own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "./json-value.js";

/** Where a Server Object says that the API is. */
export interface ServerAddress {
  /** `https://api.example.com`; absent where the URL is relative to that of the document. */
  readonly origin: string | undefined;
  /** The path that those of operations are appended to: empty, or `/v1`. */
  readonly path: string;
}

/** The URL of a Server Object, its variables replaced by their defaults. */
export function serverUrl(server: JsonValue | undefined): string {
  const variables = ownObject(server, "variables");
  return (ownString(server, "url") ?? "").replace(/\{([^{}]*)\}/g, (hole, name: string) => {
    return ownString(own(variables, name), "default") ?? hole;
  });
}

/** Reads the URL of a Server Object as a browser does; `undefined` where it leads to no HTTP server, or to a host that can't exist. */
export function serverAddress(server: JsonValue | undefined): ServerAddress | undefined {
  // Browsers ignore tabs and line ends anywhere, and spaces around a URL.
  const url = serverUrl(server)
    .replace(/[\t\n\r]/g, "")
    .trim()
    .replace(/[?#].*$/s, "");
  const [, scheme = "https:", host, path] = /^(https?:)?\/\/([^/]+)(.*)$/is.exec(url) ?? [];
  if (host !== undefined) {
    // What a variable without a default stands for is not known.
    const known = `${scheme}//${host.replace(/\{[^{}]*\}/g, "1")}`;
    return URL.canParse(known) ? { origin: `${scheme}//${host}`, path: normalizePath(path!) } : undefined;
  }
  const isRelative = !url.startsWith("//") && !/^[^/]*:/.test(url);
  return isRelative ? { origin: undefined, path: normalizePath(url) } : undefined;
}

/** Takes out segments that are `.` or `..`, and the slash at the end. */
function normalizePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.replace(/^\/|\/+$/g, "").split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return segments.join("/") === "" ? "" : `/${segments.join("/")}`;
}

/** How many values of variables are put together. */
const maxPaths = 100;

/** The paths that a server has with each of the values that its variables may have, those with defaults first. */
export function serverPaths(server: JsonValue | undefined): string[] {
  const url = ownString(server, "url") ?? "";
  let choices: JsonObject[] = [{}];
  for (const [name, variable] of Object.entries(ownObject(server, "variables") ?? {})) {
    if (!url.includes(`{${name}}`)) continue;
    const values = new Set([...[ownString(variable, "default") ?? []].flat(), ...ownStrings(variable, "enum")]);
    const [first] = values;
    // Values of another variable count with the default of this one where there are too many.
    const used = choices.length * values.size > maxPaths ? [first] : [...values];
    choices = choices.flatMap((choice) =>
      used.map((value) => (value === undefined ? choice : { ...choice, [name]: { default: value } })),
    );
  }
  const paths = choices.map((variables) => serverAddress({ url, variables })?.path);
  return [...new Set(paths.filter((path) => path !== undefined))];
}
