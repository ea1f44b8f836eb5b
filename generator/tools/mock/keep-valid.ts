import type { Mock } from "./mock.js";
import type { StateData } from "./state.js";

/** Returns the part of a state that a contract still describes, and the number of items that it doesn't. */
export function keepValid(
  { fits }: Pick<Mock, "fits">,
  state: StateData,
): { readonly state: StateData; readonly dropped: number } {
  let dropped = 0;
  const isKept = (isValid: boolean) => {
    if (!isValid) dropped++;
    return isValid;
  };
  const collections = Object.entries(state.collections).map(([path, items]) => {
    return [path, items.filter((item) => isKept(fits(path, item)))] as const;
  });
  const singles = Object.entries(state.singles).filter(([path, value]) => isKept(fits(path, value)));
  return {
    state: { collections: Object.fromEntries(collections), singles: Object.fromEntries(singles), pending: state.pending },
    dropped,
  };
}
