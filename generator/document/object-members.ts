const members = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"]);

/**
 * Returns whether every JavaScript object already has a member of this name: `constructor`, `toString`, `__proto__`.
 */
export function isObjectMember(name: string): boolean {
  return members.has(name);
}
