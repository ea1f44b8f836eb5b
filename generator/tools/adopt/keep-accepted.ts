import type { AdoptedEndpoint } from "./adopt.js";

/**
 * Leaves the endpoints out with which the overlay would be rejected. `problemOf` returns what is wrong with an overlay of some
 * endpoints; it is called once if nothing is.
 */
export function keepAccepted(
  endpoints: readonly AdoptedEndpoint[],
  problemOf: (endpoints: readonly AdoptedEndpoint[]) => string | undefined,
): AdoptedEndpoint[] {
  const rejected = new Map<AdoptedEndpoint, string>();
  const extend = (accepted: readonly AdoptedEndpoint[], added: readonly AdoptedEndpoint[]): readonly AdoptedEndpoint[] => {
    if (added.length === 0) return accepted;
    const all = [...accepted, ...added];
    const problem = problemOf(all);
    if (problem === undefined) return all;
    if (added.length === 1) {
      rejected.set(added[0]!, problem);
      return accepted;
    }
    const half = Math.ceil(added.length / 2);
    return extend(extend(accepted, added.slice(0, half)), added.slice(half));
  };
  extend(
    [],
    endpoints.filter(({ entries }) => entries.length > 0),
  );
  return endpoints.map((endpoint) => {
    const problem = rejected.get(endpoint);
    if (problem === undefined) return endpoint;
    return { ...endpoint, adopted: 0, entries: [], open: [...endpoint.open, `lint would reject it: ${problem}`] };
  });
}
