/** A server of the contract. */
export interface ServerRule {
  /** With variables in braces. */
  readonly url: string;
  /** The values of variables that aren't given. */
  readonly defaults: Readonly<Record<string, string>>;
}

/** The URL of a server. Each variable that isn't given has its default. */
export function fillServerUrl({ url, defaults }: ServerRule, variables: Readonly<Record<string, unknown>> = {}): string {
  return url.replace(/\{([^{}]*)\}/g, (_, name: string, index: number) => {
    const given = [variables, defaults].find((values) => Object.hasOwn(values, name) && values[name] !== undefined);
    if (!given) throw new TypeError(`The server's variable ${name} has no value`);
    const value = String(given[name]);
    // Below the scheme and before the path, such a value would lead calls to another host.
    if (/\/\/[^/]*$/.test(url.slice(0, index)) && /[/\\?#@\s]/.test(value))
      throw new TypeError(`The server's variable ${name} is no part of a host`);
    return value;
  });
}
