import path from "node:path";
import { actionsType } from "../../document/extension.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { Locations, type TextFile } from "../../document/locations.js";
import { operationsOf } from "../../document/path-operations.js";
import { parseYaml } from "../../document/parse-yaml.js";
import { printYaml } from "../../document/print-yaml.js";
import { isDescribed } from "./entry.js";

/** Returns the text of a new overlay at the path `at`. */
export function newOverlay(
  { document, entry }: Pick<LoadedContract, "document" | "entry">,
  at: string,
  entries: readonly JsonObject[],
): string {
  const title = ownString(ownObject(document, "info"), "title") ?? path.basename(entry.absolutePath);
  const extended = path.relative(path.dirname(at), entry.absolutePath).split(path.sep).join("/");
  return printYaml({
    overlay: "1.1.0",
    info: { title: `Actions of ${title}`, version: "1.0.0" },
    extends: encodeURI(extended.startsWith("../") ? extended : `./${extended}`),
    actions: [...entries],
  });
}

/** Returns the text of an overlay with entries appended and no other byte changed; nothing if they can't be added. */
export function appendEntries(file: TextFile, entries: readonly JsonObject[]): string | undefined {
  const locations = new Locations();
  const before = parse(file, locations);
  const actions = own(before, "actions");
  if (!isObject(before) || !Array.isArray(actions)) return undefined;
  const end = locations.span(actions)?.start ?? 0;
  const lineStart = file.text.lastIndexOf("\n", end - 1) + 1;
  const indent = /^ *(?=- )/.exec(file.text.slice(lineStart))?.[0] ?? "  ";
  const start = /\n$|^$/.test(file.text) ? file.text : `${file.text}\n`;
  const added = printYaml([...entries]).replace(/^(?=.)/gm, indent);
  const text = `${actions.length === 0 ? start.replace(/^actions:.*$/m, "actions:") : start}${added}`;
  // Verifies that the text has the intended meaning: `actions` may be on one line, or be followed by other keys.
  const after = parse({ ...file, text }, new Locations());
  const expected = { ...before, actions: [...actions, ...entries] };
  return JSON.stringify(after) === JSON.stringify(expected) ? text : undefined;
}

/** Returns the endpoints that an overlay ignores: `x-adopt: { ignore: ["POST /pets/{id}/feed"] }`. */
export function ignoredEndpoints(file: TextFile): readonly string[] {
  const ignored = own(ownObject(parse(file, new Locations()), "x-adopt"), "ignore");
  return Array.isArray(ignored) ? ignored.filter((name) => typeof name === "string") : [];
}

/**
 * Returns whether an earlier version wrote an overlay: its new paths list their actions, which therefore remain if the
 * document removes or renames them.
 */
export function isOutdated(file: TextFile, extensionPrefix: string): boolean {
  const actions = own(parse(file, new Locations()), "actions");
  return (Array.isArray(actions) ? actions : []).some((action) => {
    if (ownString(action, "target") !== "$.paths" || !isDescribed(ownString(action, "description"))) return false;
    const operations = Object.values(ownObject(action, "update") ?? {}).flatMap((item) =>
      isObject(item) ? operationsOf(item) : [],
    );
    return operations.some(({ operation }) =>
      Object.entries(operation).some(
        ([key, map]) => actionsType(key, extensionPrefix) !== undefined && isObject(map) && Object.keys(map).length > 0,
      ),
    );
  });
}

function parse(file: TextFile, locations: Locations): JsonValue | undefined {
  return parseYaml(file, locations, []);
}
