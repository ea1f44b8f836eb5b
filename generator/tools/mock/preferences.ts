import { listElements } from "../../document/header-list.js";

/** What a caller asks of a mock with the header `Prefer` (RFC 7240). */
export interface Preferences {
  /** The status of the response. */
  readonly code: number | undefined;
  /** The code of an error that the contract declares. */
  readonly error: string | undefined;
  /** The name of an example. */
  readonly example: string | undefined;
  /** Seconds before the response. */
  readonly wait: number | undefined;
  /** Others, which have no effect. */
  readonly unknown: readonly string[];
}

/** The longest delay in seconds. */
const maxWait = 60;

/** Reads the header `Prefer`; several are joined by commas or semicolons. */
export function readPreferences(header: string | readonly string[] | undefined): Preferences {
  const values = new Map<string, string>();
  const unknown: string[] = [];
  const text = typeof header === "string" ? header : (header ?? []).join(",");
  for (const part of listElements(text, ",;")) {
    const [, name = "", quoted, plain = ""] = /^([^\s=]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s]*)))?$/.exec(part) ?? [];
    const value = quoted?.replace(/\\(.)/g, "$1") ?? plain;
    const key = name.toLowerCase();
    if (key === "") continue;
    const isNumber = /^\d+(?:\.\d+)?$/.test(value);
    if (key === "error" || key === "example" || (isNumber && (key === "code" || key === "wait"))) values.set(key, value);
    else unknown.push(part);
  }
  const number = (name: string) => (values.has(name) ? Number(values.get(name)) : undefined);
  const wait = number("wait");
  return {
    code: number("code"),
    error: values.get("error"),
    example: values.get("example"),
    wait: wait === undefined ? undefined : Math.min(wait, maxWait),
    unknown,
  };
}
