import { createHash } from "node:crypto";

/** The names that every provider accepts, of tools and of their arguments: docs/mcp.md lists what each of them publishes. */
export const namePattern = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;

/** The longest name. */
export const maxLength = 64;

/**
 * Returns the function that names tools, or the arguments of one. A name that fits is not changed. One that is too long ends with a hash
 * of the whole, so that it depends on nothing else; so does the later of two that would be the same.
 */
export function createToolNamer(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const plain = plainToolName(wanted);
    const name = plain.length > maxLength || taken.has(plain) ? shorten(plain, wanted) : plain;
    taken.add(name);
    return name;
  };
}

/** A name with other characters replaced. */
export function plainToolName(wanted: string): string {
  return wanted.replaceAll(/[^a-zA-Z0-9_]/g, "_").replace(/^(?=[^a-zA-Z])/, "x");
}

function shorten(plain: string, wanted: string): string {
  const hash = createHash("sha256").update(wanted).digest("hex").slice(0, 8);
  return `${plain.slice(0, maxLength - hash.length - 1)}_${hash}`;
}
