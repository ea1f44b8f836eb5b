import { createNamer } from "../../../model/names.js";

/** Hands out ids for the places of one page: what a name has that an id can't is replaced, and no id is given twice. */
export function createIds(): (name: string) => string {
  const unique = createNamer([]);
  return (name) => unique(name.replaceAll("[]", "").replace(/[^A-Za-z0-9_.-]+/g, "-"));
}
