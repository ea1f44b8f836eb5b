/** Characters of text that weigh as much as one value. */
const charactersPerUnit = 100;

/** A longer name of a property makes any value too large: it stands in the path of every error below it. */
const longestName = 1000;

/**
 * Whether a JSON value has more parts than `bound`: values and property names count one each, text one more for every
 * 100 characters. Looks at no more than `bound` parts, without recursion.
 */
export function isLargerThan(bound: number, value: unknown): boolean {
  const pending: unknown[] = [value];
  let size = 0;
  while (pending.length > 0) {
    const current = pending.pop();
    size += 1;
    if (typeof current === "string") size += current.length / charactersPerUnit;
    else if (Array.isArray(current)) {
      if (size + pending.length + current.length > bound) return true;
      for (const item of current) pending.push(item);
    } else if (typeof current === "object" && current !== null) {
      for (const name in current) {
        if (name.length > longestName) return true;
        size += 1 + name.length / charactersPerUnit;
        pending.push((current as Record<string, unknown>)[name]);
        if (size + pending.length > bound) return true;
      }
    }
    if (size + pending.length > bound) return true;
  }
  return false;
}
