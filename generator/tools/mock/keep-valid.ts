import type { JsonValue } from "../../document/json-value.js";
import type { MockContext } from "./context.js";
import { findFamilies } from "./families.js";
import { findRuns } from "./runs.js";
import type { StateData } from "./state.js";

/** Returns the part of a state that a contract still describes, and the number of items that it doesn't. */
export function keepValid(
  { fits }: { readonly fits: (path: string, item: JsonValue) => boolean },
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

/** The paths of items which the contract doesn't describe. */
export function unfitPaths(context: MockContext, { collections = {}, singles = {} }: Partial<StateData>): string[] {
  const all = [...Object.entries(collections), ...Object.entries(singles).map(([path, item]) => [path, [item]] as const)];
  return all.flatMap(([path, items]) => (items.every((item) => fits(context, path, item)) ? [] : [path]));
}

/** Whether a resource or a family at a path has such items. Families are not at a path of the API. */
export function fits({ contract, resources, samples }: MockContext, path: string, item: JsonValue): boolean {
  const type = contract.model.serviceTypes.find(({ name }) => path.split("/").at(-2) === name);
  const families = type ? [...findFamilies(type, contract.model), ...findRuns(type, contract.model)] : [];
  const family = families.find(({ name }) => path.endsWith(`/${name}`));
  const resource = resources.find((one) => isAt(one.path, path));
  const schema = resource?.schema ?? family?.schema;
  return schema !== undefined && samples.isValid(schema, item);
}

function isAt(template: string, path: string): boolean {
  const [own, other] = [template.split("/"), path.split("/")];
  return own.length === other.length && own.every((segment, index) => segment.includes("{") || segment === other[index]);
}
