import { isObject } from "./attributes.js";

/** How an index is searched. Attributes that are listed cover those nested in them; `*` covers all. */
export interface Settings {
  /** The attributes to search, the most important first. */
  readonly searchable_attributes: readonly string[];
  /** The attributes that results show. */
  readonly displayed_attributes: readonly string[];
  /** The attributes that filters and facets may name. */
  readonly filterable_attributes: readonly string[];
  /** The attributes to sort by. */
  readonly sortable_attributes: readonly string[];
}

/** The settings of a new index. */
export const defaultSettings: Settings = {
  searchable_attributes: ["*"],
  displayed_attributes: ["*"],
  filterable_attributes: [],
  sortable_attributes: [],
};

const maxAttributes = 100;

/** The settings after a change, in which null is the default; otherwise the problem. */
export function changeSettings(settings: Settings, change: unknown): Settings | string {
  if (!isObject(change)) return "must be an object";
  const changed: Record<string, readonly string[]> = { ...settings };
  for (const [name, value] of Object.entries(change)) {
    if (!Object.hasOwn(defaultSettings, name)) return `unknown setting "${name}"`;
    const list = value === null ? defaultSettings[name as keyof Settings] : value;
    if (!isAttributeList(list)) return `"${name}" must be a list of at most ${maxAttributes} attribute names`;
    const mayBeAll = name === "searchable_attributes" || name === "displayed_attributes";
    if (!mayBeAll && list.includes("*")) return `"${name}" must name its attributes`;
    changed[name] = [...new Set(list)];
  }
  return changed as unknown as Settings;
}

function isAttributeList(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length > maxAttributes) return false;
  return value.every((name) => typeof name === "string" && name.length > 0 && name.length <= 255);
}
