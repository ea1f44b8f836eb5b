declare const checked: unique symbol;

/** An address that may stand in a link or be loaded. */
export type Address = string & { readonly [checked]: true };

/**
 * An address out of the site that a link may have: `https:`, `http:`, `mailto:`, or a place in the same page. Anything else
 * could run script or open files, and is `undefined`.
 */
export function safeAddress(address: string): Address | undefined {
  const isSafe = /^(?:https?:\/\/[^/\s]|mailto:[^\s]|#)/i.test(address) && !/[\s\p{C}\\]/u.test(address);
  return isSafe ? (address as Address) : undefined;
}

/** The address of a place in the same page. */
export function placeAddress(id: string): Address {
  return `#${encodeURIComponent(id)}` as Address;
}

/** The address of a file of the site as seen from a page: `../postgres/add_ip.html#body.cidr`. */
export function relativeAddress(fromPage: string, toFile: string, fragment?: string): Address {
  const from = fromPage.split("/").slice(0, -1);
  const to = toFile.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const path = [...from.slice(shared).map(() => ".."), ...to.slice(shared).map(encodeURIComponent)].join("/");
  return `${path}${fragment === undefined ? "" : `#${encodeURIComponent(fragment)}`}` as Address;
}
