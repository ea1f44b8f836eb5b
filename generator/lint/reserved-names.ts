const members = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"]);

/** True for names that every JavaScript object has already: `constructor`, `toString`, `__proto__`. */
export function isObjectMember(name: string): boolean {
  return members.has(name);
}
