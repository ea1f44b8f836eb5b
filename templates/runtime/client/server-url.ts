/** A server of the contract. */
export interface ServerRule {
  /** With variables in braces. */
  readonly url: string;
  /** The values of variables that aren't given. */
  readonly defaults: Readonly<Record<string, string>>;
}

/**
 * The URL of a server. Each variable that isn't given has its default. Throws a `TypeError` for a value that would lead calls to
 * another host.
 */
export function fillServerUrl({ url, defaults }: ServerRule, variables: Readonly<Record<string, unknown>> = {}): string {
  // Fixed texts, and the names of variables between them.
  const parts = url.split(/\{([^{}]*)\}/);
  let [usual, filled] = [parts[0]!, parts[0]!];
  for (let index = 1; index < parts.length; index += 2) {
    const [name, after] = [parts[index]!, parts[index + 1]!];
    const own = (values: Readonly<Record<string, unknown>>) => (Object.hasOwn(values, name) ? values[name] : undefined);
    const value = own(variables) ?? own(defaults);
    if (value === undefined) throw new TypeError(`The server's variable ${name} has no value`);
    const text = String(value);
    const isAllowed = fits(text, own(defaults), filled, after);
    usual += String(own(defaults) ?? "x") + after;
    filled += text + after;
    if (!isAllowed || (hasHost(filled) && !hasHost(usual)))
      throw new TypeError(`The server's variable ${name} would lead to another host`);
  }
  return filled;
}

/** Whether a value stays what it is in the host or as the scheme of a URL, between the texts before and after it. */
function fits(value: string, usual: unknown, before: string, after: string): boolean {
  if (before === "" && after.startsWith(":")) return /^[a-z][a-z0-9+.-]*$/i.test(value);
  if (!/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*$/i.test(before)) return true;
  // A variable for the path, such as `/v1`, behind the host.
  return String(usual).startsWith("/") ? /^(?:\/|$)/.test(value) : !/[/\\?#@\s]/.test(value);
}

/** Whether a URL names a scheme or a host. URLs are read without tabs and line ends, with backslashes as slashes. */
function hasHost(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(url.replace(/^[\0- ]+|[\t\n\r]/g, ""));
}
