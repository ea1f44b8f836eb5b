import path from "node:path";
import { parsePointer } from "../../../templates/runtime/json.js";
import type { Location } from "../../diagnostics/diagnostic.js";
import type { Report } from "../../diagnostics/report.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { Locations } from "../../document/locations.js";
import { createSourceReader, displayPath } from "../../document/read-source.js";
import { createInstanceEvaluator, documentLimits } from "../../json-schema/interpreter.js";
import type { Tokens } from "./callers.js";
import { report } from "./diagnostics.js";
import type { Reply } from "./replies.js";
import type { StateData } from "./state.js";

const texts: JsonObject = { type: "array", items: { type: "string" } };
const items: JsonObject = { type: "object", additionalProperties: { type: "array", items: { type: "object" } } };

const pendingChange: JsonObject = {
  type: "object",
  required: ["collection", "pointer", "value", "due"],
  properties: {
    collection: { type: "string" },
    member: { type: "string" },
    pointer: { type: "string" },
    due: { type: "number" },
  },
};

/** The schemas of the files of a mock. */
const schemas = {
  tokens: {
    type: "object",
    additionalProperties: {
      type: "object",
      required: ["scopes"],
      additionalProperties: false,
      properties: { scopes: texts, path: { type: "object", additionalProperties: texts } },
    },
  },
  replies: {
    type: "array",
    items: {
      type: "object",
      required: ["status"],
      additionalProperties: false,
      properties: {
        method: { type: "string" },
        path: { type: "string" },
        operation: { type: "string" },
        action: { type: "string" },
        times: { type: "integer", minimum: 1 },
        status: { type: "integer", minimum: 200, maximum: 599 },
        headers: { type: "object", additionalProperties: { type: "string" } },
        body: {},
      },
    },
  },
  state: {
    type: "object",
    additionalProperties: false,
    properties: { collections: items, singles: { type: "object" }, pending: { type: "array", items: pendingChange } },
  },
} satisfies Readonly<Record<string, JsonObject>>;

interface Files {
  readonly tokens: Tokens;
  readonly replies: readonly Reply[];
  readonly state: Partial<StateData>;
}

/** Reads a file of a mock: YAML or JSON. Reports what is wrong with it, and returns `undefined` then. */
export function readMockFile<What extends keyof Files>(
  what: What,
  file: string,
  workingFolder: string,
  problems: Report,
): Files[What] | undefined {
  const absolute = path.resolve(workingFolder, file);
  const shown = displayPath(absolute, workingFolder);
  const locations = new Locations();
  const parsed = createSourceReader(path.dirname(absolute), workingFolder, locations, problems).read(absolute, shown);
  if (!parsed || parsed.value === undefined) return undefined;
  const value = parsed.value ?? (what === "replies" ? [] : {});
  const { errors } = createInstanceEvaluator({}, documentLimits)(schemas[what], value);
  for (const { pointer, message } of errors) {
    const problem = `${pointer} ${message}`.trim();
    report(
      problems,
      "mock-file",
      { what, problem },
      locationOf(value, pointer, locations) ?? { path: shown, line: 1, column: 1 },
    );
  }
  return errors.length > 0 ? undefined : (value as unknown as Files[What]); // as its schema says
}

/** Returns what is wrong with a value of a mock; empty: nothing. */
export function problemsOf(what: keyof Files, value: unknown): readonly string[] {
  const { errors } = createInstanceEvaluator({}, documentLimits)(schemas[what], value as JsonValue);
  return errors.map(({ pointer, message }) => `${pointer} ${message}`.trim());
}

/** The location of the value at a pointer. */
function locationOf(root: JsonValue, pointer: string, locations: Locations): Location | undefined {
  let holder: JsonValue = root;
  let found: Location | undefined;
  for (const key of parsePointer(pointer)) {
    if (typeof holder !== "object" || holder === null) break;
    found = locations.value(holder, key) ?? found;
    holder = (holder as Readonly<Record<string, JsonValue>>)[key]!;
  }
  return found;
}
