import { servicePathOf } from "./binding.js";
import type { Selector } from "../../templates/runtime/selector.js";

/**
 * Returns what messages call the resource of an endpoint's actions: `robot` for `/robots/{robot_id}/actions/{action}` and for
 * `/robots/{id}/actions/{action}`. It is `service` if the path names none.
 */
export function resourceNoun(path: string, selector: Selector | undefined): string {
  const [segment = "", collection = ""] = servicePathOf(path, selector).split("/").reverse();
  const parameter = /^\{([^{}]+)\}$/.exec(segment)?.[1];
  if (parameter === undefined) return "service";
  const named = /^(.+?)(?:[_-](?:id|uuid|name)|Id|ID|Uuid|Name)$/.exec(parameter)?.[1];
  const ofCollection = singular(collection) === collection ? undefined : singular(collection);
  return wordsOf(named ?? ofCollection ?? (anyResource.test(parameter) ? "" : parameter)) ?? "service";
}

/** Parameters that are named after no resource. */
const anyResource = /^(?:id|uuid|name|number|key|slug|path|parent|resource|object|item|entity|\w)$/i;

/** The words of a name in lower case; `undefined` for one with other characters. */
function wordsOf(name: string): string | undefined {
  const words = name
    .replace(/[_.-]+/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return /^[a-z]+(?: [a-z]+){0,2}$/.test(words) && words.length <= 30 ? words : undefined;
}

/** Names that end in s in the singular. */
const singulars = /(?:^|_)(?:aws|dns|ecs|eks|gps|https|ios|kms|kubernetes|nfs|os|postgres|rds|redis|sms|sns|sqs|tls|vfs)$/i;

/** Words in -uses and -ases that are plurals of a word in -s, such as `statuses`; others lose their last letter, as `houses` does. */
const esPlurals =
  /(?:status|alias|virus|bonus|campus|census|bus|corpus|canvas|atlas|gas|lens|bias|focus|radius|nexus|genius|bios)es$/i;

/** Returns a word in the plural: `robot` becomes `robots`. */
export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, "ies");
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Returns a name in the singular. */
export function singular(name: string): string {
  if (singulars.test(name)) return name;
  if (/(?:ss|us|is|alias|bias|news|series|bios|canvas|atlas|lens)$/i.test(name)) return name;
  if (/ies$/i.test(name) && name.length > 4) return name.replace(/ies$/i, "y");
  if (/(?:ch|sh|x|ss|zz)es$/i.test(name) || esPlurals.test(name)) return name.slice(0, -2);
  return name.replace(/s$/i, "");
}
