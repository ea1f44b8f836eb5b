import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { actionsType } from "../../document/extension.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { Locations, type TextFile } from "../../document/locations.js";
import { operationsOf } from "../../document/path-operations.js";
import { parseYaml } from "../../document/parse-yaml.js";
import { printYaml } from "../../document/print-yaml.js";
import type { WrittenChoices } from "./choices.js";
import { isDescribed } from "./entry.js";

/** Returns the text of a new overlay at the path `at`. */
export function newOverlay(
  { document, entry }: Pick<LoadedContract, "document" | "entry">,
  at: string,
  entries: readonly JsonObject[],
  choices: WrittenChoices,
): string {
  const title = ownString(ownObject(document, "info"), "title") ?? path.basename(entry.absolutePath);
  const extended = path.relative(path.dirname(at), entry.absolutePath).split(path.sep).join("/");
  return printYaml({
    overlay: "1.1.0",
    info: { title: `Actions of ${title}`, version: "1.0.0" },
    extends: encodeURI(extended.startsWith("../") ? extended : `./${extended}`),
    ...(choices.include.length + choices.exclude.length > 0 && { [adoptKey]: merged({}, choices) }),
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
  return hasMeaning({ ...file, text }, { ...before, actions: [...actions, ...entries] }) ? text : undefined;
}

/** Returns whether a file has a value, in whatever order its keys are. */
function hasMeaning(file: TextFile, expected: JsonObject): boolean {
  return isDeepStrictEqual(parse(file, new Locations()), expected);
}

/** Returns what an overlay says about endpoints: `x-adopt: { include: [unsure], exclude: ["POST /pets/{id}/*"] }`. */
export function writtenChoices(file: TextFile): WrittenChoices {
  const written = ownObject(parse(file, new Locations()), adoptKey);
  // The former name of `exclude`.
  return {
    include: ownStrings(written, "include"),
    exclude: [...ownStrings(written, "exclude"), ...ownStrings(written, "ignore")],
  };
}

/** Returns the text of an overlay that also says these choices, with no other byte changed; nothing if they can't be added. */
export function addChoices(file: TextFile, { include, exclude }: WrittenChoices): string | undefined {
  const known = writtenChoices(file);
  const more = { include: without(include, known.include), exclude: without(exclude, known.exclude) };
  if (more.include.length + more.exclude.length === 0) return file.text;
  const locations = new Locations();
  const before = parse(file, locations);
  const written = ownObject(before, adoptKey) ?? {};
  const choices = { ...written, ...merged(written, more) };
  const span = locations.span(written);
  const line = `${adoptKey}: ${JSON.stringify(choices)}\n`;
  const text = span
    ? `${file.text.slice(0, span.start)}${JSON.stringify(choices)}\n${file.text.slice(span.end).replace(/^\n+/, "")}`
    : file.text.replace(/^(?=actions:)/m, line);
  const expected = { ...(before as JsonObject), [adoptKey]: choices };
  return hasMeaning({ ...file, text }, expected) ? text : undefined;
}

const adoptKey = "x-adopt";

function without(names: readonly string[], known: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => !known.includes(name));
}

function merged(written: JsonObject, more: WrittenChoices): JsonObject {
  return Object.fromEntries(
    Object.entries(more).flatMap(([key, names]: [string, readonly string[]]) =>
      names.length > 0 ? [[key, [...ownStrings(written, key), ...names]]] : [],
    ),
  );
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
