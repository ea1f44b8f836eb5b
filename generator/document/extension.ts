/** A valid service type in `x-<prefix>-<type>-actions`. */
export const typePattern = /^[a-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/;

/** A valid action name, which is part of the path. */
export const actionNamePattern = /^[A-Za-z][A-Za-z0-9]*(?:[_.:-][A-Za-z0-9]+)*$/;

/** The maximum length of an action name. */
export const maxActionName = 128;

/** Returns whether a text can be the name of an action. */
export function isActionName(name: string): boolean {
  // Awaiting an object with a method `then` calls it, and a name of every object names no action.
  return actionNamePattern.test(name) && name.length <= maxActionName && name !== "then" && !(name in {});
}

/**
 * Returns the `<type>` of a key `x-<prefix>-<type>-actions`, valid or not; `undefined` for any other key.
 * The key without a type (`x-<prefix>-actions`) yields an empty one.
 */
export function actionsType(key: string, prefix: string): string | undefined {
  const start = `x-${prefix}-`;
  if (!key.startsWith(start) || !key.endsWith("actions")) return undefined;
  if (key === `${start}actions`) return "";
  return key.endsWith("-actions") ? key.slice(start.length, -"-actions".length) : undefined;
}
