import type { Database } from "../../../database/query.js";
import type { FilterInput } from "../filter.js";
import { type KeyAction, type StoredKey, type StoredTenant, covers, keys, ruleFor, tenants } from "../keys.js";

/** The rights of a request's sender. */
export interface Access {
  may(action: KeyAction): boolean;
  /** Whether it may do what it may to this index. */
  reaches(index: string): boolean;
  /** The filter that applies to each search in an index. */
  filtersFor(index: string): readonly FilterInput[];
}

/** Returns the rights of a key at the endpoint of a service; `undefined` if it isn't valid. */
export async function findAccess(database: Database, serviceId: string, text: string): Promise<Access | undefined> {
  const key = await keys.findByText(database, serviceId, text);
  if (key) return keyAccess(key);
  // A token has two dots, a key none.
  const tenant = text.includes(".") ? await tenants.findByToken(database, serviceId, text) : undefined;
  return tenant && tenantAccess(tenant);
}

function keyAccess({ actions, indexes }: StoredKey): Access {
  return {
    may: (action) => actions.includes("*") || actions.includes(action),
    reaches: (index) => indexes.some((pattern) => covers(pattern, index)),
    filtersFor: () => [],
  };
}

function tenantAccess({ rules }: StoredTenant): Access {
  return {
    may: (action) => action === "search",
    reaches: (index) => ruleFor(rules, index) !== undefined,
    filtersFor(index) {
      const filter = ruleFor(rules, index)?.filter;
      return filter === undefined ? [] : [filter];
    },
  };
}
